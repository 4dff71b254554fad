package bench

import (
	"fmt"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/fredbi/uri"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/scanner"
	"github.com/valyala/fasthttp"
)

// columns has the parsers of the table by the heading of their column.
var columns = map[string]func(in string) string{
	"uriscan": func(in string) string {
		_, fault := scanner.Locate(in, scanner.URIReference)
		if err := fault.Err(); err != nil {
			return fmt.Sprintf("`%s` at offset %d", fault.Kind().String(), fault.Offset())
		}
		return "kept"
	},
	"net/url": written(url.Parse),
	"fasthttp": written(func(in string) (*fasthttp.URI, error) {
		u := new(fasthttp.URI)
		return u, u.Parse(nil, []byte(in))
	}),
	"fredbi/uri": written(uri.ParseReference),
}

// written returns the verdict on a parser that writes what it parsed.
func written[U fmt.Stringer](parse func(in string) (U, error)) func(in string) string {
	return func(in string) string {
		u, err := parse(in)
		switch {
		case err != nil:
			return "refused"
		case in != u.String():
			return fmt.Sprintf("becomes `%s`", u)
		}
		return "kept"
	}
}

// TestClaims checks every cell of the table in the README that compares uriscan with
// other parsers.
func TestClaims(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	testkit.Must(t, err)
	var head []string
	cells := 0
	for line := range strings.Lines(string(text)) {
		row := tableRow(line)
		switch {
		case len(row) == 0:
			head = nil
		case row[0] == "input":
			head = row
		case head != nil && !strings.HasPrefix(row[0], "---"):
			cells += checkRow(t, head, row)
		}
	}
	if cells < 40 {
		t.Errorf("README.md makes %d claims, want a table of at least 40", cells)
	}
}

// tableRow returns the cells of a line of a table, or nil for any other line.
func tableRow(line string) []string {
	line = strings.TrimSpace(line)
	if !strings.HasPrefix(line, "|") {
		return nil
	}
	row := strings.Split(strings.Trim(line, "|"), " | ")
	for i := range row {
		row[i] = strings.TrimSpace(row[i])
	}
	return row
}

var quoted = regexp.MustCompile("^`(.*)`$")

// checkRow compares the cells of row with the verdicts of the parsers of head, and
// returns the number of cells.
func checkRow(t *testing.T, head, row []string) int {
	in := quoted.FindStringSubmatch(row[0])
	if in == nil || len(row) != len(head) {
		t.Errorf("README.md has the row %q, want an input in backquotes and %d cells", row, len(head))
		return 0
	}
	n := 0
	for i, name := range head {
		column, ok := columns[strings.Fields(name)[0]]
		if !ok {
			continue
		}
		n++
		if got := column(in[1]); got != row[i] {
			t.Errorf("%s of %s = %s, want %s", name, row[0], got, row[i])
		}
	}
	return n
}
