// Package cases has the test cases of several packages: the examples of section
// 5.4, the cases of traps.jsonl, and all short strings of some pieces. Only
// tests import it.
package cases

import (
	_ "embed"
	"encoding/json"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
)

// Base is the base of section 5.4.
const Base = "http://a/b/c/d;p?q"

// Examples are the examples of 5.4.1 and 5.4.2, in their order.
var Examples = []struct{ Section, Ref, Want string }{
	{"5.4.1", "g:h", "g:h"},
	{"5.4.1", "g", "http://a/b/c/g"},
	{"5.4.1", "./g", "http://a/b/c/g"},
	{"5.4.1", "g/", "http://a/b/c/g/"},
	{"5.4.1", "/g", "http://a/g"},
	{"5.4.1", "//g", "http://g"},
	{"5.4.1", "?y", "http://a/b/c/d;p?y"},
	{"5.4.1", "g?y", "http://a/b/c/g?y"},
	{"5.4.1", "#s", "http://a/b/c/d;p?q#s"},
	{"5.4.1", "g#s", "http://a/b/c/g#s"},
	{"5.4.1", "g?y#s", "http://a/b/c/g?y#s"},
	{"5.4.1", ";x", "http://a/b/c/;x"},
	{"5.4.1", "g;x", "http://a/b/c/g;x"},
	{"5.4.1", "g;x?y#s", "http://a/b/c/g;x?y#s"},
	{"5.4.1", "", "http://a/b/c/d;p?q"},
	{"5.4.1", ".", "http://a/b/c/"},
	{"5.4.1", "./", "http://a/b/c/"},
	{"5.4.1", "..", "http://a/b/"},
	{"5.4.1", "../", "http://a/b/"},
	{"5.4.1", "../g", "http://a/b/g"},
	{"5.4.1", "../..", "http://a/"},
	{"5.4.1", "../../", "http://a/"},
	{"5.4.1", "../../g", "http://a/g"},
	{"5.4.2", "../../../g", "http://a/g"},
	{"5.4.2", "../../../../g", "http://a/g"},
	{"5.4.2", "/./g", "http://a/g"},
	{"5.4.2", "/../g", "http://a/g"},
	{"5.4.2", "g.", "http://a/b/c/g."},
	{"5.4.2", ".g", "http://a/b/c/.g"},
	{"5.4.2", "g..", "http://a/b/c/g.."},
	{"5.4.2", "..g", "http://a/b/c/..g"},
	{"5.4.2", "./../g", "http://a/b/g"},
	{"5.4.2", "./g/.", "http://a/b/c/g/"},
	{"5.4.2", "g/./h", "http://a/b/c/g/h"},
	{"5.4.2", "g/../h", "http://a/b/c/h"},
	{"5.4.2", "g;x=1/./y", "http://a/b/c/g;x=1/y"},
	{"5.4.2", "g;x=1/../y", "http://a/b/c/y"},
	{"5.4.2", "g?y/./x", "http://a/b/c/g?y/./x"},
	{"5.4.2", "g?y/../x", "http://a/b/c/g?y/../x"},
	{"5.4.2", "g#s/./x", "http://a/b/c/g#s/./x"},
	{"5.4.2", "g#s/../x", "http://a/b/c/g#s/../x"},
	{"5.4.2", "http:g", "http:g"},
}

//go:embed traps.jsonl
var traps string

// Traps calls test with each row of traps.jsonl that is for one operation: cases derived
// from the text of the RFC, with their reasons. It fails if there are not n of them.
func Traps[R any](t *testing.T, op string, n int, test func(row R)) {
	t.Helper()
	rows := 0
	for line := range strings.Lines(traps) {
		var is struct{ Op string }
		if testkit.Must(t, json.Unmarshal([]byte(line), &is)); is.Op == op {
			rows++
			var row R
			testkit.Must(t, json.Unmarshal([]byte(line), &row))
			test(row)
		}
	}
	if rows != n {
		t.Errorf("traps.jsonl has %d cases for %s, want %d", rows, op, n)
	}
}

// Words returns all strings of up to n characters of the alphabet, one fewer with -short.
func Words(alphabet string, n int) []string {
	if testing.Short() {
		n--
	}
	return Sequences(n, strings.Split(alphabet, "")...)
}

// Sequences returns all strings of up to n of the pieces, the shorter ones first.
func Sequences(n int, pieces ...string) []string {
	all := []string{""}
	for first := 0; n > 0; n-- {
		last := len(all)
		for _, s := range all[first:last] {
			for _, p := range pieces {
				all = append(all, s+p)
			}
		}
		first = last
	}
	return all
}
