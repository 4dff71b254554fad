package neturl

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/rawref"
	"github.com/uriscan/uriscan/internal/testkit/answers"
	"github.com/uriscan/uriscan/scanner"
)

// asked are the functions whose answers testdata/answers.txt has.
func asked() map[string]func(string) string {
	return map[string]func(string) string{
		"to": func(in string) string {
			ref, err := scanner.Parse(in)
			if err != nil {
				return "not valid"
			}
			u, err := ToURL(in, ref)
			if err != nil {
				return err.Error()
			}
			return fmt.Sprintf("%q %q %v %q %q %q %q %q %q %v %v", u.Scheme, u.Opaque, u.User, u.Host, u.Path, u.RawPath, u.RawQuery, u.Fragment, u.RawFragment, u.ForceQuery, u.OmitHost)
		},
		// The words are the fields of a URL. User and password are one, and so are the flags.
		"from": func(in string) string {
			f := append(strings.SplitN(in, " ", 10), make([]string, 10)...)
			u := url.URL{Scheme: f[0], Opaque: f[1], Host: f[3], Path: f[4], RawPath: f[5], RawQuery: f[6], Fragment: f[7], RawFragment: f[8]}
			if name, password, ok := strings.Cut(f[2], ":"); ok {
				u.User = url.UserPassword(name, password)
			} else if name != "" {
				u.User = url.User(name)
			}
			u.ForceQuery, u.OmitHost = strings.Contains(f[9], "q"), strings.Contains(f[9], "h")
			out, ref, err := FromURL([]byte("x"), &u)
			return fmt.Sprintf("%q %x %v", out, rawref.Words(ref), err)
		},
	}
}

func TestAnswers(t *testing.T) { answers.Check(t, asked()) }
