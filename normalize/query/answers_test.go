package query

import (
	"fmt"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/rawref"
	"github.com/uriscan/uriscan/internal/testkit/answers"
	"github.com/uriscan/uriscan/scanner"
)

// asked are the functions whose answers testdata/answers.txt has.
func asked() map[string]func(string) string {
	all := map[string]func(string) string{}
	lists := map[string]*Matcher{
		"": NewMatcher(0, "utm_*", "a", "b c", "sid", "é", "x-*"), ".fold": NewMatcher(FoldCase|FoldDash, "UTM-*", "a", "b C", "", "x_id"),
		".all": NewMatcher(0, "*"), ".none": nil,
	}
	for name, f := range map[string]Flags{"": 0, ".form": Form, ".semicolon": Semicolon, ".spelled": Spelled | Semicolon, ".sorted": Sorted | Form} {
		all["all"+name] = func(in string) (out string) {
			for at, p := range All(in, f) {
				out += fmt.Sprintf("%d %q %q %v, ", at, p.Name, p.Value, p.HasValue)
			}
			decoded, bad := AppendDecoded([]byte("x"), in, f)
			return fmt.Sprintf("%s%q %d %v %v", out, decoded, bad, IsSorted(in, f), MoreThan(in, 2, f))
		}
		all["sort"+name] = func(in string) string { return string(AppendSorted([]byte("x"), in, f)) }
		// The first word is a name, and the second a value.
		all["named"+name] = func(in string) string {
			part := append(strings.SplitN(in, " ", 3), "", "")
			name, to, query := part[0], part[1], part[2]
			value, ok := Get(query, name, f)
			return fmt.Sprintf("%q %v %q %q", value, ok, AppendSet([]byte("x"), query, name, to, f), AppendAdded([]byte("x"), query, name, to))
		}
		all["edit"+name] = func(in string) (out string) {
			for _, list := range []string{"", ".fold", ".all", ".none"} {
				m := lists[list]
				out += fmt.Sprintf("%q %q %q, ", AppendWithout([]byte("x"), in, m, f), AppendOnly([]byte("x"), in, m, f), AppendReplaced([]byte("x"), in, m, "n w", f))
			}
			return out
		}
		all["key"+name] = func(in string) string {
			ref, _ := scanner.Parse(in)
			key, ok := AppendCacheKey([]byte("x"), in, ref, lists[".fold"], f)
			out, r, err := AppendURL([]byte("x"), in, ref, "a=b")
			return fmt.Sprintf("%q %v %q %x %v", key, ok, out, rawref.Words(r), err)
		}
	}
	// flags is all of it for every set of flags.
	all["flags"] = func(in string) (out string) {
		ref, _ := scanner.Parse(in)
		query := ref.Query().OfString(in)
		for f := range Spelled << 1 {
			key, _ := AppendCacheKey(nil, in, ref, lists[".all"], f)
			value, ok := Get(query, "a", f)
			answer := fmt.Sprintf("%s %s %s %s %v %v", key, AppendSorted(nil, query, f), AppendOnly(nil, query, lists[".fold"], f), value, ok, IsSorted(query, f))
			if i := strings.Index(out, answer); i >= 0 {
				answer = fmt.Sprint(i)
			}
			out += answer + ", "
		}
		return out
	}
	return all
}

func TestAnswers(t *testing.T) { answers.Check(t, asked()) }
