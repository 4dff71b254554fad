package stream

import (
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"syscall"
	"time"
)

// An Input is a FILE argument that is read to its end, whatever happens to it meanwhile.
//
// Its end comes again, as does the error that ended it: what is read ahead and
// looked at a second time must not find more on a terminal, or after a place on a
// disk that could not be read.
//
// A regular file is not to shrink while it is read: its last line is then not a line. It
// may grow, and is read to where it ended when its former end was reached; if it has grown
// again by then, or does so soon, a program may be writing as fast as it is read, and may
// be in the middle of a line.
type Input struct {
	from  io.Reader
	File  io.Closer     // from if it was opened here, else nil
	IsURI bool          // it is a URI of the command line, not a file
	done  *atomic.Int64 // counts what is read of all inputs
	size  int64         // of a regular file where no more of it is read yet, else noSize
	sofar int64
	grew  bool
	err   error // what ended it
}

// noSize is the size of what is not a regular file.
const noSize = -1

// ErrGrows ends a file that may have no end.
var ErrGrows = errors.New("the file is still growing")

func (in *Input) Read(p []byte) (n int, err error) {
	if in.err != nil {
		return 0, in.err
	}
	n, err = in.from.Read(p)
	for n == 0 && isTemporary(err) {
		time.Sleep(pause)
		n, err = in.from.Read(p)
	}
	if isTemporary(err) {
		err = nil // it comes again, or does not matter
	}
	in.sofar += int64(n)
	in.done.Add(int64(n))
	in.err = in.judge(err)
	return n, in.err
}

// judge returns what err of a read means, knowing where the file ends.
func (in *Input) judge(err error) error {
	switch {
	case in.size == noSize, err != nil && err != io.EOF:
		return err
	case err == io.EOF && in.grew:
		time.Sleep(settling)
	case err == nil && in.sofar < in.size, err == io.EOF && in.sofar >= in.size:
		return err
	}
	now := StatOf(in.from)
	switch {
	case now == nil:
	case now.Size() < in.size && in.sofar < in.size:
		return fmt.Errorf("the file shrank from %d to %d bytes", in.size, now.Size())
	case now.Size() > in.size && in.grew:
		return ErrGrows
	case err == nil && now.Size() > in.size:
		in.size, in.grew = now.Size(), true
	case err == nil && now.Size() == in.sofar && !in.grew:
		return io.EOF // as the next read would
	}
	return err
}

// settling is how long a file that grew is to stay as it is for its end to be one.
const settling = 50 * time.Millisecond

// pause is the time before asking again for what was not available.
const pause = time.Millisecond

// isTemporary reports whether err is no failure, but means that another process made the
// shared stream one that does not wait, or that a signal came.
func isTemporary(err error) bool {
	return errors.Is(err, syscall.EAGAIN) || errors.Is(err, syscall.EINTR)
}

// A Sticky reader gives an error again that it gave once.
type Sticky struct {
	R   io.Reader
	Err error
	N   int64 // how many bytes were read
}

func (s *Sticky) Read(p []byte) (n int, err error) {
	if s.Err == nil {
		n, s.Err = s.R.Read(p)
		s.N += int64(n)
	}
	return n, s.Err
}

// Newline is what lines end in by default.
var Newline = []byte{'\n'}

// ByteOrderMark is what some programs put before a text in UTF-8.
const ByteOrderMark = "\ufeff"

// ReadSome reads once, and again as long as that gives nothing at all.
func ReadSome(r io.Reader, p []byte) (int, error) {
	for range 100 {
		n, err := r.Read(p)
		if n > 0 || err != nil {
			return n, err
		}
	}
	return 0, io.ErrNoProgress
}
