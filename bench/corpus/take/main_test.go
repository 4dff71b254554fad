package main

import (
	"slices"
	"testing"
	"testing/fstest"
)

// TestLinksBelow checks what links are taken, and from what pages.
func TestLinksBelow(t *testing.T) {
	got, err := linksBelow(fstest.MapFS{
		"doc/b/c.htm":    {Data: []byte(`<link href=" x.css "><a name="n">n</a><A HREF="?a&amp;b">b</A>`)},
		"doc/a.html":     {Data: []byte(`<base href="/x/"><!-- <a href="c"> --><a href="../d">d</a><area href="">`)},
		"doc/notes.txt":  {Data: []byte(`<a href="e">e</a>`)},
		"other/foo.html": {Data: []byte(`<a href="f">f</a>`)},
	}, "doc")
	if want := []string{"page:doc/a.html", "../d", "", "page:doc/b/c.htm", "x.css", "?a&b"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("linksBelow(doc) = %q, %v, want %q", got, err, want)
	}
}
