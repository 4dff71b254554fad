package normalize

import (
	"strings"
	"testing"

	"github.com/uriscan/uriscan/scanner"
)

// What is written to a window, and what no longer fits one, has the same hash as the
// form and is equal to it.
func TestWindows(t *testing.T) {
	for _, head := range []string{"//[::FFFF:0:0]/b", "HTTP://H:80/b", "file://[::ffff:ffff:ffff]?", "FILE://[::FFFF:FFFF:FFFF]?"} {
		for _, piece := range []string{"a", "%7e", "%c3", "/..", "/./b"} {
			for _, end := range []int{narrow, wide} {
				for n := end - 2*maxGrowth; n <= end+2; n++ {
					rest := n - len(head)
					in := head + strings.Repeat("c", rest%len(piece)) + strings.Repeat(piece, rest/len(piece))
					checkWindow(t, in)
					checkWindow(t, in[:n-1]+"%")
				}
			}
		}
	}
}

func checkWindow(t *testing.T, in string) {
	ref := scanner.Split(in)
	out, _ := AppendRef(nil, in, ref, Scheme)
	wantHi, wantLo := sum(out, 7)
	if hi, lo := Hash(in, ref, Scheme, 7); hi != wantHi || lo != wantLo {
		t.Errorf("Hash(%.40q, of %d bytes) is not that of its form", in, len(in))
	}
	if !scanner.Valid(in, scanner.URIReference) {
		return
	}
	upper := strings.ToUpper(in[:8]) + in[8:]
	if !Equal(in, out, Scheme) || !Equal(upper, in, Scheme) {
		t.Errorf("Equal(%.40q, of %d bytes) = false, want true", in, len(in))
	}
	if Equal(in, string(out)+"x", Scheme) || Equal(upper, in+"x", Scheme) {
		t.Errorf("Equal(%.40q, of %d bytes), with one byte more = true, want false", in, len(in))
	}
}

// Two long references, the form of one of which begins or ends that of the other, with
// none, one or both of them normal.
func TestEqualOfParts(t *testing.T) {
	path := strings.Repeat("/a", wide)
	normal := map[string]string{ // of all spellings of a reference
		"s:" + path + "~b": "s:" + path + "~b", "S:" + path + "%7eb": "s:" + path + "~b", "s:/b/.." + path + "~b": "s:" + path + "~b",
		"s:" + path + "~": "s:" + path + "~", "S:" + path + "%7e": "s:" + path + "~", "s:/b/.." + path + "~": "s:" + path + "~",
		path + "~b": path + "~b", path + "%7eb": path + "~b", "/b/.." + path + "~b": path + "~b",
	}
	for a, formA := range normal {
		for b, formB := range normal {
			if got, want := Equal(a, b, Syntax), formA == formB; got != want {
				t.Errorf("Equal(%.9q and so on to %.3q, %.9q to %.3q) = %v, want %v", a, a[len(a)-3:], b, b[len(b)-3:], got, want)
			}
		}
	}
}
