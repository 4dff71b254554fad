//go:build !unix

package main

import "io/fs"

// neighbours are files that come one after the other from the same folder.
type neighbours struct{}

// look returns the size of an entry of a folder that is a regular file, and whether it
// is one of others.
func (*neighbours) look(_ string, entry fs.DirEntry, others []fs.FileInfo) (size int64, isOther bool, err error) {
	return lookAt(entry, others)
}

func (*neighbours) close() {}
