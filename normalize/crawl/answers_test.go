package crawl

import (
	"fmt"
	"hash/crc32"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit/answers"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

// A twoParts list has public suffixes of one part, and of two before "uk".
type twoParts struct{}

func (twoParts) PublicSuffix(domain string) string {
	parts := strings.Split(domain, ".")
	return strings.Join(parts[max(0, len(parts)-1-strings.Count(domain+".", ".uk.")):], ".")
}

func (twoParts) String() string { return "two parts" }

// asked are the functions whose answers testdata/answers.txt has.
func asked() map[string]func(string) string {
	s := V1Settings()
	s.Rules = Normal | Tracking | Index | Sessions
	s.Tracking, s.Hosts, s.Index = []string{"utm_*", "x"}, map[string][]string{"a.example": {"si"}, "h": {"t*"}}, []string{"index.html", "d"}
	own, err := NewProfile(s)
	if err != nil {
		panic(err)
	}
	s.Rules |= HashBang | SessionValues | Empty | Order | WWW | Slashes | TrailingSlash | Fragment
	every, err := NewProfile(s)
	if err != nil {
		panic(err)
	}
	key := func(p *Profile) func(string) string {
		return func(in string) string {
			ref, _ := scanner.Parse(in)
			out, ref, rules := AppendKey([]byte("x"), in, ref, p)
			if want, err := scanner.Parse(out[1:]); err != nil || ref != want {
				return fmt.Sprintf("%s is not %v: %v", out, ref, err)
			}
			return fmt.Sprintf("%s %v", out[1:], rules)
		}
	}
	surt := func(v Variant) func(string) string {
		return func(in string) string {
			ref, _ := scanner.Parse(in)
			out, ok := AppendSURT(nil, in, ref, v)
			return fmt.Sprintf("%s %v", out, ok)
		}
	}
	return map[string]func(string) string{
		// any has a set of rules that depends on the text.
		"any": func(in string) string {
			s := s
			s.Rules = Rules(crc32.ChecksumIEEE([]byte(in))) & all
			p, err := NewProfile(s)
			if err != nil {
				return err.Error()
			}
			return key(p)(in)
		},
		"each": answers.Each(func(in string) string {
			ref, _ := scanner.Parse(in)
			out, _, rules := AppendKey(nil, in, ref, every)
			ia, _ := AppendSURT(nil, in, ref, IA)
			plain, ok := AppendSURT(nil, in, ref, Plain)
			return fmt.Sprintf("%+d %v %d %d %v", len(out)-len(in), rules, len(ia), len(plain), ok)
		}),
		"key": key(V1()), "own": key(own), "every": key(every), "ia": surt(IA), "plain": surt(Plain),
		"domain": func(in string) string {
			domain, ok := RegistrableDomain(in, twoParts{})
			return fmt.Sprint(domain, " ", ok)
		},
		"profile": func(in string) string {
			p, err := ParseProfile([]byte(in))
			if err != nil {
				return answers.Own(err)
			}
			return fmt.Sprint(p, " ", key(p)("HTTP://www.youtube.com/a//index.html?utm_x=1&si=2&jsessionid=3&x=4#!f"))
		},
		"bases": func(in string) string {
			var all [4][]byte
			for i, text := range strings.SplitN(in, " ", 4) {
				if text != "" {
					all[i] = []byte(text)
				}
			}
			var base resolve.Base
			if err := ResetBase(&base, &Bases{all[0], all[1], all[2], all[3]}, 0); err != nil {
				return err.Error()
			}
			out, _, _ := base.Append(nil, []byte("r"))
			return string(out)
		},
	}
}

func TestAnswers(t *testing.T) { answers.Check(t, asked()) }
