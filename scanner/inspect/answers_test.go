package inspect

import (
	"fmt"
	"hash/crc32"
	"net/netip"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit/answers"
	"github.com/uriscan/uriscan/scanner"
)

// asked are the functions whose answers testdata/answers.txt has.
func asked() map[string]func(string) string {
	own := Rules{
		MaxLength: 30, Schemes: []string{"http", "ftp"}, HostKinds: []string{"reg-name", "ipv4", "ipv6"}, Suffixes: []string{"h", "example.com", "xn--bcher-kva.example"},
		AllowNetworks: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/9"), netip.MustParsePrefix("fd00::/16")}, DenyNetworks: []netip.Prefix{netip.MustParsePrefix("10.1.0.0/16")},
		Ports: []uint16{80, 21, 8080}, MaxDepth: 3, Refuse: Userinfo | Loopback, RefuseInPath: EncodedSlash | DotSegment,
	}
	all := map[string]func(string) string{
		"remarks": func(in string) (out string) {
			ref, _ := scanner.Parse(in)
			for r, span := range All(in, ref) {
				out += fmt.Sprintf("%v %d-%d,", r, span.Start, span.End)
			}
			return out + " " + Of(in, ref).String()
		},
		"says": func(in string) string {
			for r, says := range Remarks {
				if r.String() == in {
					return says
				}
			}
			return ""
		},
		"rules": func(in string) string {
			if _, err := ParseRules([]byte(in)); err != nil {
				return answers.Own(err)
			}
			return "good"
		},
		"addr": func(in string) string {
			addr, err := netip.ParseAddr(in)
			if err != nil {
				return ""
			}
			inner, ok := Embedded(addr)
			return fmt.Sprint(OfAddr(addr), " ", inner, ok)
		},
	}
	// any has rules that depend on the text.
	all["any"] = func(in string) string {
		bits := crc32.ChecksumIEEE([]byte(in))
		is := func() bool { bits >>= 1; return bits&1 != 0 }
		rarely := func() bool { bits >>= 2; return bits&3 == 3 }
		var r Rules
		if is() {
			r.Methods = []string{"GET", "HEAD"}
		}
		if rarely() {
			r.MaxLength = 20
		}
		if is() {
			r.Schemes = []string{"http", "https"}
		}
		if rarely() {
			r.HostKinds = []string{"reg-name", "ipv6"}
		}
		if rarely() {
			r.Suffixes = []string{"h", "a.example"}
		}
		if is() {
			r.DenyNetworks = own.DenyNetworks
		}
		if is() {
			r.AllowNetworks = own.AllowNetworks
		}
		if rarely() {
			r.Ports = []uint16{80, 443}
		}
		if rarely() {
			r.MaxDepth = 2
		}
		if is() {
			r.Refuse = Remark(bits*0x9e3779b1) & NotPublic
		}
		if is() {
			r.RefuseInPath = EncodedSlash | DotSegment | EncodedDotSegment
		}
		if is() {
			r.Origin = "http://h"
		}
		p, err := NewPolicy(r)
		if err != nil {
			return err.Error()
		}
		ref, _ := scanner.Parse(in)
		refusal := p.CheckString("GET", in, ref)
		return fmt.Sprintf("%s %v", refusal.Rule(), refusal.Span())
	}
	for name, rules := range map[string]Rules{
		"ingress": Ingress(), "encoded": IngressEncoded(), "fetch": Fetch(), "redirect": Redirect("http://a.example:80/p/q"), "own": own,
		"networks": {AllowNetworks: own.AllowNetworks, DenyNetworks: own.DenyNetworks, Refuse: NotPublic, Ports: []uint16{80, 443}},
		"denied":   {Methods: []string{"GET", "PUT"}, DenyNetworks: own.DenyNetworks, AllowNetworks: []netip.Prefix{netip.MustParsePrefix("10.1.2.0/24"), netip.MustParsePrefix("64:ff9b::a01:203/128")}, Suffixes: []string{"h", "a.example"}},
	} {
		p, err := NewPolicy(rules)
		if err != nil {
			panic(err)
		}
		all[name] = func(in string) string {
			method, uri, ok := strings.Cut(in, " ")
			if !ok {
				method, uri = "GET", in
			}
			ref, _ := scanner.Parse(uri)
			refusal := p.CheckString(method, uri, ref)
			return fmt.Sprintf("%s %v", refusal.Rule(), refusal.Span())
		}
	}
	return all
}

func TestAnswers(t *testing.T) { answers.Check(t, asked()) }
