package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"syscall"
	"time"
)

// A steadyReader reads an input to its end, whatever happens to that meanwhile.
//
// Its end comes again, as does the error that ended it: what is read ahead and
// looked at a second time must not find more on a terminal, or behind a place on a
// disk that could not be read.
//
// A regular file is not to shrink while it is read: its last line is then no line.
// It may grow, and is read to where it ended when its former end was reached; if
// it has grown again by then, or does so soon, somebody may write as fast as it is
// read, and may be in the middle of a line.
type steadyReader struct {
	io.Reader
	size int64 // of a regular file where no more of it is read yet, else noSize
	read int64
	grew bool
	err  error // what ended it
}

// noSize is that of what is no regular file.
const noSize = -1

// errGrows ends a file that may have no end.
var errGrows = errors.New("the file is still growing")

// steady returns a steadyReader of in, of which info is known if it is a file.
func steady(in io.Reader, info fs.FileInfo) *steadyReader {
	s := &steadyReader{Reader: in, size: noSize}
	if isRegular(info) {
		s.size = info.Size()
	}
	return s
}

func (s *steadyReader) Read(p []byte) (n int, err error) {
	if s.err != nil {
		return 0, s.err
	}
	n, err = s.Reader.Read(p)
	for n == 0 && isTemporary(err) {
		time.Sleep(pause)
		n, err = s.Reader.Read(p)
	}
	if isTemporary(err) {
		err = nil // it comes again, or does not matter
	}
	s.read += int64(n)
	s.err = s.judge(err)
	return n, s.err
}

// judge returns what err of a read means, knowing where the file ends.
func (s *steadyReader) judge(err error) error {
	switch {
	case s.size == noSize, err != nil && err != io.EOF:
		return err
	case err == io.EOF && s.grew:
		time.Sleep(settling)
	case err == nil && s.read < s.size, err == io.EOF && s.read >= s.size:
		return err
	}
	now := statOf(s.Reader)
	switch {
	case now == nil:
	case err == io.EOF && now.Size() < s.size && s.read < s.size:
		return fmt.Errorf("the file shrank from %d to %d bytes", s.size, now.Size())
	case now.Size() > s.size && s.grew:
		return errGrows
	case err == nil && now.Size() > s.size:
		s.size, s.grew = now.Size(), true
	case err == nil && now.Size() == s.read && !s.grew:
		return io.EOF // as the next read would
	}
	return err
}

// settling is how long a file that grew is to stay as it is for its end to be one.
const settling = 50 * time.Millisecond

// pause is how long it takes to ask again for what was not to be had.
const pause = time.Millisecond

// isTemporary tells whether err is none, but that somebody who shares the stream
// made it one that does not wait, or that a signal came.
func isTemporary(err error) bool {
	return errors.Is(err, syscall.EAGAIN) || errors.Is(err, syscall.EINTR)
}
