package main

import (
	"io"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/stream"
)

// endWithReader ends the process once nobody reads out, if that is a pipe or a socket. A
// write would say so, but there is none while the command waits for a row.
func endWithReader(out io.Writer) {
	f, ok := out.(*os.File)
	if info := stream.StatOf(out); !ok || info.Mode()&(fs.ModeNamedPipe|fs.ModeSocket) == 0 {
		return
	}
	fd := []unix.PollFd{{Fd: int32(f.Fd())}}
	go func() {
		for fd[0].Revents == 0 {
			if _, err := unix.Poll(fd, -1); err != nil && err != unix.EINTR {
				return
			}
		}
		os.Exit(diag.ExitGood)
	}()
}
