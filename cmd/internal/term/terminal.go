package term

import (
	"os"
	"runtime"

	"golang.org/x/term"
)

// IsTerminal reports whether stream is a terminal.
func IsTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Columns returns how many columns stream has, or 80 if that is not known.
func Columns(stream any) int {
	if f, ok := stream.(*os.File); ok {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
			return width
		}
	}
	return 80
}

// EndOfTyping is how the end of input is typed.
var EndOfTyping = typed(runtime.GOOS)

func typed(system string) string {
	if system == "windows" {
		return "Ctrl-Z and Enter"
	}
	return "Ctrl-D"
}
