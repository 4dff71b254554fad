package main

import (
	"strings"
	"testing"
)

// The policies are what a shell completes --on-error to, and no file names.
func TestCompletePolicies(t *testing.T) {
	for _, c := range []string{"check", "parse", "resolve", "relativize"} {
		got := runWith("", "__complete", c, "--on-error", "")
		if want := "skip\nkeep\nfail\n:4\n"; got.status != exitGood || got.out != want {
			t.Errorf("completion of %s --on-error = %d, %q, want %q", c, got.status, got.out, want)
		}
	}
}

// So are the parts of a log's lines.
func TestCompleteLogFields(t *testing.T) {
	got := runWith("", "__complete", "normalize", "--log-field", "")
	if want := "target\nreferer\n:4\n"; got.status != exitGood || got.out != want {
		t.Errorf("completion of --log-field = %d, %q, want %q", got.status, got.out, want)
	}
}

// Every shell has its script.
func TestCompletionScripts(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		got := runWith("", "completion", shell)
		if got.status != exitGood || got.err != "" || !strings.Contains(got.out, "uriscan") {
			t.Errorf("completion %s = %d, %d bytes, %q, want a script", shell, got.status, len(got.out), got.err)
		}
	}
}
