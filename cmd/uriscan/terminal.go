package main

import (
	"os"
	"runtime"

	"golang.org/x/term"
)

// isTerminal tells whether somebody sits at the other end of stream.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// columnsOf returns how many columns stream has, 80 if nobody knows.
func columnsOf(stream any) int {
	if f, ok := stream.(*os.File); ok {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
			return width
		}
	}
	return 80
}

// endOfTyping is how the end of input is typed.
var endOfTyping = typed(runtime.GOOS)

func typed(system string) string {
	if system == "windows" {
		return "Ctrl-Z and Enter"
	}
	return "Ctrl-D"
}
