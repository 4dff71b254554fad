package main

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/kernel"
)

// What is found in a page is the same on every kernel, whose best one passes over most
// of it, and on the portable one, which reads every tag.
func TestPageOnEveryKernel(t *testing.T) {
	quiet := []string{"<p>", "</p>", `<a class="b" href="c.html">`, "</a>", "text and more text ", "<td align=right>", "</td>\n", "<span id='d'>", `<i title="e &amp; f">`, "<br/>", "2 > 1, ", `<b title="x::y" data-z="std::w">`, "a: b", "std::c ", `"quoted" `, "it's "}
	loud := slices.Concat(pageWords, []string{`<a="x y">`, `<a ="b>c">`, `<a b=c="d>e">`, `<a b = "c>d">`, `<a b="c= "d>">`, `<p a="b"c="d>e">`, `<a b="x:y" href="z:w">`, "<a href=\"v:", "<p title=\"it's > http://q/\">",
		"<scr>", "<strong>", "<style-x>", "<input value=\"s:t\">", "</>", "<", "< b", "<1", "sip::a@b", "urn:x:y", `<a href="&#x6d;ailto:a@b">`, `<a href='x:y"'>`,
		`<a x=b="c href=u:v d">`, `<a x= b="c href=u:v d">`, `<a x=a/b="c href=u:v d">`, `<a x=" href="u:v">`, `<a data-b="c:d" title="e&#58;f" HREF="g&#58;h">`, `<i title="tel:1 data:a">`,
		`<script id="a:b">`, "</script>", `<title lang=x>`, "</title>", `<Style>`, "</style>", `<td nowrap x:y="z">`,
		`<a href href="http://a/b c">`, `<a href="d" HREF="http://a/b c">`, `<a href="http://a/b" href="http://a/c d">`, `<img src='http://a/b c'>`, `<img src=http://a/b>`, `<img src="\u0068ttp://a/b" id="http://a/c">`,
		`<a-very-long-element href="http://a/b c">`, `</a href="http://a/b c">`, `<a id="http://a/b c">`, `<a rel href="http://a/b c">`, `<a class="http://a/b" href="http://a/c d">`, `<a href=" http://a/b&amp;c ">`,
		`<form action="http://a/b c">`, `<a ping="http://a/b http://a/c">`, `<a href="http&#58;//a/b c">`, `<a href="http:\/\/a/b">`, `<svg xmlns="http://a/b">`,
		"<!-- http://a/b -->", "<!--http://a/b--!>", "<!-->", "<!--->", "<!---->", "<!-- a > b -- > ", "-->", "<!DOCTYPE http://a/b>", "<!>", "<!-", "<?xml http://a/b?>",
		"<script>http://a/b</script>", "<script>a <b> c</SCRIPT >", "<script><!-- http://a/b <script></script>", "<title>http&#58;//a/b http://a/b&amp;c</title>", "<plaintext>", "<noscript>", "<xmp>a</xmp", "<iframe>a</iframe/>",
		`<title/><a href="http://a/b c"></title>`, "<script/>", `<img srcset="http://a/b 2x, http://c/d e">`, `<a href="&#32;">`, `<a href="&#104;ttp&#58;//a/b c">`, `<p itemtype="http://a/b c:d">`})
	random := rand.New(rand.NewPCG(64, 7))
	x := extractOf(t, false, "")
	for range 5000 {
		var b strings.Builder
		if random.IntN(5) == 0 {
			b.WriteString("<?xml version='1.0'?>")
		}
		for range random.IntN(60) {
			words := quiet
			if random.IntN(8) == 0 {
				words = loud
			}
			b.WriteString(words[random.IntN(len(words))])
		}
		in := b.String()
		got := readPage(x, in, max(1, len(in)), false)
		want := onPortable(func() []string { return readPage(x, in, max(1, len(in)), false) })
		if !slices.Equal(got, want) {
			t.Fatalf("%q = %q, and %q on the portable kernel", in, got, want)
		}
	}
}

// A tag that is too long to be one is a text.
func TestLongTagOnEveryKernel(t *testing.T) {
	x := extractOf(t, false, "")
	x.maxLine = 40
	for _, tt := range []struct {
		name string
		n    int
		want []string
	}{
		{"a tag", tagRoom / 2, nil},
		{"a text", 2 * tagRoom, []string{"1:13: http://a/b"}},
	} {
		in := `<p><a href="http://a/b c" title="` + strings.Repeat("x", tt.n) + `">`
		got := readPage(x, in, len(in), false)
		if want := onPortable(func() []string { return readPage(x, in, len(in), false) }); !slices.Equal(got, want) || !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, and %q on the portable kernel, want %q", tt.name, got, want, tt.want)
		}
	}
}

func onPortable(do func() []string) []string {
	defer kernel.Use(kernel.Use(kernel.Portable))
	return do()
}
