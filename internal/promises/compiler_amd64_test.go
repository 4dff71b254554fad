package promises

import (
	"fmt"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

const module = "github.com/uriscan/uriscan/"

// compile returns what the compiler says of package pkg with the given flags.
// The build cache replays it, so that only the first run costs time.
func compile(t *testing.T, pkg, flags string) string {
	t.Helper()
	out, err := exec.Command("go", "build", "-gcflags="+flags, module+pkg).CombinedOutput()
	if err != nil {
		t.Fatalf("go build -gcflags=%s %s: %v\n%s", flags, pkg, err, out)
	}
	return string(out)
}

// What a caller asks of every reference costs no call.
func TestInlined(t *testing.T) {
	for pkg, functions := range map[string][]string{
		"scanner": {
			"Ref.Has", "Ref.Len", "Ref.Scheme", "Ref.Authority", "Ref.Userinfo", "Ref.Host", "Ref.Port", "Ref.Path", "Ref.Query", "Ref.Fragment",
			"Ref.HostKind", "Ref.PathKind", "Span.Len", "Span.Of", "Span.OfString", "Fault.Kind", "Fault.Offset", "Fault.Err",
			"(*Machine).State", "(*Scanner).Scan", "(*Scanner).Bytes", "(*Scanner).Ref", "(*Scanner).Fault", "(*Scanner).Truncated", "(*Scanner).Offset",
			"(*Columns).Len",
		},
		"lut":             {"ClassOf", "Set.Has", "Set.Or", "Set.AndNot"},
		"internal/kernel": {"Locate", "Next", "RunOf", "LabelOf", "IsNoted"},
	} {
		said := compile(t, pkg, "-m")
		for _, f := range functions {
			if !strings.Contains(said, "can inline "+f+"\n") {
				t.Errorf("%s: %s is not inlined", pkg, f)
			}
		}
	}
}

// A Ref and a Fault are returned in registers: the frame of what they are
// returned from has room for the spilled parameters and for no result.
func TestResultsInRegisters(t *testing.T) {
	for _, test := range []struct {
		pkg, function string
		spill         int // bytes of parameters
	}{
		{"scanner", "scanner.locate", 32},     // a slice, and a rule in a word
		{"scanner", "scanner.locateRest", 64}, // the same, and four words
		{"scanner", "scanner.locateSlow", 32}, // as locate
		{"scanner", "scanner.split", 24},      // a slice
		{"scanner", "scanner.(*Machine).End", 8},
		{"internal/kernel", "kernel.Settle", 56},
	} {
		listing := compile(t, test.pkg, "-S")
		// name STEXT size=… args=0x20 locals=0x…
		header := regexp.MustCompile(`(?m)^\S*` + regexp.QuoteMeta(test.function) + ` STEXT .* args=(0x[0-9a-f]+) `)
		found := header.FindStringSubmatch(listing)
		if found == nil {
			t.Errorf("no listing of %s", test.function)
			continue
		}
		if want := fmt.Sprintf("%#x", test.spill); found[1] != want {
			t.Errorf("%s has %s bytes of arguments on the stack, want %s", test.function, found[1], want)
		}
	}
}
