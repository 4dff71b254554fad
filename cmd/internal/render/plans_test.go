package render

import (
	"bytes"
	"encoding/hex"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
	"github.com/uriscan/uriscan/scanner"
)

// shapes makes references of all shapes, good and bad.
func shapes(rng *rand.Rand, n int) []byte {
	pick := func(from ...string) string { return from[rng.IntN(len(from))] }
	var in []byte
	for range n {
		host := pick("", "h", "192.0.2.1", "[::1]", "[v1.x]", strings.Repeat("host.", 13))
		authority := pick("", "//"+pick("", "@", "u:p@")+host+pick("", ":", ":80"))
		path := pick("", "/", "a/b", "/"+strings.Repeat("path/", rng.IntN(20)*rng.IntN(20)))
		in = append(in, pick("", "a:", "http:")+authority+path+pick("", "?", "?q=1")+pick("", "#", "#f")+pick("\n", "\n", "\r\n", " \n")...)
	}
	return in
}

// slowLine prints the fields of t one after the other.
func slowLine(dst []byte, t Template, src []byte, ref scanner.Ref, in *column.Cell) []byte {
	for _, s := range t {
		dst = append(dst, s.Text...)
		if s.Field != nil {
			dst = s.Append(dst, src, ref, in)
		}
	}
	return dst
}

// cellOf returns line as the value of a line of JSON, with escapes if it is short.
func cellOf(rng *rand.Rand, line []byte) *column.Cell {
	text := []byte{'"'}
	for _, b := range line {
		if len(line) < 60 && rng.IntN(3) == 0 {
			text = append(text, `\u00`...)
			text = hex.AppendEncode(text, []byte{b})
		} else {
			text = append(text, b)
		}
	}
	c := &column.Cell{Column: &column.JSON{}}
	c.Reset(append(text, '"'))
	c.Column.Find(c)
	return c
}

// What is printed by plans is what the fields print one after the other, of many
// lines and of each.
func TestPlansAsFields(t *testing.T) {
	t.Parallel()
	room := make([]byte, wide)
	if appendWide(room[:0], bytes.Repeat([]byte{'a'}, wide)[:2]); room[wide-1] != 'a' {
		t.Errorf("two bytes are copied as %q, want %d with what follows them", room, wide)
	}
	templates := map[string]Template{
		"tsv": TSVTemplate(false), "json": JSONTemplate(false), "tsv, offsets": TSVTemplate(true), "json, offsets": JSONTemplate(true),
	}
	for name, text := range map[string]string{
		"nothing":  "",
		"text":     "text " + strings.Repeat("that is long ", 5),
		"fallback": "{scheme|none}\t{port|}{userinfo|" + strings.Repeat("-", 200) + "}{valid}",
		"twice":    "{path}{path}{authority}{host_kind|-}{path_kind}{form}{host}{host}{fragment}{query}",
		"offsets":  "{path_start}{port_end|-}{form}",
		"derived":  "{site|-}{query.q|none} {effective_port}{path:decoded}{#fragment}{:port|}{directory}{ext}{template}",
		"places":   "{value} {kind|-}{byte|}{value}",
	} {
		f, err := ParseTemplate(text)
		testkit.Must(t, err)
		templates[name] = append(f, Slot{Text: "\n"})
	}
	rng := rand.New(rand.NewPCG(52, 1))
	for name, format := range templates {
		plans := NewPlans(format)
		for range sizes.Times(40) {
			in := shapes(rng, rng.IntN(500))
			found, _ := scanner.AppendLines(nil, in, '\n')
			var good []scanner.Line
			var want []byte
			for _, l := range found {
				if l.Fault != (scanner.Fault{}) {
					continue
				}
				good = append(good, l)
				line, cell := in[l.Start:l.End], cellOf(rng, in[l.Start:l.End])
				want = slowLine(want, format, line, l.Ref, nil)
				got, _ := plans.Line(nil, line, l.Ref, cell)
				if each := slowLine(nil, format, line, l.Ref, cell); !bytes.Equal(got, each) {
					t.Errorf("%s of %q = %q, want %q", name, line, got, each)
				}
			}
			if got := plans.Lines(nil, in, good); !bytes.Equal(got, want) {
				t.Errorf("%s of many in %q = %q, want %q", name, in, got, want)
			}
		}
		for i := range plans.made {
			if p := plans.made[i].Load(); p != nil && slices.ContainsFunc(*p, func(part planPart) bool { return cap(part.text) < wide }) {
				t.Errorf("%s: a text of plan %d has no room to be copied without a call", name, i)
			}
		}
	}
}
