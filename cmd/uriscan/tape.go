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
	sizes
	r      io.Reader
	mu     sync.Mutex
	moved  sync.Cond // what follows has changed
	pieces [][]byte  // a ring of memory, in which byte i of the input is in piece i/piece
	kept   int64     // bytes before it may be gone
	end    int64     // bytes read
	err    error     // what ended the reading
	head   *taped    // nil for none
	closed bool
}

// sizes are those of what is held in memory.
type sizes struct {
	buffer int   // how much of a tape a reader may have in its buffer
	piece  int64 // how much of an input is read at a time
	chunk  int   // how much of what was decompressed is handed on at a time
	chunks int   // how many chunks wait, of all spans together
}

var usualSizes = sizes{buffer: packedBuffer, piece: 64 << 10, chunk: 256 << 10, chunks: 96}

// usedInVain is how many bytes a decoder may have used beyond where it ends.
const usedInVain = 8

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
		if before <= t.piece && t.end > t.piece {
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
	for !t.closed && t.end/t.piece-t.kept/t.piece >= int64(len(t.pieces)) {
		t.moved.Wait()
	}
	if t.closed {
		return nil
	}
	piece := t.pieceOf(t.end)
	if *piece == nil {
		*piece = make([]byte, t.piece)
	}
	return (*piece)[t.end%t.piece:]
}

// pieceOf returns the piece that byte i of the input is in.
func (t *tape) pieceOf(i int64) *[]byte { return &t.pieces[i/t.piece%int64(len(t.pieces))] }

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
	from := r.at % t.piece
	n := copy(p, (*t.pieceOf(r.at))[from:min(t.piece, from+t.end-r.at)])
	r.at += int64(n)
	t.release()
	return n, nil
}

// waits tells whether a read would have to wait for the input.
func (r *taped) waits() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.at >= r.end && r.err == nil
}

// release gives up what the head has read, but for what may be in the buffer of who
// uses it, or was used in vain: another reader may go on from there.
func (t *tape) release() {
	if t.head == nil {
		return
	}
	if at := t.head.at - int64(t.buffer+usedInVain); at > t.kept {
		t.kept = at
		t.moved.Broadcast()
	}
}
