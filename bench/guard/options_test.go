package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestUsage(t *testing.T) {
	missingFile := filepath.Join(t.TempDir(), "none.txt")
	for _, test := range []struct {
		name string
		args []string
		want string // of what it complains
	}{
		{"no revision", nil, "0 arguments, want BASE and HEAD"},
		{"one revision", []string{"HEAD"}, "1 arguments"},
		{"unknown flag", []string{"-fast", "a", "b"}, "-fast"},
		{"few counts", []string{"-count", "9", "a", "b"}, "-count is 9, want at least 10"},
		{"negative threshold", []string{"-threshold", "-1", "a", "b"}, "-threshold is -1"},
		{"threshold that is no number", []string{"-threshold", "NaN", "a", "b"}, "-threshold is NaN"},
		{"level 0 that nothing reaches", []string{"-alpha", "0", "a", "b"}, "-alpha is 0"},
		{"level 1 that everything reaches", []string{"-alpha", "1", "a", "b"}, "-alpha is 1"},
		{"no time", []string{"-timeout", "0s", "a", "b"}, "-timeout is 0s"},
		{"pattern", []string{"-bench", "(", "a", "b"}, "-bench"},
		{"no overrides at the path given", []string{"-overrides", missingFile, "a", "b"}, "none.txt"},
		{"no results", []string{"-recorded", missingFile, missingFile}, "none.txt"},
	} {
		t.Run(test.name, func(t *testing.T) {
			status, stdout, stderr := guard(t, test.args...)
			if status != unjudged || stdout != "" || !strings.Contains(stderr, test.want) {
				t.Errorf("run(%q) = %d, %q, %q, want %d, nothing, and %q", test.args, status, stdout, stderr, unjudged, test.want)
			}
		})
	}
}

func TestHelp(t *testing.T) {
	status, stdout, stderr := guard(t, "-h")
	if want := "Usage: go run ./guard [flags] BASE HEAD"; status != passed || stderr != "" || !strings.HasPrefix(stdout, want) {
		t.Errorf("run(-h) = %d, %q, %q, want %d, %q...", status, stdout, stderr, passed, want)
	}
}

func TestOverrides(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       string // of the first override, or what is wrong
	}{
		{"percent", "# why\n\n^Sort/  12.5%  misses  differ\n", "^Sort/ SLOWER 12.5 misses differ"},
		{"allocates", "Read allocates a buffer", "Read ALLOCATES 0 a buffer"},
		{"gone", "Scan gone replaced", "Scan MISSING 0 replaced"},
		{"no reason", "^Sort/ 12%", "overrides.txt:1: want a pattern, what is allowed, and a reason"},
		{"no percent sign", "\nSort 12 noise", "overrides.txt:2: \"12\" is allowed, want"},
		{"no number", "Sort much% noise", "\"much%\" is allowed, want"},
		{"negative", "Sort -3% noise", "\"-3%\" is allowed, want"},
		{"pattern", "( 12% noise", "missing closing )"},
	} {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "overrides.txt")
			if err := os.WriteFile(path, []byte(test.text), 0o666); err != nil {
				t.Fatal(err)
			}
			all, err := readOverrides(path)
			got := fmt.Sprint(err)
			if len(all) > 0 {
				got = fmt.Sprint(all[0].pattern, all[0].allowed, all[0].percent, " ", all[0].reason)
			}
			if !strings.Contains(got, test.want) {
				t.Errorf("readOverrides(%q) = %q, want %q", test.text, got, test.want)
			}
		})
	}
}

// TestShippedOverrides reads the file that is there.
func TestShippedOverrides(t *testing.T) {
	if _, err := readOverrides("overrides.txt"); err != nil {
		t.Error(err)
	}
}
