package page

import (
	"testing"

	"github.com/uriscan/uriscan/internal/testkit/growth"
)

// Attributes take linear time, whatever they hold.
func TestReferencesGrow(t *testing.T) {
	shapes := append([]growth.Shape{
		{"", "a 1x,"}, {"a ", "("}, {"a ", "(", ")"}, {"", "a "}, {"", " "}, {"", ","}, {"", "0"},
	}, growth.Lines...)
	jobs := map[string]growth.Job{}
	for name, s := range map[string]refsShape{"srcset": sources, "list": list, "single": single} {
		jobs[name] = growth.Of(func(in []byte) {
			for i, ok := 0, true; ok; {
				_, _, i, ok = s.nextReference(in, i)
			}
		})
	}
	growth.Check(t, 1<<10, shapes, jobs)
}
