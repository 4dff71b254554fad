package bench

import (
	"net/url"
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

// scannerFields returns what the scanner says of line.
func scannerFields(line string) (fields, bool) {
	ref, err := scanner.Parse(line)
	return fields{
		ref.Scheme().OfString(line), ref.Authority().OfString(line), ref.Path().OfString(line),
		ref.Query().OfString(line), ref.Fragment().OfString(line),
	}, err == nil
}

// netURLFields returns what net/url says of line. It decodes what it parses;
// the forms that its documentation calls encoded come nearest to the octets.
func netURLFields(line string) (fields, bool) {
	u, err := url.Parse(line)
	if err != nil {
		return fields{}, false
	}
	f := fields{u.Scheme, u.Host, u.EscapedPath(), u.RawQuery, u.EscapedFragment()}
	if u.User != nil {
		f.authority = u.User.String() + "@" + u.Host
	}
	if u.Opaque != "" {
		f.path = u.Opaque
	}
	return f, true
}

// wrong counts the lines of c of which answer does not say the truth.
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
