package record

import (
	"bytes"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/scanner"
	"github.com/uriscan/uriscan/scanner/target"
)

// ToNormalize returns what is normalized for src, which ref locates: src itself or, for some
// request-targets, a reference that has before bytes before src, as its normal form has. For
// an origin-form whose path may begin with "//" they are an authority, and for the
// authority-form a "//". The port of the latter stays: without it, it would be no target. So does the
// empty path of OPTIONS, which asks for the whole server as "*" does (RFC 9110, 4.2.3).
func ToNormalize(src []byte, ref scanner.Ref, c *column.Cell, ladder normalize.Flags) (before int, text []byte, of scanner.Ref, rungs normalize.Flags) {
	lead := ""
	switch {
	case c.Form == target.OriginForm && bytes.Contains(src, doubleSlash):
		lead = "//-"
	case c.Form == target.AuthorityForm:
		lead = "//"
		ladder &^= normalize.EmptyPort | normalize.DefaultPort
	case c.Form == target.AbsoluteForm && string(c.Method) == "OPTIONS":
		ladder &^= normalize.EmptyPath
	}
	if lead == "" {
		return 0, src, ref, ladder
	}
	c.Scratch = append(append(column.RoomFor(c.Scratch, len(lead)+len(src)), lead...), src...)
	of, _ = scanner.Locate(c.Scratch, scanner.URIReference)
	return len(lead), c.Scratch, of, ladder
}

// HostRungs are the rungs that change schemes and hosts: these have no case, and IPv6 has more
// than one spelling.
const HostRungs = normalize.Case | normalize.PercentEncoding | normalize.IPv6

var doubleSlash = []byte("//")
