package stream

import (
	"bytes"
	"io"
	"io/fs"
	"time"
)

// pipeBuf is how much a pipe takes as a whole or not at all, on Linux. If the command ends
// while nobody reads, the output then ends with a whole line, except for longer lines.
const pipeBuf = 4096

// AtOnce returns pipeBuf if w is a pipe, else 0.
func AtOnce(w io.Writer) int {
	if info := StatOf(w); info != nil && info.Mode()&fs.ModeNamedPipe != 0 {
		return pipeBuf
	}
	return 0
}

// writeTo writes p, in which every line ends with the last byte of p, and returns how much
// of it was taken. It writes lines of not more than most bytes together, or all of them if
// most is 0.
func writeTo(w io.Writer, p []byte, most int) (n int, err error) {
	for n < len(p) && err == nil {
		var m int
		m, err = writeOnce(w, leading(p[n:], most))
		n += m
	}
	return n, err
}

// WriteOrNot writes text as writeTo does, and leaves whole lines in a file that has no
// room for all.
func WriteOrNot(w io.Writer, text []byte, most int) error {
	n, err := writeTo(w, text, most)
	if err != nil {
		unwrite(w, int64(n-bytes.LastIndexByte(text[:n], '\n')-1))
	}
	return err
}

// leading returns the first lines of p, at least one, and else up to most bytes.
func leading(p []byte, most int) []byte {
	if most == 0 || len(p) <= most {
		return p
	}
	end := p[len(p)-1]
	n := bytes.LastIndexByte(p[:most], end) + 1
	if n == 0 {
		n = most + bytes.IndexByte(p[most:], end) + 1
	}
	return p[:n]
}

// writeOnce writes p, and waits where w is full and does not wait by itself.
func writeOnce(w io.Writer, p []byte) (n int, err error) {
	for {
		m, err := w.Write(p[n:])
		n += m
		switch {
		case n == len(p):
			return n, err
		case err == nil:
			return n, io.ErrShortWrite
		case !isTemporary(err):
			return n, err
		}
		time.Sleep(pause)
	}
}

// unwrite takes the last n bytes back that were written to w, if w is a file that ends
// with them: a full disk then has no cut line. It reports whether that was done.
func unwrite(w io.Writer, n int64) bool {
	f, ok := w.(interface {
		io.Seeker
		Truncate(size int64) error
	})
	info := StatOf(w)
	if n == 0 || !ok || !IsRegular(info) {
		return n == 0
	}
	// Another process may write there, too.
	at, err := f.Seek(0, io.SeekCurrent)
	if err != nil || at != info.Size() || at < n || f.Truncate(at-n) != nil {
		return false
	}
	f.Seek(at-n, io.SeekStart)
	return true
}
