package term

import (
	"os"
	"runtime"
	"strings"

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

// SpeaksUTF8 reports whether the locale is a UTF-8 one: as in POSIX, the first of
// these variables that is set decides.
func SpeaksUTF8() bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale := os.Getenv(name); locale != "" {
			charset := strings.ToLower(strings.ReplaceAll(locale, "-", ""))
			return strings.Contains(charset, "utf8")
		}
	}
	return false
}

// EndOfTyping is how the end of input is typed.
var EndOfTyping = map[bool]string{true: "Ctrl-Z and Enter", false: "Ctrl-D"}[runtime.GOOS == "windows"]
