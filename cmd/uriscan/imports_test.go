package main

import (
	"os/exec"
	"strings"
	"testing"
)

const (
	module = "github.com/uriscan/uriscan"
	// thirdParty is the one module that library packages may import.
	thirdParty = "github.com/valyala/bytebufferpool"
)

// Who imports the library gets nothing of what the command is made with.
func TestLibraryImports(t *testing.T) {
	t.Parallel()
	query := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Deps " "}}`, module+"/...")
	list, err := query.Output()
	if err != nil {
		t.Fatalf("%v: %v", query, err)
	}
	listed := map[string]bool{}
	for line := range strings.Lines(string(list)) {
		packages := strings.Fields(line)
		listed[packages[0]] = true
		foreign := foreignOf(packages)
		if packages[0] == module+"/cmd/uriscan" {
			if !strings.Contains(strings.Join(foreign, " "), "spf13/cobra") {
				t.Errorf("%s does not import cobra: does this test see imports?", packages[0])
			}
			if strings.Contains(strings.Join(foreign, " "), "cobra/doc") {
				t.Errorf("%s imports cobra/doc, which is for tests", packages[0])
			}
		} else if strings.HasPrefix(packages[0], module+"/cmd/uriscan/internal/") || packages[0] == module+"/internal/disk" {
			continue // a part of the command
		} else if len(foreign) > 0 {
			t.Errorf("%s imports %v, want nothing beyond the standard library and %s", packages[0], foreign, thirdParty)
		}
	}
	for _, name := range []string{"/lut", "/scanner", "/resolve", "/internal/kernel", "/cmd/uriscan"} {
		if !listed[module+name] {
			t.Errorf("go list does not list %s", module+name)
		}
	}
}

// foreignOf returns the packages that come of other modules: their first
// element has a dot, which none of the standard library has.
func foreignOf(packages []string) (foreign []string) {
	for _, p := range packages {
		first, _, _ := strings.Cut(p, "/")
		if strings.Contains(first, ".") && !strings.HasPrefix(p, module+"/") && !strings.HasPrefix(p, thirdParty) {
			foreign = append(foreign, p)
		}
	}
	return foreign
}
