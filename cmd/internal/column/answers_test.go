package column

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit/answers"
)

// found says what c finds in a line, where its bytes are, and what becomes of results.
func found(c Column) func(string) string {
	return func(in string) (out string) {
		cell := &Cell{Column: c}
		cell.Reset([]byte(in))
		f := c.Find(cell)
		for n := 0; ; n++ {
			out += fmt.Sprintf("%s.%d %q %d-%d.%d %t%t%t %q", f.Kind, f.Offset, cell.Value, cell.Start, cell.End, cell.Tail, cell.Quoted, cell.Whole, cell.Absent, cell.Method)
			for i := range len(cell.Value) + 1 {
				out += fmt.Sprint(" ", cell.At(i))
			}
			if !cell.More() || n == 5 {
				break
			}
			cell.Next()
		}
		for _, text := range []string{"a", in} {
			enclosed, ok := c.Enclose([]byte("{x"+text), 2, cell)
			out += fmt.Sprintf(" %q%t", enclosed, ok)
			if cell.Whole {
				added, ok := c.AppendColumn(append([]byte(nil), cell.Line[:cell.Tail]...), cell, "n", []byte(text))
				out += fmt.Sprintf(" %q%t", added, ok)
			}
		}
		return out
	}
}

// names says what the columns are called in a line.
func names(c Column) func(string) string {
	return func(in string) string {
		cell := &Cell{Column: c, Field: math.MaxInt, Names: []string{}}
		cell.Reset([]byte(in))
		c.Find(cell)
		return fmt.Sprintf("%q", cell.Names)
	}
}

// formatted reads the lines after the first by the format that this is.
func formatted(in string) (out string) {
	format, lines, _ := strings.Cut(in, "\n")
	for _, referer := range []bool{false, true} {
		f, err := ParseLogFormat(format, referer)
		if err != nil {
			out += err.Error() + " "
			continue
		}
		for line := range strings.SplitSeq(lines, "\n") {
			out += found(&Log{Format: f, End: '\n'})(line)
		}
	}
	return out
}

// ends says where records of CSV end, however they come.
func ends(in string) (out string) {
	e := CSVEnds{Comma: ';'}
	out = fmt.Sprint(e.Last([]byte(in)))
	e.Reset()
	for rest := []byte(in); len(rest) > 0; {
		n := e.Next(rest) + 1
		out += fmt.Sprint(" ", n)
		if n == 0 {
			break
		}
		rest = rest[n:]
	}
	for i := 0; i < len(in); i += 3 {
		out += fmt.Sprint(" ", e.Last([]byte(in[i:min(i+3, len(in))])))
	}
	return out
}

func TestAnswers(t *testing.T) {
	path := func(s string) JSONPath {
		p, err := ParseJSONPath(s)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	answers.Check(t, map[string]func(string) string{
		"blanks": found(&Plain{Number: 3, Delim: ' ', Blanks: true, End: '\n'}), "plain": found(&Plain{Number: 2, Delim: ',', End: 0}),
		"csv": found(&CSV{Number: 2, Comma: ','}), "semi": found(&CSV{Number: 1, Comma: ';'}), "ends": ends,
		"names": names(&CSV{Comma: ','}), "blankNames": names(&Plain{Delim: ' ', Blanks: true}),
		"json": found(&JSON{Path: path("a.1")}), "many": found(&JSON{Path: path("a[].b")}), "raw": found(&JSON{Path: path("."), IsRaw: true}),
		"target": found(&Log{End: '\n'}), "referer": found(&Log{Referer: true, End: '\n'}), "format": formatted,
		"path": func(in string) string { p, err := ParseJSONPath(in); return fmt.Sprint(p, p.HasMany(), err) },
	})
}
