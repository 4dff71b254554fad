package main

import (
	"errors"
	"fmt"
	"io"
	"syscall"
	"time"
)

// An input is a FILE argument that is read to its end, whatever happens to it meanwhile.
//
// Its end comes again, as does the error that ended it: what is read ahead and
// looked at a second time must not find more on a terminal, or after a place on a
// disk that could not be read.
//
// A regular file is not to shrink while it is read: its last line is then no line.
// It may grow, and is read to where it ended when its former end was reached; if
// it has grown again by then, or does so soon, somebody may write as fast as it is
// read, and may be in the middle of a line.
type input struct {
	from io.Reader
	file io.Closer // from if it was opened here, else nil
	bar  *progress
	size int64 // of a regular file where no more of it is read yet, else noSize
	read int64
	grew bool
	err  error // what ended it
}

// noSize is that of what is no regular file.
const noSize = -1

// errGrows ends a file that may have no end.
var errGrows = errors.New("the file is still growing")

// waits reports whether a read may have to wait for somebody who writes: not if this
// is a regular file.
func (in *input) waits() bool { return in.size == noSize }

func (in *input) Read(p []byte) (n int, err error) {
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
	in.read += int64(n)
	in.bar.done.Add(int64(n))
	in.err = in.judge(err)
	return n, in.err
}

// judge returns what err of a read means, knowing where the file ends.
func (in *input) judge(err error) error {
	switch {
	case in.size == noSize, err != nil && err != io.EOF:
		return err
	case err == io.EOF && in.grew:
		time.Sleep(settling)
	case err == nil && in.read < in.size, err == io.EOF && in.read >= in.size:
		return err
	}
	now := statOf(in.from)
	switch {
	case now == nil:
	case err == io.EOF && now.Size() < in.size && in.read < in.size:
		return fmt.Errorf("the file shrank from %d to %d bytes", in.size, now.Size())
	case now.Size() > in.size && in.grew:
		return errGrows
	case err == nil && now.Size() > in.size:
		in.size, in.grew = now.Size(), true
	case err == nil && now.Size() == in.read && !in.grew:
		return io.EOF // as the next read would
	}
	return err
}

// settling is how long a file that grew is to stay as it is for its end to be one.
const settling = 50 * time.Millisecond

// pause is how long it takes to ask again for what was not to be had.
const pause = time.Millisecond

// isTemporary reports whether err is no error, but that somebody who shares the stream
// made it one that does not wait, or that a signal came.
func isTemporary(err error) bool {
	return errors.Is(err, syscall.EAGAIN) || errors.Is(err, syscall.EINTR)
}
