package inspect

import (
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
	"github.com/uriscan/uriscan/scanner"
)

// TestLongHosts puts what the bytes of a name show at every label of names up to and over
// 253 bytes, with labels of many sizes, some beyond 63 bytes.
func TestLongHosts(t *testing.T) {
	labels := []string{"a", "label", "web1", "x-y", "node-7", strings.Repeat("a", 62) + "b", strings.Repeat("long", 10)}
	what := []string{"", "host.", "localhost.", "a--b.", "-a.", "a-.", "0x1.", "xn--a.", "a..", "a_b.", "1.", strings.Repeat("a", 64) + ".", "%41."}
	for i := range 30 {
		for k, w := range what {
			name := ""
			for n := 0; len(name) < 56+(i*7+k)%210; n++ {
				if n == i%23 {
					name += w
				}
				name += labels[(i*(k+1)+n*n+n)%len(labels)] + "."
			}
			for e, end := range []string{"com", "com.", "localhost", "c0m", "7", "internal:8080", "com:1/a//b", "com/a/b/c.html", "com/x/./y%2F"} {
				in := "http://" + name + end
				ref, err := scanner.Parse(in)
				testkit.Must(t, err)
				if (i+k)%4 > 0 && testing.Short() || (i+k+e)%2 > 0 && !*sizes.Thorough {
					continue
				}
				if checkAgainstTwin(t, in, ref); t.Failed() {
					return
				}
			}
		}
	}
}

// TestLongPaths puts what the bytes of a path show by their places, groups that repeat and
// odd pairs, at every offset of paths that are longer than a word of slashes and longer
// than all of them. Their segments before it have different lengths.
func TestLongPaths(t *testing.T) {
	what := []string{
		"/ab/ab/ab", "/ab/ab/ax", "/ab/ab/abc", "/a/bc/a/bc/a/bc", "/a/bc/a/bc/a/bd", "/a/b/c/d/a/b/c/d/a/b/c/d",
		"//x", "/./x", "/../x", "/x.", "/x/", "/x:/y", "/ww.x", "/www.example.com/", "/WW3.example.com", "/http://h/x",
	}
	filler := strings.Repeat("1", 300)
	ends := []string{"", "/z", "/zz/zzz/z.html"}
	lengths := []int{300, 40, 11} // few slashes before it, or many
	step := 1
	if testing.Short() { // as on the lower levels of the kernels
		step = 7
	}
	for n := 0; n < 280; n += step {
		for i, w := range what {
			if (n+i)%2 > 0 && !*sizes.Thorough {
				continue // the next length has it
			}
			before := ""
			for grow := 0; len(before) < n; grow++ {
				before += "/" + filler[:min(lengths[(n+i)%3]+grow, n-len(before)-1)]
			}
			in := "http://h" + before + w + ends[(n+i)/3%3]
			ref, err := scanner.Parse(in)
			testkit.Must(t, err)
			if checkAgainstTwin(t, in, ref); t.Failed() {
				return
			}
		}
	}
}
