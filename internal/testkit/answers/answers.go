// Package answers compares functions with answers that are written down. The inputs of
// testdata/answers.txt were chosen so that single bugs planted in a package change an answer:
// they reach branches that hardly any input reaches. Texts that are put together from pieces of them
// reach many more: testdata/sums.txt has checksums of the answers to these.
package answers

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
)

var rewrite = flag.Bool("answers", false, "write the answers instead of comparing them: read the difference")

// Check asks the functions what testdata/answers.txt says that they answer. Its lines are the
// name of a function, an input and the answer, these in quotes. Then it asks them from several
// goroutines at a time: none may see another in memory that it has from a pool.
func Check(t *testing.T, functions map[string]func(in string) string) {
	t.Helper()
	name := filepath.Join("testdata", "answers.txt")
	var fresh strings.Builder
	var all []answer
	for i, line := range strings.Split(strings.TrimSpace(strings.ReplaceAll(testkit.Read(t, name), "\r\n", "\n")), "\n") {
		var function, in string
		_, err := fmt.Sscanf(line, "%s %q", &function, &in)
		testkit.Must(t, err)
		if functions[function] == nil {
			t.Fatalf("%s:%d: there is no function %q", name, i+1, function)
		}
		said := functions[function](in)
		all = append(all, answer{function, functions[function], in, said})
		got := fmt.Sprintf("%s %q %q", function, in, said)
		fresh.WriteString(got + "\n")
		if got != line && !*rewrite {
			t.Errorf("%s:%d: %s, want %s", name, i+1, got, line)
		}
	}
	if *rewrite {
		testkit.Must(t, os.WriteFile(name, []byte(fresh.String()), 0o666))
	}
	checkSums(t, functions, all)
	var workers sync.WaitGroup
	for worker := range 2 {
		workers.Go(func() {
			for i := range len(all) {
				a := all[(i+worker*len(all)/2)%len(all)]
				if got := a.function(a.in); got != a.said {
					t.Errorf("beside others: %q of %q, want %q", got, a.in, a.said)
				}
			}
		})
	}
	workers.Wait()
	testkit.IfMeant(t, "go test -run "+t.Name()+" with -answers, then read git diff; -answered NAME prints what sums.txt is made of")
}

// An answer is what a function has said of an input.
type answer struct {
	name     string
	function func(string) string
	in, said string
}

// Own returns what err says, unless package encoding/json says it, whose words change.
func Own(err error) string {
	if text := err.Error(); !strings.Contains(strings.ToLower(text), "json") && !strings.HasPrefix(text, "invalid character") {
		return text
	}
	return "no JSON of that kind"
}

// Each returns a function that puts every byte in the place of a "¤" of its input, and the byte's code
// in that of a "¢", in two hexadecimal digits, and of a "£", in three octal ones, and says from which
// byte on of says something else.
func Each(of func(in string) string) func(string) string {
	return func(in string) (out string) {
		last := ""
		for c := range 0x100 {
			with := strings.NewReplacer("¤", string([]byte{byte(c)}), "¢", fmt.Sprintf("%02x", c), "£", fmt.Sprintf("%03o", c)).Replace(in)
			if said := of(with); said != last {
				out += fmt.Sprintf("%02x %s, ", c, said)
				last = said
			}
		}
		return out
	}
}
