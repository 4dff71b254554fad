package normalize

import (
	"fmt"
	"hash/crc32"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit/answers"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

// asked are the functions whose answers testdata/answers.txt has.
func asked() map[string]func(string) string {
	all := map[string]func(string) string{}
	base, err := resolve.NewBase("http://A%7e/b/%2e/c?q", 0)
	if err != nil {
		panic(err)
	}
	const every = SchemeBased | DropFragment | DropUserinfo
	for name, of := range map[string]Flags{"any": 0, "syntax": Syntax, "scheme": SchemeBased, "all": every, "case": Case, "pct": PercentEncoding, "path": PathSegment, "ports": EmptyPort | DefaultPort | EmptyPath, "ipv6": IPv6, "drop": DropFragment | DropUserinfo, "pctpath": PercentEncoding | PathSegment} {
		flags := func(in string) Flags {
			if name == "any" { // it depends on the text
				return Flags(crc32.ChecksumIEEE([]byte(in))) & every
			}
			return of
		}
		all[name] = func(in string) string {
			f := flags(in)
			out, ref, err := Append(nil, in, f)
			if err != nil {
				return err.Error()
			}
			old, _ := scanner.Parse(in)
			if Hash(in, old, f, 1) != Hash(out, ref, f, 1) || !Equal(in, string(out), f) || Equal(in, string(out)+"z", f) {
				return "not the same as its normal form"
			}
			if want, err := scanner.Parse(out); want != ref || err != nil {
				return "another reference than its normal form"
			}
			return fmt.Sprintf("%s %v %v", out, Needed(in, old, f), KnownNormal(old, f))
		}
		all[name+".resolved"] = func(in string) string {
			out, _, rungs, err := AppendResolved(nil, base, []byte(in), flags(in))
			return fmt.Sprintf("%s %v %v", out, rungs, err)
		}
	}
	return all
}

func TestAnswers(t *testing.T) { answers.Check(t, asked()) }
