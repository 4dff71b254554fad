package scanner

import (
	"fmt"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit/answers"
)

// asked are the functions whose answers testdata/answers.txt has.
func asked() map[string]func(string) string {
	all := map[string]func(string) string{
		"says": func(in string) string {
			for k := range Kind(len(kinds)) {
				if k.String() == in {
					return k.Describe()
				}
			}
			return ""
		},
		"split": func(in string) string {
			r := Split(in)
			addr, isAddr := HostAddr(in, r)
			port, ok := PortNumber(in, r)
			return fmt.Sprint(r, " ", addr, isAddr, " ", port, ok)
		},
		"view": func(in string) (out string) {
			v, err := ParseView(in)
			if err != nil {
				return err.Error()
			}
			for s := range v.Segments() {
				out += s + "|"
			}
			for name, value := range v.Params() {
				out += " " + name + "=" + value
			}
			return out
		},
		"lines": func(in string) (out string) {
			lines, n := AppendLines(nil, []byte(in), '\n')
			for _, l := range lines {
				out += fmt.Sprint(l.Start, "-", l.End, " ", l.Fault, ", ")
			}
			s := NewScanner(strings.NewReader(in))
			s.Buffer(make([]byte, 16))
			for s.Scan() {
				out += fmt.Sprint(s.Offset(), len(s.Bytes()), s.Truncated(), s.Fault(), ", ")
			}
			return fmt.Sprint(out, n)
		},
	}
	for rule, name := range ruleNames {
		all[name] = func(in string) string {
			ref, fault := Locate(in, Rule(rule))
			if fault != (Fault{}) {
				return fault.String()
			}
			return ref.String()
		}
	}
	return all
}

func TestAnswers(t *testing.T) { answers.Check(t, asked()) }
