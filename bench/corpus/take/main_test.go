package main

import (
	"os"
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

// TestRun checks that an argument without a folder does not take the pages of the current one.
func TestRun(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("a.html", []byte(`<a href="b">`), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, arg := range []string{"-h", ".", "a="} {
		if err := run(t.Context(), []string{arg}); err == nil {
			t.Errorf("run(%q) = nil, want an error", arg)
		}
	}
}
