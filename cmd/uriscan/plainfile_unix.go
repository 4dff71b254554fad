//go:build unix

package main

import (
	"io"
	"syscall"
)

// A plainFile is a regular file that is read once. Package os does a dozen calls of
// the system for each file, most of them in vain for one like this, which for many
// small files takes three times as long as all the rest.
type plainFile struct{ fd int }

// open opens a file.
func (f *plainFile) open(name string, n *neighbours) (err error) {
	f.fd, err = n.open(name)
	return err
}

func (f *plainFile) Read(p []byte) (int, error) {
	n, err := retry(func() (int, error) { return syscall.Read(f.fd, p) })
	switch {
	case err != nil:
		return 0, err
	case n == 0:
		return 0, io.EOF
	}
	return n, nil
}

func (f *plainFile) Close() error { return syscall.Close(f.fd) }

// retry calls again what a signal interrupted.
func retry(call func() (int, error)) (n int, err error) {
	for {
		if n, err = call(); err != syscall.EINTR {
			return n, err
		}
	}
}
