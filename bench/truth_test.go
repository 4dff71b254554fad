package bench

import (
	"regexp"
	"testing"

	"github.com/uriscan/uriscan/bench/corpus"
	"github.com/uriscan/uriscan/scanner"
)

// appendixB is the expression of RFC 3986, Appendix B, anchored at both ends.
var appendixB = regexp.MustCompile(`^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?$`)

// fields are the components that Appendix B tells apart. What is undefined is
// "", as most peers have it.
type fields struct{ scheme, authority, path, query, fragment string }

func truth(line string) fields {
	m := appendixB.FindStringSubmatch(line)
	return fields{m[2], m[4], m[5], m[7], m[9]}
}

// wrong counts the lines of c of which answer does not say the truth. Bytes are
// compared: what lower-cases or fills in while parsing has lost what it was given, which
// is what is counted.
func wrong(c *corpus.Corpus, answer func(line string) (fields, bool)) int {
	n := 0
	for _, line := range c.Strings() {
		got, ok := answer(line)
		if ok != c.Kind.Valid() || ok && got != truth(line) {
			n++
		}
	}
	return n
}

// TestAnswers holds the scanner to the truth on every line of every corpus,
// and to the offset of every fault that is known.
func TestAnswers(t *testing.T) {
	for _, kind := range corpus.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			c := open(t, kind)
			if n := wrong(c, scannerFields); n != 0 {
				t.Errorf("Parse is wrong of %d lines of %s, want 0", n, c.Source)
			}
			for i, at := range c.Faults {
				if _, fault := scanner.Locate(c.Lines[i], scanner.URIReference); fault.Offset() != at {
					t.Errorf("Locate(%q) = fault at %d, want %d", c.Lines[i], fault.Offset(), at)
				}
			}
		})
	}
}
