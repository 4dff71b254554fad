package prose

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/fuzz/cases"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
	"github.com/uriscan/uriscan/scanner"
)

var (
	twinHead    = regexp.MustCompile(`[A-Za-z0-9+.-]*://`)
	twinList    = regexp.MustCompile(`^(?:[,;]|&[A-Za-z0-9#]{0,8};)[A-Za-z][A-Za-z0-9+.-]*://`)
	twinEntity  = regexp.MustCompile(`&[A-Za-z0-9#]{0,8};$`)
	twinQuoted  = regexp.MustCompile(`^&[A-Za-z0-9#]{0,8};`)
	twinDelimit = regexp.MustCompile(`(?i)^&(?:lt|gt|quot|apos|nbsp|#34|#39|#x27|#60|#62);`)
	twinComment = regexp.MustCompile(`^(?:\s|$)`)
	twinContent = regexp.MustCompile(`[A-Za-z0-9/]`)
	twinMore    = regexp.MustCompile(`^(?:[ü^]|\[(?:[^/]|$)|[)}#|"][A-Za-z0-9]|[)}#|]/)`)
	twinJoined  = regexp.MustCompile(`^。[-./_~%:@?=#+]?(?:[A-Za-z0-9ü])`)
	twinHost    = regexp.MustCompile(`^[^/]*//[^/?#]*$`)
	twinOutside = regexp.MustCompile(`^(?:[ \n<>。]|\[/|$)`)
	twinBar     = regexp.MustCompile(`^[)}|"][A-Za-z0-9+.-]*://`)
	twinWrapped = regexp.MustCompile(`^[ ]*\n[ ]*([A-Za-z0-9.,;:/?#\[\]@!$&'()*+_~=%-]+?)(?:&gt;|[>\n]|$)`)
	twinNext    = regexp.MustCompile(`[,;][A-Za-z][A-Za-z0-9+.-]*://`)
)

// twinOfFind returns the URIs in text by the rules of the help, each tried at each byte.
func twinOfFind(text string) (found []string) {
	from, outer := 0, ""
	for at := 0; ; {
		head := twinHead.FindStringIndex(text[at:])
		if head == nil {
			return found
		}
		start, rest := at+head[0], at+head[1]
		at = rest - len("//")
		if start < from || strings.Trim(text[start:start+1], "0123456789+.-:") == "" {
			continue
		}
		before := text[max(0, start-1):start]
		if twinEntity.MatchString(text[:start]) {
			before = ""
		}
		if start-1 != from || from == 0 || before != "," && before != ";" {
			outer = before
		}
		stop := twinStop(text, rest, before+outer)
		if twinGoesOn(text[stop:], before+outer) || twinHost.MatchString(text[start:stop]) && twinJoined.MatchString(text[stop:]) {
			found = append(found, text[start:stop]+"…")
			for from = stop; !twinOutside.MatchString(text[from:]) && (!strings.Contains(`}|"`, text[from:from+1]) || twinGoesOn(text[from:], before+outer)); from++ {
			}
			if next := twinNext.FindStringIndex(text[stop:from]); next != nil {
				from = stop + next[0] + 1
			}
			at = from
			continue
		}
		if wrapped := twinWrapped.FindStringSubmatch(text[stop:]); (before == "<" || strings.HasSuffix(text[:start], "&lt;")) && wrapped != nil && !strings.HasPrefix(wrapped[1], "&gt;") && !strings.Contains(wrapped[1], "://") {
			found = append(found, text[start:stop]+"…")
			from, at = stop, stop
			continue
		}
		uri := twinTrimmed(text, rest, stop, before)
		if twinContent.MatchString(text[rest:uri]) {
			found = append(found, text[start:uri])
		}
		from, at = uri, uri
	}
}

// twinGoesOn reports whether rest begins with more of a URL, which open precedes.
func twinGoesOn(rest, open string) bool {
	if rest != "" && strings.ContainsAny(open, map[byte]string{')': "(", '}': "{", '|': "|[", '"': `"`}[rest[0]]) || twinBar.MatchString(rest) {
		return false
	}
	return twinMore.MatchString(rest)
}

// twinStop returns where the URI of that head ends at the latest.
func twinStop(text string, head int, quotes string) int {
	for i, depth := head, 0; ; i++ {
		switch {
		case i == len(text), strings.Contains(" \n<>ü。^[}|\"", text[i:i+1]), text[i] == '#' && strings.Contains(text[head:i], "#"), text[i] == ')' && depth == 0,
			strings.Contains("',;", text[i:i+1]) && strings.Contains(quotes, text[i:i+1]),
			strings.Contains(quotes, ";") && twinQuoted.MatchString(text[i:]),
			twinDelimit.MatchString(text[i:]), twinList.MatchString(text[i:]):
			return i
		case text[i] == '(':
			depth++
		case text[i] == ')':
			depth--
		}
	}
}

// twinTrimmed returns where it ends without what people write after URIs.
func twinTrimmed(text string, head, end int, before string) int {
	for end > head {
		last := text[end-1 : end]
		entity := twinEntity.FindString(text[head:end])
		switch {
		case entity != "":
			end -= len(entity)
		case strings.Contains(".,;:!?'(", last), strings.Contains("*_~", last) && last == before:
			end--
		case strings.HasSuffix(text[head+1:end], "*/") && twinComment.MatchString(text[end:]):
			end -= 2
		default:
			return end
		}
	}
	return end
}

// All that is found in a text is what the rules say.
func TestFindTwin(t *testing.T) {
	t.Parallel()
	words := []string{"s://", "t+u://b", "://", "a", "B", "1", "-", "'", ",", ";", "(", ")", "*", "_", "/", "&lt;", "&#X27;", "&amp;", "&a", ".", "?", " ", "\n", "<", "<s://", ">", "&gt;", "ü", "。", "^", "b[", "b[/", " {t://", "}", "|", "\"", "#"}
	random := rand.New(rand.NewPCG(4, 4))
	f := finder{maxLen: 1 << 24}
	for range sizes.Times(100000) {
		text := testkit.Mixed(random, 2+random.IntN(10), words...)
		got := withoutPositions(f.find(t, text, 1000))
		if want := twinOfFind(text); !slices.Equal(got, want) {
			t.Fatalf("find(%q) = %q, want %q", text, got, want)
		}
	}
}

// A variable is anywhere in the host or, if there is no host, begins the path; elsewhere it
// has capitals, or is a number that no letter or digit precedes.
var twinVariable = regexp.MustCompile(`^[^/]*\$[\w(]|^/\$[\w(]|\$\(|{|%s|\$[A-Z][A-Z0-9_]*(?:\W|$)|[^A-Za-z0-9]\$[0-9][A-Z0-9_]*(?:\W|$)`)

// twinOfVariables returns the URI that "s://" and rest are, "" without one, "…" if it is left out.
func twinOfVariables(rest string) string {
	rest, whole := strings.TrimRight(rest, ".:"), rest
	switch {
	case twinVariable.MatchString(whole), !scanner.Valid("s://"+rest, scanner.URI):
		return "…"
	case strings.Trim(rest, ".:-_$") == "":
		return ""
	}
	return "s://" + rest
}

// No URL with a variable in it is printed.
func TestVariablesTwin(t *testing.T) {
	f := finder{maxLen: 1 << 24}
	for _, rest := range cases.Sequences(4, "a", ".", "-", "_", "$A", "$b", "$1", "$_", "${b}", "$(b)", "/", ":1", "%s", "{b}") {
		got := strings.Join(withoutPositions(f.find(t, "s://"+rest, 1000)), " ")
		if strings.HasSuffix(got, "…") {
			got = "…"
		}
		if want := twinOfVariables(rest); got != want {
			t.Fatalf("find(s://%s) = %q, want %q", rest, got, want)
		}
	}
}

// The place of a URI is right whatever was joined or decoded before it. Here the place is
// marked by a "^", with the URI after it.
func TestJoinedPlaces(t *testing.T) {
	f := finder{maxLen: 1 << 24}
	f.Join = true
	for _, marked := range cases.Sequences(3,
		"<^http://a/b|http://a/\nb>", "<^http://a/%4…|http://a/%4\n g>", "<x y>", "<x \n y\r\n z  zz>", "\n", "<Url:\r\n ^http://e/|http://\te/>",
		`"^http://c/d|http:\/\/c\/d"`, `\u003c^http://f/|http://f/\u003e`, "<^http://g/|http://g/ <", "<^http://k/l|http://k/\n \n  l>",
	) {
		parts := strings.Split(marked, "^")
		text, want := parts[0], []string(nil)
		for _, part := range parts[1:] {
			uri, raw, _ := strings.Cut(part, "|")
			want = append(want, fmt.Sprintf("%d:%d: %s", 1+strings.Count(text, "\n"), len(text)-strings.LastIndex(text, "\n"), uri))
			text += raw
		}
		if got := f.find(t, text, len(text)+1); !slices.Equal(got, want) {
			t.Fatalf("find(%q) = %q, want %q", text, got, want)
		}
	}
}

// A text is not cut after a "<" as long as the ">" may follow that joins a URI.
func TestOpenBracket(t *testing.T) {
	f := finder{maxLen: 1 << 24}
	f.Join = true
	const most = 8 << 10
	for n := most - 1; n < most+2; n++ {
		text := " <x://\n" + strings.Repeat("b", n-len("x://\n"))
		if at, open := OpenBracket([]byte(text)); open != (n <= most) || open && at != 1 {
			t.Errorf("openBracket of %d bytes after it = %d, %t, want 1 up to %d", n, at, open, most)
		}
		if joined := len(f.find(t, text+">", 2*most)) > 0; joined != (n <= most) {
			t.Errorf("a URI in brackets of %d bytes is joined: %t, want it up to %d", n, joined, most)
		}
	}
}

// Only a byte order mark at the very beginning of an input takes no columns.
func TestCursorBefore(t *testing.T) {
	for _, c := range []Cursor{{1, 0}, {1, 1}, {1, -3}, {2, 0}, {2, 5}} {
		for _, src := range []string{"", "x", "\ufeff", "\ufeffx", "\ufeff"[:2], "x\ufeff"} {
			want := c
			if c.Line == 1 && c.Column == 0 && strings.HasPrefix(src, "\ufeff") {
				want.Column = -3
			}
			if got := c.Before([]byte(src)); got != want {
				t.Errorf("%+v.Before(%q) = %+v, want %+v", c, src, got, want)
			}
		}
	}
}
