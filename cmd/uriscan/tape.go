package main

import (
	"errors"
	"io"
	"sync"
)

// A tape is an input that a goroutine reads ahead, of which several readers read
// from several places. How much is held is bounded: the tape waits for one of them,
// the head.
//
//	kept <= end <= kept + the length of all pieces
type tape struct {
	r      io.Reader
	mu     sync.Mutex
	moved  sync.Cond // what follows has changed
	pieces [][]byte  // a ring of memory: byte i of the input is in piece i/pieceLen
	kept   int64     // bytes before it may be gone
	end    int64     // bytes read
	err    error     // what ended the reading
	head   *taped    // nil for none
	closed bool
}

// pieceLen is how much of an input is read at a time.
const pieceLen = 64 << 10

var errLeft = errors.New("nobody waits for it any more")

// fill reads the input to its end. It calls isLong when there is more than a piece.
func (t *tape) fill(isLong func()) {
	for {
		room := t.room()
		if room == nil {
			return
		}
		n, err := readSome(t.r, room)
		t.mu.Lock()
		before := t.end
		t.end += int64(n)
		t.err = err
		t.moved.Broadcast()
		t.mu.Unlock()
		if before <= pieceLen && t.end > pieceLen {
			isLong()
		}
		if err != nil {
			return
		}
	}
}

// room waits for memory to read into, and returns nil if it is not needed.
func (t *tape) room() []byte {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := int64(len(t.pieces))
	for !t.closed && t.end/pieceLen-t.kept/pieceLen >= n {
		t.moved.Wait()
	}
	if t.closed {
		return nil
	}
	piece := &t.pieces[t.end/pieceLen%n]
	if *piece == nil {
		*piece = make([]byte, pieceLen)
	}
	return (*piece)[t.end%pieceLen:]
}

// A taped reader reads a tape from a place on.
type taped struct {
	*tape
	at int64
}

// Read waits for the tape, if that has come no further.
func (r *taped) Read(p []byte) (int, error) {
	t := r.tape
	t.mu.Lock()
	defer t.mu.Unlock()
	for r.at >= t.end && t.err == nil && !t.closed {
		t.moved.Wait()
	}
	switch {
	case t.closed || r.at < t.kept:
		return 0, errLeft
	case r.at >= t.end:
		return 0, t.err
	}
	piece := t.pieces[r.at/pieceLen%int64(len(t.pieces))]
	n := copy(p, piece[r.at%pieceLen:min(pieceLen, r.at%pieceLen+t.end-r.at)])
	r.at += int64(n)
	t.pass()
	return n, nil
}

// waits tells whether a read would have to wait for the input.
func (r *taped) waits() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.at >= r.end && r.err == nil
}

// pass gives up what the head has read, but for what may be in the buffer of who
// uses it: another reader may go on from there.
func (t *tape) pass() {
	if t.head != nil && t.head.at-packedBuffer > t.kept {
		t.kept = t.head.at - packedBuffer
		t.moved.Broadcast()
	}
}
