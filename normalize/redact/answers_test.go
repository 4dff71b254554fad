package redact

import (
	"testing"

	"github.com/uriscan/uriscan/internal/testkit/answers"
	"github.com/uriscan/uriscan/normalize/query"
)

// asked are the functions whose answers testdata/answers.txt has.
func asked() map[string]func(string) string {
	all := map[string]func(string) string{
		"name": func(in string) string { return wrong(Rules{Names: []string{in}}) },
		"mask": func(in string) string { return wrong(Rules{Mask: in}) },
	}
	for name, rules := range map[string]Rules{
		"plain": {},
		"names": {Names: append(OpenTelemetry(), "token", "x_*"), Fold: query.FoldCase | query.FoldDash, KeepUser: true, Mask: "**"},
		"allow": {Allow: []string{"q", "page*"}, Names: []string{"pages"}, Fragment: true},
		"paths": {Segments: []string{"eyJ*", "me"}, After: []string{"reset", "M"}, Mask: "M", KeepUser: true},
	} {
		p, err := NewPolicy(rules)
		if err != nil {
			panic(err)
		}
		all[name] = func(in string) string { return string(Append(nil, in, p)) }
		all[name+".text"] = func(in string) string { return string(Text(nil, in, p)) }
	}
	return all
}

func wrong(r Rules) string {
	if _, err := NewPolicy(r); err != nil {
		return err.Error()
	}
	return "good"
}

func TestAnswers(t *testing.T) { answers.Check(t, asked()) }
