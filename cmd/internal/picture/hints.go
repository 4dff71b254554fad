package picture

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/scanner"
)

// unwritten are the ASCII characters that people write in URLs as they are.
const unwritten = ` "#<>@[\]^{|}` + "`"

// hintOfBad says what may be meant by a bad line, "" if nothing is likely. No word is longer
// than width, unless it always is.
func hintOfBad(src []byte, f diag.Flaw, width int) string {
	if hint := diag.LooksLike(src); hint != "" {
		return "it looks like " + hint
	}
	ref := scanner.Split(src)
	host, port := ref.Host(), ref.Port()
	if r, size := utf8.DecodeRune(src[f.Offset:]); size > 0 && (strings.ContainsRune(unwritten, r) || r > unicode.MaxASCII) {
		char := src[f.Offset : f.Offset+size]
		name := string(char)
		if size == 1 || !unicode.IsPrint(r) {
			name = quoted(char[0])
		}
		hint := fmt.Sprintf("%s: write %s", name, lut.AppendPctEncoded(nil, char, lut.Set{}))
		if f.Offset < int(host.Start) || f.Offset >= int(host.End) || host.Len() > 255 { // a name is not longer
			return hint
		}
		ascii, err := idna.Lookup.ToASCII(string(host.Of(src)))
		if err != nil || len(ascii) > width {
			return hint
		}
		return hint + ", in a host " + ascii
	}
	if before := src[max(0, f.Offset-2):f.Offset]; bytes.IndexByte(before, '%') >= 0 && (f.Kind == "bad-percent" || f.Kind == "unexpected-end") {
		return "a % that begins no escape: write %25"
	}
	digits := bytes.TrimLeft(port.Of(src), "0123456789")
	if at := int(port.End) - len(digits); len(digits) > 0 && at < f.Offset {
		return fmt.Sprintf("if this is a port: bad-port at byte %d", at+1)
	}
	return ""
}

// The beginnings of what people write for an absolute URI, if that is read as a path or as a
// scheme.
var (
	hostAsPath   = regexp.MustCompile(`^(www\.[^/?#]|[\w.-]+\.[A-Za-z]{2,}/)`)
	hostAsScheme = regexp.MustCompile(`^((localhost|[\w-]+(\.[\w-]+)+):\d{1,5}([/?#]|$)|[\w-]+:\d{1,5}/)`)
)

// hintOfGood says that a host may be meant where none is read, "" if it is not likely.
func hintOfGood(src []byte, ref scanner.Ref) string {
	const hint = "its start is read as a %s; if that is a host, write http:// before it"
	switch hasScheme := ref.Has(scanner.Scheme); {
	case hasScheme && hostAsScheme.Match(src):
		return fmt.Sprintf(hint, "scheme")
	case !hasScheme && hostAsPath.Match(src):
		return fmt.Sprintf(hint, "path")
	}
	return ""
}
