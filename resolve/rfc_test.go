package resolve

import (
	"testing"

	"github.com/uriscan/uriscan/fuzz/twin"
)

// rfcBase is the base of section 5.4.
const rfcBase = "http://a/b/c/d;p?q"

// rfcExamples are those of 5.4.1 and 5.4.2, in their order.
var rfcExamples = []struct{ section, ref, want string }{
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

func TestExamplesOfTheRFC(t *testing.T) {
	if len(rfcExamples) != 42 {
		t.Errorf("%d examples, want the 42 of section 5.4", len(rfcExamples))
	}
	for _, test := range rfcExamples {
		if got, err := String(rfcBase, test.ref); got != test.want || err != nil {
			t.Errorf("%s: String(%q, %q) = %q, %v, want %q", test.section, rfcBase, test.ref, got, err, test.want)
		}
		if got, _ := twin.Resolve(rfcBase, test.ref, twin.Rules{}); got != test.want {
			t.Errorf("%s: twin.Resolve(%q, %q) = %q, want %q", test.section, rfcBase, test.ref, got, test.want)
		}
	}
}

// "for backward compatibility" (5.4.2)
func TestNotStrictExampleOfTheRFC(t *testing.T) {
	b := newBase(t, rfcBase, NotStrict)
	checkTarget(t, b, "http:g", "http://a/b/c/g")
	for _, test := range rfcExamples[:41] {
		checkTarget(t, b, test.ref, test.want)
	}
}
