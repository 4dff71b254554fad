package contracts

import (
	"fmt"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/counted"
)

// TestWork runs the workloads of testdata/work with a library that counts its statements.
// A fast path that is never taken, or a piece that is read twice, changes no result, and a
// clock does not show it reliably on a busy machine. A count does. The workloads are what is common; of what is rare,
// shapes.go has many texts, a few at a time. A change to the library changes the figures: write them with -rewrite, and
// look in git diff for those that grow.
func TestWork(t *testing.T) {
	b := &counted.Build{Root: "../..", Folders: library, Calls: true}
	args := append(append([]string{"run"}, b.Args(t)...), "./testdata/work")
	if *rewrite {
		args = append(args, "testdata/work/figures.tsv", "testdata/work/shapes.tsv")
	}
	out, err := exec.Command("go", args...).CombinedOutput()
	if err != nil {
		t.Errorf("go run: %v", err)
	}
	t.Logf("%s", out)
	testkit.IfMeant(t, "go test ./internal/contracts -run TestWork -rewrite, then read git diff")
}

const module = "github.com/uriscan/uriscan/"

// compiled holds the compiler's output for each package: what it can inline, and its
// listing. All packages are compiled at once, and only once: the build cache replays it.
var compiled = sync.OnceValues(func() (map[string]string, error) {
	args := []string{"build", "-gcflags=-m -S"}
	for _, pkg := range []string{"lut", "scanner"} {
		args = append(args, module+pkg)
	}
	out, err := exec.Command("go", args...).CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	said := map[string]string{}
	for _, text := range strings.Split("\n"+string(out), "\n# "+module)[1:] {
		pkg, text, _ := strings.Cut(text, "\n")
		said[pkg] = text
	}
	return said, nil
})

func compile(t *testing.T, pkg string) string {
	t.Helper()
	said, err := compiled()
	testkit.Must(t, err)
	return said[pkg]
}

// Functions that callers use for every reference are inlined.
func TestInlined(t *testing.T) {
	for pkg, functions := range map[string][]string{
		"scanner": {
			"Ref.Has", "Ref.Len", "Ref.Scheme", "Ref.Authority", "Ref.Userinfo", "Ref.Host", "Ref.Port", "Ref.Path", "Ref.Query", "Ref.Fragment",
			"Ref.HostKind", "Ref.PathKind", "Span.Len", "Span.Of", "Span.OfString", "Fault.Kind", "Fault.Offset", "Fault.Err",
			"(*Machine).State", "(*Scanner).Scan", "(*Scanner).Bytes", "(*Scanner).Ref", "(*Scanner).Fault", "(*Scanner).Truncated", "(*Scanner).Offset",
		},
		"lut": {"ClassOf", "Set.Has", "Set.Or", "Set.AndNot"},
	} {
		said := compile(t, pkg)
		for _, f := range functions {
			if !strings.Contains(said, "can inline "+f+"\n") {
				t.Errorf("%s: %s is not inlined", pkg, f)
			}
		}
	}
	for _, f := range []string{"kernel.Locate", "automaton.Next", "automaton.RunOf", "automaton.LabelOf", "automaton.IsNoted"} {
		if !strings.Contains(compile(t, "scanner"), "inlining call to "+f+"\n") {
			t.Errorf("scanner: %s is not inlined", f)
		}
	}
}

// A Ref and a Fault are returned in registers: the frames of functions that return
// them have room for the spilled parameters, but not for results.
func TestResultsInRegisters(t *testing.T) {
	for _, test := range []struct {
		function string
		spill    int // bytes of parameters
	}{
		{"scanner.locate", 32},     // a slice, and a rule in a word
		{"scanner.locateRest", 64}, // the same, and four words
		{"scanner.locateSlow", 32}, // as locate
		{"scanner.split", 24},      // a slice
		{"scanner.(*Machine).End", 8},
	} {
		listing := compile(t, "scanner")
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

// isMade are functions that make something once, or nothing from an input.
var isMade = regexp.MustCompile(`^(ClassOf|MakeSet|Ready|IngressEncoded|Remarks|ParseRemark|ParseRules|OpenTelemetry|DefaultRules|Fixes|ParseProfile)$`)

// Every exported function has a workload, and every method that reads an input.
func TestWorkloadsOfAll(t *testing.T) {
	function := regexp.MustCompile(`(?m)^\S+: func (?:\(\w+ \*?(?:Base|Machine|Policy|Matcher)\) )?(\w+)[(\[]`)
	workloads := testkit.Read(t, "testdata/work/workloads.go") + testkit.Read(t, "testdata/work/users.go")
	for _, m := range function.FindAllStringSubmatch(testkit.Read(t, "testdata/api.txt"), -1) {
		if !isMade.MatchString(m[1]) && !strings.Contains(workloads, "."+m[1]+"(") {
			t.Errorf("testdata/work has no workload for %s", m[1])
		}
	}
}
