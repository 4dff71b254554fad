package extract

import (
	"fmt"
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/pipeline"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/render"
	"github.com/uriscan/uriscan/internal/prose"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/answers"
)

// Many texts print what they did, and are read as what they were.
func TestAnswers(t *testing.T) {
	searched := func(x Options) func(string) string {
		x.MaxLine = 100
		x.prepare()
		p := pipeline.New[record.Work[search]](x.Job.Records(), nil)
		return func(in string) string {
			s := searchers.Get().(*searcher)
			defer searchers.Put(s)
			s.walker, s.at = &walker{Pipeline: p, Options: &x}, location{page: "p"}
			s.begin(pipeline.NewBlock[record.Work[search]](1 << 20))
			s.searchText([]byte(in), prose.Cursor{Line: 1})
			out := fmt.Sprintf("%s|%s|%t", s.block.Work.Res.Out, s.block.Work.Diag, s.block.Work.Failed)
			return out + string(s.appendLeftOut(nil))
		}
	}
	format, err := render.ParseTemplate("{line}.{byte} {uri} {page} {element|-} {site|?} {path:decoded}", Fields...)
	testkit.Must(t, err)
	repairs, prints, joins := Options{Verbose: true}, Options{Format: format}, Options{Join: true, WithPosition: true}
	repairs.Find.Page.Repair, prints.Find.Page.Repair, joins.Find.Page.Text.AnyScheme = true, true, true
	answers.Check(t, map[string]func(string) string{
		"repair": searched(repairs), "format": searched(prints), "join": searched(joins),
		"sniff": func(in string) (out string) {
			for i := range 8 {
				form, known := sniffForm([]byte(in), i&1 > 0, i&2 > 0)
				out += fmt.Sprint(form, known, " ")
			}
			return out
		},
		"name": func(in string) string { f, open := formOfName(in); return fmt.Sprint(f, open) },
	})
}
