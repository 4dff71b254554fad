package page

import (
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/uriscan/uriscan/internal/prose"
	"github.com/uriscan/uriscan/internal/testkit"
)

// htmlNames are the elements of HTML, SVG and MathML that parsers know, and some others.
const htmlNames = "a abbr acronym address annotation-xml applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br button canvas caption center cite code col colgroup " +
	"datalist dd del desc details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer foreignobject form frame frameset g h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins " +
	"kbd keygen label legend li link listing main malignmark map mark marquee math menu meta meter mglyph mi mn mo ms mtext nav nobr noembed noframes noscript object ol optgroup option output p param picture plaintext pre progress " +
	"q rb rp rt rtc ruby s samp script section select slot small source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul unknown var video wbr xmp"

// What is open in <svg> and <math> after a tag of each name, and after an end tag, is what the
// parser of golang.org/x/net has there, unless it is not known. It is known as often as before.
func TestForeignAsParser(t *testing.T) {
	known := 0
	for _, around := range []string{
		"<svg>", "<svg><desc>", "<svg><foreignobject><table>", "<table><tr><td><svg><title>", "<math>", "<math><mi>", "<math><ms><svg>",
		"<math><annotation-xml>", "<math><annotation-xml encoding=Text/html>", "<math><annotation-xml encoding=application/xhtml+XML>",
	} {
		for name := range strings.FieldsSeq(htmlNames) {
			for _, tag := range []string{"<" + name + ">", "<" + name + "/>", "<g></" + name + ">"} {
				for _, after := range []string{"", "</desc>", "</title>", "</" + name + ">"} {
					known += checkForeign(t, around+tag+after)
				}
			}
		}
		for _, attribute := range []string{"color", "FACE=x", "size=1", "colour"} {
			known += checkForeign(t, around+"<font "+attribute+">")
		}
	}
	if known != 5881 {
		t.Errorf("after %d texts it is known what is open, want 5881", known)
	}
}

// checkForeign compares what is open after in, and returns whether that is known, 0 or 1.
func checkForeign(t *testing.T, in string) int {
	t.Helper()
	var f foreign
	for tag := range strings.SplitAfterSeq(in, ">") {
		raw := []byte(tag)
		switch n := 1 + until([]byte(tag[min(1, len(tag)):]), nameEnds); {
		case tag == "":
		case tag[1] == '/':
			f.end(raw[2 : 2+until(raw[2:], nameEnds)])
		default:
			f.start(raw, n, raw[1:n], strings.HasSuffix(tag, "/>"), false)
		}
	}
	if f.unsure {
		return 0
	}
	root, err := html.Parse(strings.NewReader(in + "<q-q>"))
	testkit.Must(t, err)
	for n := range root.Descendants() {
		kind, _ := f.last()
		if got := map[byte]string{ofSVG: "svg", ofMath: "math"}[kind]; n.Data == "q-q" && n.Namespace != got {
			t.Errorf("after %s elements are of %q, want %q", in, got, n.Namespace)
		}
	}
	return 1
}

// A page is in its body after a tag of each name if the parser of golang.org/x/net then has a
// <base> there.
func TestBodyBegins(t *testing.T) {
	for name := range strings.FieldsSeq(htmlNames) {
		var p Page
		p.Read(pageOf(t, true, ""), strings.NewReader("<"+name+">"), prose.Cursor{Line: 1}, nil, func(prose.Found) {})
		end := "</" + name + ">"
		if name == "html" { // whose end begins the body
			end = ""
		}
		root, err := html.Parse(strings.NewReader("<" + name + ">" + end + "<base>"))
		testkit.Must(t, err)
		in := "head" // of frames, which have no base
		for n := range root.Descendants() {
			if n.Data == "base" && n.FirstChild == nil {
				in = n.Parent.Data
			}
		}
		if name == "plaintext" { // which has no end
			in = "body"
		}
		if want := in != "head"; p.base.inBody != want {
			t.Errorf("after <%s> a page is in its body: %t, want %t", name, p.base.inBody, want)
		}
	}
}
