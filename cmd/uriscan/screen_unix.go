//go:build linux || darwin

package main

import "golang.org/x/sys/unix"

// isOthers tells whether another program uses the terminal: a pager that reads
// keys, or one in the foreground while this one is not.
func isOthers(fd int) bool {
	if settings, err := unix.IoctlGetTermios(fd, getTermios); err == nil && settings.Lflag&unix.ICANON == 0 {
		return true
	}
	// It fails on a terminal that does not control this process, which is then
	// in neither ground.
	group, err := unix.IoctlGetInt(fd, unix.TIOCGPGRP)
	return err == nil && group != unix.Getpgrp()
}
