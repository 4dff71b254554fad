package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The files in testdata/marked are texts of many kinds; beside each stand the URIs
// that a person has marked in it. All are found, and nothing else. Those in testdata/pages
// are resolved, be they in an attribute or in the text.
func TestExtractMarked(t *testing.T) {
	t.Parallel()
	lists, err := filepath.Glob("testdata/*/*.uris")
	if err != nil || len(lists) < 40 {
		t.Fatalf("Glob = %d files, %v, want many", len(lists), err)
	}
	for _, list := range lists {
		name := strings.TrimSuffix(list, ".uris")
		t.Run(filepath.Base(name), func(t *testing.T) {
			marked, err := os.ReadFile(list)
			if err != nil {
				t.Fatal(err)
			}
			args := []string{"extract", name}
			if strings.Contains(name, "pages") {
				args = append(args, "--base", "http://www.example.com/pages/this.html")
			}
			for _, size := range []string{"1", "256K"} {
				if got := runWith("", append(args, "--block-size", size)...); got != (outcome{exitGood, string(marked), ""}) {
					t.Errorf("extract --block-size %s = %+v, want\n%s", size, got, marked)
				}
			}
		})
	}
}
