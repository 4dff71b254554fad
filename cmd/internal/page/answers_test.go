package page

import (
	"fmt"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/prose"
	"github.com/uriscan/uriscan/internal/testkit/answers"
	"github.com/uriscan/uriscan/internal/testkit/reads"
)

// Many pages have what they had before: tags, quotes and elements as they meet by chance.
func TestAnswers(t *testing.T) {
	read := func(x *Options, n int) func(string) string {
		return func(in string) (out string) {
			var p Page
			p.Read(x, reads.InPieces(in, n, false), prose.Cursor{Line: 1}, x.Base, func(f prose.Found) {
				out += fmt.Sprintf("%d:%d %s %s%d%t", f.Line, f.Column, f.URI, f.Flaw, f.Left, f.Refers)
				if x.Tags {
					out += " " + f.Element + "." + f.Attr + "." + f.Rel
				}
				out += ", "
			})
			return out
		}
	}
	plain, resolved, any := pageOf(t, false, ""), pageOf(t, true, "http://h/d/p"), pageOf(t, true, "")
	resolved.Repair, any.Tags, any.Text.AnyScheme, any.Text.MaxLen = true, true, true, 15
	answers.Check(t, map[string]func(string) string{
		"plain": read(plain, 1<<20), "resolved": read(resolved, 7), "any": read(any, 40),
		"prolog": func(in string) string {
			rest, isWhole := AfterProlog([]byte(in))
			return fmt.Sprint(len(rest), isWhole, Begins(rest, true), Begins(rest, false))
		},
		"shapes": func(in string) (out string) {
			for shape := range refresh + 1 {
				shape.each([]byte(in), func(start, end int) { out += fmt.Sprint(start, "-", end, " ") })
				out += strings.Repeat("/", int(shape)+1)
			}
			return out
		},
	})
}
