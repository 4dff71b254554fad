package template

import (
	"fmt"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit/answers"
)

// asked are the functions whose answers testdata/answers.txt has.
func asked() map[string]func(string) string {
	path := func(c Config) func(string) string {
		r, err := New(c)
		if err != nil {
			panic(err)
		}
		return func(in string) string {
			out := string(AppendTemplate(nil, in, r))
			for span, name := range All(in, r) {
				out += fmt.Sprintf(" %s %d-%d", name, span.Start, span.End)
			}
			return out
		}
	}
	judged := func(in string, c Config) string {
		r, err := New(c)
		if err != nil {
			return err.Error()
		}
		out := ""
		for _, p := range []string{"/a", "/b/12", "/ab/a-1/", "/A%61/", "/a/b", "/x-12-y", "/aaa", "/1"} {
			out += string(AppendTemplate(nil, p, r)) + " "
		}
		return out
	}
	return map[string]func(string) string{
		"default": path(Config{}),
		"each": answers.Each(func(in string) (out string) {
			for span, name := range All(in, Default()) {
				out += fmt.Sprint(name, span.Len(), " ")
			}
			return out
		}),
		"own": path(Config{
			Routes: []string{"/users/{name}", "/users/new", "/static/{file...}", "/img/{id}.png", "/img/{id}.p", "/a%2Fb/{x}", "/u-{v}-w/{y}", "/users/{name}/edit/", "/{any}/b"},
			Rules:  []Rule{{Name: "order", Pattern: "ORD-[0-9]{2,4}"}, {Name: "", Pattern: "[0-9]+", After: []string{"chapter", ""}}, {Name: "low", Pattern: "[a-f]{3}[^a-z]?x*"}},
		}),
		"pattern": func(in string) string {
			return judged(in, Config{Rules: []Rule{{Name: "n", Pattern: in}}, NoDefaults: true})
		},
		"name": func(in string) string {
			return judged(in, Config{Rules: []Rule{{Name: in, Pattern: "a+"}}, NoDefaults: true})
		},
		"after": func(in string) string {
			return judged(in, Config{Rules: []Rule{{Name: "n", Pattern: ".+", After: []string{in}}}, NoDefaults: true})
		},
		"route": func(in string) string { return judged(in, Config{Routes: []string{in}, NoDefaults: true}) },
		"routes": func(in string) string {
			return judged(in, Config{Routes: []string{"/a", in, "/{x}/b"}, NoDefaults: true})
		},
	}
}

func TestAnswers(t *testing.T) { answers.Check(t, asked()) }
