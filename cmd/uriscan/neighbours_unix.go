//go:build unix

package main

import (
	"io/fs"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// neighbours open the folder of files that come one after the other from the same one,
// so that the system need not follow the whole path to each: in a deep tree that takes
// longer than all else it does for a file. The zero value is ready for use.
type neighbours struct {
	folder string // of the last file, with a slash at its end
	fd     int    // of folder, if isOpen
	isOpen bool
}

// at returns the name of a file in its folder, and false if that is not open: it is from
// the second file of a folder on.
func (n *neighbours) at(path string) (name string, ok bool) {
	slash := strings.LastIndexByte(path, '/') + 1
	if path[:slash] != n.folder {
		n.close()
		n.folder = path[:slash]
		return "", false
	}
	if !n.isOpen && slash > 0 {
		fd, err := retry(func() (int, error) {
			return syscall.Open(n.folder, syscall.O_RDONLY|syscall.O_DIRECTORY|syscall.O_CLOEXEC, 0)
		})
		n.fd, n.isOpen = fd, err == nil
	}
	return path[slash:], n.isOpen
}

// open is open(2) for a file that is to be read.
func (n *neighbours) open(path string) (fd int, err error) {
	const flags = syscall.O_RDONLY | syscall.O_CLOEXEC
	if name, ok := n.at(path); ok {
		fd, err := retry(func() (int, error) { return unix.Openat(n.fd, name, flags, 0) })
		if err == nil {
			return fd, nil
		}
	}
	return retry(func() (int, error) { return syscall.Open(path, flags, 0) })
}

// look returns the size of an entry of a folder that is a regular file, and whether it
// is one of others.
func (n *neighbours) look(path string, entry fs.DirEntry, others []fs.FileInfo) (size int64, isOther bool, err error) {
	name, ok := n.at(path)
	if !ok {
		return lookAt(entry, others)
	}
	var found unix.Stat_t
	_, err = retry(func() (int, error) {
		return 0, unix.Fstatat(n.fd, name, &found, unix.AT_SYMLINK_NOFOLLOW)
	})
	if err != nil {
		return lookAt(entry, others)
	}
	for _, other := range others {
		if !isRegular(other) {
			continue
		}
		if known, ok := other.Sys().(*syscall.Stat_t); !ok || uint64(known.Ino) == uint64(found.Ino) {
			return lookAt(entry, others)
		}
	}
	return found.Size, false, nil
}

// close closes the folder.
func (n *neighbours) close() {
	if n.isOpen {
		syscall.Close(n.fd)
	}
	*n = neighbours{}
}
