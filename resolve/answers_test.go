package resolve

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/uriscan/uriscan/internal/rawref"
	"github.com/uriscan/uriscan/internal/testkit/answers"
	"github.com/uriscan/uriscan/scanner"
)

// asked are the functions whose answers testdata/answers.txt has.
func asked() map[string]func(string) string {
	all := map[string]func(string) string{
		"dots": func(in string) string { return string(AppendWithoutDotSegments([]byte("x"), in)) },
		// A part that is "-" is not defined.
		"parts": func(in string) string {
			var p Parts
			part := append(strings.SplitN(in, " ", 7), "-", "-", "-", "-", "", "-", "-")[:7]
			for i, to := range []struct {
				component scanner.Component
				bytes     *[]byte
			}{{scanner.Scheme, &p.Scheme}, {scanner.Userinfo, &p.Userinfo}, {scanner.Host, &p.Host}, {scanner.Port, &p.Port}, {scanner.Path, &p.Path}, {scanner.Query, &p.Query}, {scanner.Fragment, &p.Fragment}} {
				if *to.bytes = []byte(part[i]); part[i] != "-" {
					p.Has |= to.component
				}
			}
			out, ref, err := AppendRecomposed([]byte("x"), &p)
			return fmt.Sprintf("%s %x %v", out, rawref.Words(ref), err)
		},
	}
	// The others take a base and a reference.
	for name, f := range map[string]Flags{"": 0, ".loose": NotStrict, ".checked": RejectUnderflow, ".dots": BaseDots, ".all": NotStrict | RejectUnderflow | BaseDots} {
		with := func(answer func(b *Base, ref string) string) func(string) string {
			var b Base // that of all: what it was before must not matter
			var using sync.Mutex
			return func(in string) string {
				using.Lock()
				defer using.Unlock()
				base, ref, _ := strings.Cut(in, " ")
				if err := b.ResetString(base, f); err != nil {
					return err.Error()
				}
				return answer(&b, ref)
			}
		}
		all["target"+name] = with(func(b *Base, ref string) string {
			out, r, err := b.AppendString([]byte("x"), ref)
			return fmt.Sprintf("%s %x %v %v", out, rawref.Words(r), err, b.SameDocument([]byte(ref)))
		})
		all["relative"+name] = with(func(b *Base, target string) string {
			out, r, err := b.AppendRelative([]byte("x"), []byte(target))
			return fmt.Sprintf("%s %x %v", out, rawref.Words(r), err)
		})
	}
	return all
}

func TestAnswers(t *testing.T) { answers.Check(t, asked()) }
