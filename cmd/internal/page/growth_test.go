package page

import (
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/prose"
	"github.com/uriscan/uriscan/internal/testkit/growth"
)

// Attributes and tags take linear time, whatever they hold.
func TestReferencesGrow(t *testing.T) {
	shapes := append([]growth.Shape{
		{"", "a 1x,"}, {"a ", "("}, {"a ", "(", ")"}, {"", "a "}, {"", " "}, {"", ","}, {"", "0"},
	}, growth.Lines...)
	jobs := map[string]growth.Job{}
	for name, s := range map[string]refsShape{"srcset": sources, "list": list, "single": single} {
		jobs[name] = growth.Of(func(in []byte) {
			s.each(in, func(int, int) {})
		})
	}
	growth.Check(t, 1<<10, shapes, jobs)
	var p Page
	x := pageOf(t, true, "http://h/")
	growth.Check(t, 1<<10, []growth.Shape{
		{"", "<http://a ", "", ">"}, {"<http://a ", "<", "", ">"}, {"", "<http://a>"}, {"", "<a:b='", "", "'>"}, {"", "<http://a <b href='", "", "'>"},
		{"", "<http://a <!--", "", "-->"}, {"", "<http://a </a", "", ">"}, {"<a href=b>", "<b href=c ", "", "><base href=d>"},
	}, map[string]growth.Job{"page": growth.Of(func(in string) {
		p.Read(x, strings.NewReader(in), prose.Cursor{Line: 1}, x.Base, func(prose.Found) {})
	})})
}
