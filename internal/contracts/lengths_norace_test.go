//go:build !race

package contracts

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/normalize/crawl"
	"github.com/uriscan/uriscan/normalize/query"
	"github.com/uriscan/uriscan/normalize/redact"
	"github.com/uriscan/uriscan/normalize/repair"
	"github.com/uriscan/uriscan/normalize/template"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
	"github.com/uriscan/uriscan/scanner/inspect"
	"github.com/uriscan/uriscan/scanner/target"
)

// No length of any part makes a function allocate that else does not, if dst has room: what is on
// the stack is large enough, or not used.
func TestAllocsOfLengths(t *testing.T) {
	base, _ := resolve.NewBase("http://example.com/a/b?c", 0)
	var policies []*inspect.Policy
	for _, r := range []inspect.Rules{inspect.Ingress(), inspect.Fetch(), inspect.Redirect("http://example.com")} {
		p, err := inspect.NewPolicy(r)
		if err != nil {
			t.Fatal(err)
		}
		policies = append(policies, p)
	}
	some := query.NewMatcher(query.FoldCase, "a", "utm_*")
	dst := make([]byte, 0, 1<<16)
	method, http, host, slash, dot := []byte("GET"), []byte("http"), []byte("example.com"), []byte("/"), []byte(".")
	functions := map[string]func(in []byte, ref scanner.Ref){
		"Locate": func(in []byte, _ scanner.Ref) { sink.ref, sink.fault = scanner.Locate(in, scanner.URI) },
		"Machine": func(in []byte, _ scanner.Ref) {
			machine.Reset(scanner.URIReference)
			sink.n = machine.Feed(in)
		},
		"AppendPctDecoded":         func(in []byte, _ scanner.Ref) { sink.b, sink.n = lut.AppendPctDecoded(dst, in) },
		"Base.Append":              func(in []byte, _ scanner.Ref) { sink.b, sink.ref, sink.err = base.Append(dst, in) },
		"Base.AppendRelative":      func(in []byte, _ scanner.Ref) { sink.b, sink.ref, sink.err = base.AppendRelative(dst, in) },
		"AppendWithoutDotSegments": func(in []byte, ref scanner.Ref) { sink.b = resolve.AppendWithoutDotSegments(dst, ref.Path().Of(in)) },
		"Append": func(in []byte, _ scanner.Ref) {
			sink.b, sink.ref, sink.err = normalize.Append(dst, in, normalize.SchemeBased)
		},
		"AppendResolved": func(in []byte, _ scanner.Ref) {
			sink.b, sink.ref, _, sink.err = normalize.AppendResolved(dst, base, in, normalize.SchemeBased)
		},
		"Hash":  func(in []byte, ref scanner.Ref) { sink.ok = normalize.Hash(in, ref, normalize.SchemeBased, 0).Hi > 0 },
		"Equal": func(in []byte, _ scanner.Ref) { sink.ok = normalize.Equal(in, in[1:], normalize.SchemeBased) },
		"All": func(in []byte, ref scanner.Ref) {
			for r := range inspect.All(in, ref) {
				sink.ok = r != 0
			}
			sink.ok = inspect.Of(in, ref) != 0
			_, sink.ok = inspect.Address(in, ref)
		},
		"Check": func(in []byte, ref scanner.Ref) {
			for _, p := range policies {
				sink.ok = p.Check("GET", in, ref) == inspect.Refusal{}
			}
		},
		"AppendURI": func(in []byte, ref scanner.Ref) {
			sink.b, sink.ref, sink.err = target.AppendURI(dst, &target.Request{Method: method, Scheme: http, Host: host, Target: in})
		},
		"AppendURI, Host": func(in []byte, ref scanner.Ref) {
			name := ref.Host().Of(in)
			sink.b, sink.ref, sink.err = target.AppendURI(dst, &target.Request{Method: method, Scheme: http, Host: name, SNI: bytes.TrimSuffix(name, dot), Target: slash})
			if sink.err == nil {
				sink.b, sink.ref, sink.err = target.AppendURI(dst, &target.Request{Method: method, Scheme: http, Host: name, Target: in})
			}
		},
		"AppendStripped": func(in []byte, ref scanner.Ref) {
			sink.b, sink.ok = target.AppendStripped(dst, ref.Path().Of(in), "/a")
		},
		"redact": func(in []byte, _ scanner.Ref) {
			sink.b = redact.Append(dst, in, nil)
			sink.b = redact.Text(dst, in, nil)
		},
		"query": func(in []byte, ref scanner.Ref) {
			q := ref.Query().Of(in)
			sink.b = query.AppendWithout(dst, q, some, 0)
			sink.b = query.AppendSet(dst, q, "a", q, 0)
			_, sink.ok = query.Get(q, q, 0)
			sink.b = query.AppendSorted(dst, q, 0)
			sink.b, sink.ok = query.AppendCacheKey(dst, in, ref, some, query.Sorted)
		},
		"AppendTemplate": func(in []byte, ref scanner.Ref) {
			sink.b = template.AppendTemplate(dst, ref.Path().Of(in), template.Default())
		},
		"repair.Append": func(in []byte, _ scanner.Ref) { sink.b, sink.ref, _, sink.err = repair.Append(dst, in, 0) },
		"AppendKey":     func(in []byte, ref scanner.Ref) { sink.b, _, _ = crawl.AppendKey(dst, in, ref, crawl.V1()) },
		"AppendSURT":    func(in []byte, ref scanner.Ref) { sink.b, _ = crawl.AppendSURT(dst, in, ref, crawl.IA) },
	}
	const h = "http://example.com"
	for _, shape := range [][2]string{ // what comes first, and what comes again
		{h + "/", "word/"}, {h + "/", "x/../"}, {"/", "a%2Fb%C3%A9/"}, {h + "/", "%7E"}, {h + "?", "a=b%20c&"}, {"http://", "a."}, {"http://user", "%41"}, {h + "/#", "f"}, {"//h:", "0"}, {"", "../"},
	} {
		for _, n := range []int{60, 130, 260, 600, 1100, 1900, 3900} {
			in := []byte(shape[0] + strings.Repeat(shape[1], n/len(shape[1])))
			ref, err := scanner.Parse(in)
			if err != nil {
				t.Fatal(err)
			}
			all := func() {
				for _, f := range functions {
					f(in, ref)
				}
			}
			if testing.AllocsPerRun(2, all) == 0 {
				continue
			}
			for name, f := range functions {
				if got := testing.AllocsPerRun(2, func() { f(in, ref) }); got > 0 {
					t.Errorf("%s of %s: %v allocations", name, fmt.Sprintf("%d bytes %.30s", len(in), in), got)
				}
			}
		}
	}
}
