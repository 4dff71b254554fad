// Package reads has what the tests of readers of pages and archives share. Only tests import
// it.
package reads

import (
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/uriscan/uriscan/internal/prose"
	"github.com/uriscan/uriscan/internal/testkit"
)

// InPieces gives a text n bytes at a time, and then an end, or an error if it is broken off:
// if n is even, with the last bytes.
func InPieces(text string, n int, broken bool) io.Reader {
	r := io.Reader(strings.NewReader(text))
	if broken {
		r = io.MultiReader(r, iotest.ErrReader(io.ErrUnexpectedEOF))
	}
	r = &CutReader{r, n}
	if broken && n%2 == 0 {
		r = iotest.DataErrReader(r)
	}
	return r
}

type CutReader struct {
	io.Reader
	N int
}

func (r *CutReader) Read(p []byte) (int, error) { return r.Reader.Read(p[:min(len(p), r.N)]) }

// Into appends each finding to all, as LINE:BYTE: URI, with as many "!" before the URI as the
// number of the reason to leave it out.
func Into(all *[]string) func(prose.Found) {
	return func(f prose.Found) { *all = append(*all, show(f)) }
}

func show(f prose.Found) string {
	return fmt.Sprintf("%d:%d: %s%s%s", f.Line, f.Column, strings.Repeat("!", int(f.Left)), f.URI, f.Flaw)
}

// A Test is a page or an archive, and what is found in it.
type Test = struct {
	Name, Base, In string
	Want           []string
}

// Check checks that read, with those flags, finds that in pieces of any size: of makes
// its options.
func Check[X any](t *testing.T, of func(t *testing.T, resolves bool, base string) X, resolves, broken bool, read func(x X, text string, n int, broken bool) []string, tests []Test) {
	t.Helper()
	for _, tt := range tests {
		t.Run(tt.Name, func(t *testing.T) {
			for _, n := range []int{1, 2, 3, 5, 7, 13, 50, max(1, len(tt.In))} {
				if got := read(of(t, resolves, tt.Base), tt.In, n, broken); !slices.Equal(got, tt.Want) {
					t.Errorf("%d bytes at a time, %q = %q, want %q", n, tt.In, got, tt.Want)
				}
			}
		})
	}
}

var pageWords = []string{"<a href=", "<img src=", "<base href=", "<img srcset=", "'", "\"", ">", "<", "/>", "</a>", "<!--", "-->", "--!>", "<script>", "</script>",
	"<style>", "</style>", "<title>", "</title>", "<!doctype html>", "<?xml ?>", "<plaintext>", "<meta http-equiv=refresh content='0;url=", " title=", "=",
	"http://a/b", "http://c/?d&amp;e", "x:y", "/rel", "../up", "#f", " ", "\n", "&", "&#58;", "&lt;", ",", " 2x", "é", "\x00", "(", ")", "://", "<http://in/>", "-", "!",
	"<p id='x:y'>", "<b>", "<i hidden>", " class=\"a::b\"", "std::x", "mailto:a@b", "<a href='x&colon;y'>", `http:\/\/e\/f`, `http\u003a//g`, `tel\:+1`}

func RandomPage(random *rand.Rand, n int) string { return testkit.Mixed(random, n, pageWords...) }
