package picture

import (
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/internal/testkit/answers"
	"github.com/uriscan/uriscan/scanner"
)

// Many references are drawn as they were, good ones and bad ones.
func TestAnswers(t *testing.T) {
	draw := func(p Picture) func(string) string {
		return func(in string) string {
			ref, fault := scanner.Locate(in, scanner.URIReference)
			if fault != (scanner.Fault{}) {
				return string(p.AppendBad(nil, []byte(in), diag.FlawOf(fault)))
			}
			return string(p.AppendGood(nil, []byte(in), ref))
		}
	}
	answers.Check(t, map[string]func(string) string{"narrow": draw(Picture{Width: LeastWidth}), "coloured": draw(Picture{Width: 60, Colors: true}), "looks": func(in string) string { return diag.LooksLike([]byte(in)) }})
}
