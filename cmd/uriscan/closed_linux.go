package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// startedWithoutOutput reports whether a shell has closed standard output (>&-). The runtime has
// then opened the null device, to read and to write. So do some languages where a program
// asks for no output; a shell opens it to write only, and leaves its own output as it is.
func startedWithoutOutput() bool {
	flags, err := unix.FcntlInt(uintptr(unix.Stdout), unix.F_GETFL, 0)
	if own, _ := os.Readlink("/proc/self/fd/1"); own != os.DevNull || err != nil || flags&unix.O_ACCMODE != unix.O_RDWR {
		return false
	}
	parent := fmt.Sprintf("/proc/%d/", os.Getppid())
	name, _ := os.ReadFile(parent + "comm")
	output, _ := os.Readlink(parent + "fd/1")
	shells := []string{"sh", "bash", "dash", "zsh", "ksh", "fish", "busybox"}
	return output != os.DevNull && slices.Contains(shells, strings.TrimSpace(string(name)))
}
