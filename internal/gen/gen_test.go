package main

import (
	"path/filepath"
	"testing"

	"github.com/uriscan/uriscan/fuzz/abnf"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/suite"
)

func TestMain(m *testing.M) { suite.Run(m) }

// The committed tables are what the grammar says today.
func TestGeneratedFilesAreCurrent(t *testing.T) {
	for path, want := range files(abnf.RFC3986()) {
		if testkit.Read(t, filepath.Join("..", "..", filepath.FromSlash(path))) != string(want) {
			t.Errorf("%s is not what %s writes", path, command)
		}
	}
}
