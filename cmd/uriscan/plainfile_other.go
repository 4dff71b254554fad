//go:build !unix

package main

import "os"

// A plainFile is a regular file that is read once.
type plainFile struct{ *os.File }

// open opens a file.
func (f *plainFile) open(name string, _ *neighbours) (err error) {
	f.File, err = os.Open(name)
	return err
}
