package repair

import (
	"fmt"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit/answers"
)

// asked are the functions whose answers testdata/answers.txt has.
func asked() map[string]func(string) string {
	all := map[string]func(string) string{
		"says": func(in string) string {
			for f, says := range Fixes {
				if f.String() == in {
					return says
				}
			}
			return ""
		},
	}
	for name, f := range map[string]Flags{"page": 0, "suffix": SuffixReference, "nobase": NoBase, "both": SuffixReference | NoBase} {
		for kind, hosts := range map[string]HostFunc{"": nil, ".hosts": upper} {
			all[name+kind] = func(in string) string {
				out, _, fixes, err := AppendHosts(nil, in, f, hosts)
				if err != nil {
					return err.Error()
				}
				return fmt.Sprintf("%s %v %s", out, fixes, listed(in, f, hosts))
			}
		}
	}
	all["each"] = answers.Each(func(in string) string {
		to, _, fixes, err := AppendHosts(nil, in, SuffixReference|NoBase, upper)
		return fmt.Sprintf("%+d %v %v", len(to)-len(in), fixes, err)
	})
	return all
}

func TestAnswers(t *testing.T) { answers.Check(t, asked()) }
