package extract

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/uriscan/uriscan/internal/prose"
	"github.com/uriscan/uriscan/normalize/repair"
	"github.com/uriscan/uriscan/normalize/repair/idnahost"
)

// printRepaired prints a URL that goes on beyond ASCII, encoded, if it has nothing else that no
// URI has, and reports whether it did. Only letters, marks and digits count: in a text,
// punctuation beyond ASCII delimits URLs, and other bytes, such as "|", delimit them as often as
// they belong to them.
func (s *searcher) printRepaired(f prose.Found) bool {
	uri := bytes.TrimRight(f.URI, " \t\r\n.,:;!?'")
	if !f.Whole || bytes.ContainsFunc(uri, isDelimiter) {
		return false
	}
	if bytes.IndexByte(uri, '(') < 0 {
		uri = bytes.TrimRight(uri, ").,:;!?'")
	}
	out, ref, fixes, err := repair.AppendHosts(s.fixed[:0], uri, 0, idnahost.Append)
	s.fixed = out
	if err != nil || fixes == 0 || fixes&^(repair.NonASCII|repair.Host) != 0 || ref.Len() > s.MaxLine {
		return false
	}
	s.left[f.Left].Add(-1) // it was counted
	f.URI, f.Left = out, prose.Not
	s.printOne(f)
	return true
}

func isDelimiter(r rune) bool {
	return r >= utf8.RuneSelf && (r == utf8.RuneError || !unicode.In(r, unicode.L, unicode.M, unicode.N))
}
