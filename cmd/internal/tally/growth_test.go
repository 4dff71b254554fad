package tally

import (
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit/growth"
)

// Counting takes time linear in its input, also when a table is full.
func TestGrowth(t *testing.T) {
	values := func(share int) growth.Job {
		return growth.Of(func(in string) {
			lines := strings.Split(in, "\n")
			g := newGroup(max(len(lines)/share, 2))
			for some := range slices.Chunk(lines, len(lines)/3+1) {
				v := g.New()
				for _, line := range some {
					v.Add([]byte(line))
				}
			}
			g.Sum().Top(len(lines))
		})
	}
	growth.Check(t, 2<<10, []growth.Shape{{"", "{n}\n"}, {"", "\n"}, {"", "a", "\n"}, {"", "{n}\n", "a\n"}}, map[string]growth.Job{
		"Values":          values(1),
		"Values, spilled": values(12),
	})
}
