package target

import (
	"fmt"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit/answers"
)

// asked are the functions whose answers testdata/answers.txt has.
func asked() map[string]func(string) string {
	all := map[string]func(string) string{
		"prefix": func(in string) string {
			path, prefix, _ := strings.Cut(in, " ")
			out, ok := AppendStripped([]byte("x"), path, prefix)
			return fmt.Sprintf("%s %v %v", out, ok, HasPrefix(path, prefix))
		},
	}
	all["each"] = answers.Each(func(in string) string {
		path, prefix, _ := strings.Cut(in, " ")
		out, ok := AppendStripped(nil, path, prefix)
		form, _, err := Parse("OPTIONS", path)
		connect, _, refused := Parse("CONNECT", path)
		return fmt.Sprintf("%d %v %v %v %v %v %v", len(out), ok, HasPrefix(path, prefix), form, err, connect, refused)
	})
	for _, method := range []string{"GET", "CONNECT", "OPTIONS"} {
		all[method] = func(in string) string {
			form, ref, err := Parse(method, in)
			return fmt.Sprintf("%v %+v %v", form, ref.Path(), err)
		}
		all[method+".uri"] = func(in string) string {
			part := append(strings.SplitN(in, " ", 4), "", "", "")
			r := Request{Method: []byte(method), Target: []byte(part[0]), Scheme: []byte(part[1]), Host: []byte(part[2]), SNI: []byte(part[3])}
			out, _, err := AppendURI(nil, &r)
			return fmt.Sprintf("%s %v", out, err)
		}
	}
	return all
}

func TestAnswers(t *testing.T) { answers.Check(t, asked()) }
