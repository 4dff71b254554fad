package stats

import (
	"errors"

	"github.com/uriscan/uriscan/cmd/internal/report"
	"github.com/uriscan/uriscan/cmd/internal/site"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/normalize/template"
)

// errOther refuses states that were counted in different ways: their sum would mean nothing.
var errOther = errors.New("it was counted with other --by, --psl, --rules, --log or --only than the state before it")

// Merge adds up the states in files, which stats --state has written. It writes the sum to
// o.State, if that is not "", or else returns the statistics that o asks for.
func (o *Options) Merge(files []string) (*report.View, error) {
	var t *counts
	var what counted
	var names []string
	for _, name := range files {
		s, err := readState(name)
		switch {
		case err != nil:
			return nil, err
		case t == nil:
			what, t = s.Counted, newCounts(&o.Job, nil)
			if t.paths = what.Paths; what.Sites {
				t.find = site.Builtin // sites are counted, and in the report
			}
			if what.Templates {
				t.rules = new(template.Rules)
			}
		case s.Counted != what:
			return nil, &stream.InputError{Name: name, Err: errOther}
		}
		t.add(s)
		names = append(names, s.Files...)
	}
	sum := t.sum()
	if o.State != "" {
		return nil, sum.state(names, what).write(o.State)
	}
	return report.New(t.report(sum, names, o)), nil
}
