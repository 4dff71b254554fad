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

// endOfTyping is how the end of input is typed.
var endOfTyping = typed(runtime.GOOS)

func typed(system string) string {
	if system == "windows" {
		return "Ctrl-Z and Enter"
	}
	return "Ctrl-D"
}
