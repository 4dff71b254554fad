package page

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/uriscan/uriscan/fuzz/cases"
	"github.com/uriscan/uriscan/internal/prose"
)

func (s refsShape) references(value string) (all []string) {
	s.each([]byte(value), func(start, end int) { all = append(all, value[start:end]) })
	return all
}

// The result is that of HTML's steps, for every short sequence of what they distinguish.
func TestReferencesAsHTML(t *testing.T) {
	for _, in := range cases.Sequences(6, "a", ",", "(", ")", " ") {
		want, _ := htmlSources(in)
		if got := sources.references(in); !slices.Equal(got, want) {
			t.Fatalf("srcset of %q has %q, want %q", in, got, want)
		}
	}
	for _, in := range cases.Sequences(4, "1", ".", ";", ",", " ", "url", "UR", "l", "=", "'", "\"", "/") {
		for _, in := range []string{in, "0;" + in} {
			want, _ := htmlRefresh(in)
			if got := strings.Join(refresh.references(in), " and "); got != want {
				t.Fatalf("refresh of %q has %q, want %q", in, got, want)
			}
		}
	}
}

// htmlSources is "parse a srcset attribute" of HTML (4.8.4.2.2), without what it does
// with descriptors. It returns the URLs and their offsets.
func htmlSources(in string) (urls []string, at []int) {
	for whole := len(in); ; {
		if in = strings.TrimLeft(in, HtmlBlanks+","); in == "" {
			return urls, at
		}
		at = append(at, whole-len(in))
		url := in
		if n := strings.IndexAny(in, HtmlBlanks); n >= 0 {
			url = in[:n]
		}
		urls = append(urls, strings.TrimRight(url, ","))
		in = in[len(url):]
		for inParens := false; in != "" && !strings.HasSuffix(url, ","); {
			c := in[0]
			if in = in[1:]; c == ',' && !inParens {
				break
			}
			inParens = c == '(' || inParens && c != ')'
		}
	}
}

// htmlRefresh is the "shared declarative refresh steps" of HTML (4.2.5.3), which
// return the URL. It also returns its offset.
func htmlRefresh(in string) (url string, at int) {
	skip := func(s string) string { return strings.TrimLeft(s, HtmlBlanks) }
	whole := len(in)
	in = skip(in)
	rest := strings.TrimLeft(in, "0123456789.")
	if rest == in || rest == "" || !strings.Contains(HtmlBlanks+";,", rest[:1]) {
		return "", 0
	}
	if rest = skip(rest); rest != "" && strings.Contains(";,", rest[:1]) {
		rest = skip(rest[1:])
	}
	if len(rest) >= 3 && strings.EqualFold(rest[:3], "url") {
		after := skip(rest[3:])
		if after == "" || after[0] != '=' {
			return strings.TrimRight(rest, HtmlBlanks), whole - len(rest)
		}
		rest = skip(after[1:])
	}
	quote := "no quote"
	if rest != "" && strings.Contains(`"'`, rest[:1]) {
		quote, rest = rest[:1], rest[1:]
	}
	rest = skip(rest)
	url, _, _ = strings.Cut(rest, quote)
	return strings.TrimRight(url, HtmlBlanks), whole - len(rest)
}

// attributeElements has the attributes that hold references by the indexes of HTML and HTML
// 4 and by SVG: how, and in which elements, all of them if none is named.
const attributeElements = `action single form
archive list object
background single
cite single
classid single object
codebase single object applet
data single object
dynsrc single img image
formaction single
href single
imagesrcset sources
itemid single
itemtype list
longdesc single
lowsrc single img image
manifest single html
ping list a area
poster single video
profile list head
src single
srcset sources
xlink:href single`

// emptyReferences are the attributes, and their elements, that may be empty.
const emptyReferences = " cite=blockquote cite=q cite=ins cite=del href=a href=area href=base "

// Every attribute is read in its elements, and as a text elsewhere.
func TestEveryAttribute(t *testing.T) {
	values := map[string]string{"single": "x:1", "list": "x:1 x:2", "sources": "x:1 1x, x:2 2x"}
	plain, resolves := pageOf(t, false, ""), pageOf(t, true, "y:/")
	for line := range strings.Lines(attributeElements) {
		row := strings.Fields(line)
		for element := range strings.FieldsSeq("a applet area base blockquote body del form head html image img ins link object p q script svg video") {
			want, wantEmpty := 0, 0
			if len(row) == 2 || slices.Contains(row[2:], element) {
				want = strings.Count(values[row[1]], ":")
			}
			if strings.Contains(emptyReferences, " "+row[0]+"="+element+" ") {
				wantEmpty = 1
			}
			in := "<" + strings.ToUpper(element+" "+row[0]) + "='" + values[row[1]] + "'>"
			if got := readPage(plain, in, len(in), false); len(got) != want {
				t.Errorf("%s has %q, want %d", in, got, want)
			}
			twice := in[:len(in)-1] + " " + row[0] + "=z:3>" // which is no text
			if got := readPage(plain, twice, len(twice), false); len(got) != want {
				t.Errorf("%s has %q, want %d", twice, got, want)
			}
			in = "<" + element + " " + row[0] + "=''>"
			if got := readPage(resolves, in, len(in), false); len(got) != wantEmpty {
				t.Errorf("%s has %q, want %d", in, got, wantEmpty)
			}
		}
	}
}

// Character references are decoded as the tokenizer decodes them in values.
func TestAppendDecodedAsHTML(t *testing.T) {
	for _, in := range append(
		cases.Sequences(4, "&", "amp", "LT", "copy", "notit", ";", "=", "#", "x", "58", "é", "/"),
		cases.Sequences(3, "&#65", "&#x41", "&#X3a;", "&semi;", "g", "&CounterClockwiseContourIntegral", ";", "&thetasym", "&NotEqualTilde", "&#x"+strings.Repeat("0", 70)+"41", "&#1114112;", "&#128;", "&not"+strings.Repeat("z", 70), "a")...,
	) {
		z := html.NewTokenizer(strings.NewReader(`<a b="` + in + `">`))
		z.Next()
		z.TagName()
		_, want, _ := z.TagAttr()
		if got := string(prose.AppendDecoded(nil, []byte(in))); got != string(want) {
			t.Fatalf("appendDecoded(%q) = %q, want %q", in, got, want)
		}
	}
}
