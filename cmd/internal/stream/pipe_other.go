//go:build !linux

package stream

import "io"

// emptyRoom is for systems that do not report how much there is in a pipe.
func emptyRoom(io.Writer) int { return 0 }
