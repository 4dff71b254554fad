package stream

import (
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// emptyRoom returns how much the pipe w takes without waiting if nothing is in it,
// else 0.
func emptyRoom(w io.Writer) (room int) {
	f, ok := w.(*os.File)
	if !ok {
		return 0
	}
	raw, err := f.SyscallConn()
	if err != nil {
		return 0
	}
	// What fails leaves 0.
	_ = raw.Control(func(fd uintptr) {
		if unread, err := unix.IoctlGetInt(int(fd), unix.TIOCINQ); err != nil || unread > 0 {
			return
		}
		if size, err := unix.FcntlInt(fd, unix.F_GETPIPE_SZ, 0); err == nil {
			room = size
		}
	})
	return room
}
