package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The files in testdata/marked are texts of many kinds; beside each stand the URIs
// that a person has marked in it. All are found, and nothing else.
func TestExtractMarked(t *testing.T) {
	t.Parallel()
	lists, err := filepath.Glob("testdata/marked/*.uris")
	if err != nil || len(lists) < 20 {
		t.Fatalf("Glob = %d files, %v, want many", len(lists), err)
	}
	for _, list := range lists {
		name := strings.TrimSuffix(list, ".uris")
		t.Run(filepath.Base(name), func(t *testing.T) {
			marked, err := os.ReadFile(list)
			if err != nil {
				t.Fatal(err)
			}
			for _, size := range []string{"1", "256K"} {
				if got := runWith("", "extract", "--block-size", size, name); got != (outcome{exitGood, string(marked), ""}) {
					t.Errorf("extract --block-size %s = %+v, want\n%s", size, got, marked)
				}
			}
		})
	}
}
