package extract

import (
	"fmt"

	"github.com/uriscan/uriscan/internal/prose"
)

// leftOut says why a value is left out, what such values are, and what to do about them.
var leftOut = [prose.Lefts]struct{ why, what, hint string }{
	prose.GoesOn:       {"it goes on with what no URI has", "URLs that go on with characters that no URI has", ""},
	prose.NotReference: {"it is no valid reference", "values that are no valid references", ""},
	prose.NoHost:       {"browsers refuse it or read it as another URL", "values that browsers refuse or read as other URLs", ""},
	prose.BadBase:      {"the base of its page is not valid", "relative references on pages whose base is not valid", ""},
	prose.Unclear:      {"browsers may read tags of its page as text", "relative references on pages whose tags browsers may read as text", ""},
	prose.Variable:     {"it has a variable", "URLs with a variable in them", ""},
	prose.Wrapped:      {"it goes on in the next line", "URLs in <...> that go on in the next line", "; --join joins them in texts"},
	prose.NoBase:       {"it has no base", "relative references without a base", "; --base URI resolves them"},
}

// appendLeftOut appends a line for each reason for which something was left out.
func (w *walker) appendLeftOut(dst []byte) []byte {
	if w.Quiet {
		return dst
	}
	for i := range w.left[1:] {
		if n := w.left[1+i].Load(); n > 0 {
			dst = fmt.Appendf(dst, "uriscan: %s, left out: %d%s\n", leftOut[1+i].what, n, leftOut[1+i].hint)
		}
	}
	if n := w.compressedLeft.Load(); n > 0 && w.Compressed == fastCompressed {
		dst = fmt.Appendf(dst, "uriscan: files of bzip2 data in folders that were skipped: %d; --compressed all searches them\n", n)
	}
	if n := w.oddLeft.Load(); n > 0 {
		dst = fmt.Appendf(dst, "uriscan: files of xz, zip or UTF-16 data in folders that were skipped: %d; --verbose names them\n", n)
	}
	return dst
}
