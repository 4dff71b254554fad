package warc

import (
	"fmt"
	"sync"
	"testing"

	"github.com/uriscan/uriscan/internal/prose"
	"github.com/uriscan/uriscan/internal/testkit/answers"
	"github.com/uriscan/uriscan/internal/testkit/reads"
)

// Many archives have what they had before.
func TestAnswers(t *testing.T) {
	read := func(x *Options, n int, broken bool) func(string) string {
		return func(in string) string {
			r := idle.Get().(*Records)
			defer idle.Put(r)
			var all []string
			r.Read(x, reads.InPieces(in, n, broken), prose.Cursor{Line: 1}, reads.Into(&all))
			return fmt.Sprintf("%q", all)
		}
	}
	answers.Check(t, map[string]func(string) string{
		"based": read(archiveOf(t, true, "http://base/"), 5, false), "alone": read(archiveOf(t, true, ""), 1<<20, false), "broken": read(archiveOf(t, false, ""), 64, true),
		"cut": func(in string) (out string) {
			var c Cutter
			for rest := []byte(in); ; {
				n := c.LastRecord(rest)
				out += fmt.Sprint(n, " ")
				if n == 0 {
					return out
				}
				c.Passed(n)
				rest = rest[n:]
			}
		},
	})
}

var idle = sync.Pool{New: func() any { return new(Records) }}
