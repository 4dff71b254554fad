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
	another, retrieval := new(resolve.Base), []byte(plain)
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
		"Base.Reset": func(in []byte, ref scanner.Ref) {
			if ref.Has(scanner.Scheme) {
				sink.err = another.Reset(in, 0)
				sink.err = another.ResetString(plain, resolve.BaseDots)
			}
		},
		"ResetBase": func(in []byte, ref scanner.Ref) {
			sink.err = crawl.ResetBase(another, &crawl.Bases{Content: in[ref.Path().Start:], Retrieval: retrieval}, 0)
		},
		"Base.Do": func(in []byte, _ scanner.Ref) {
			sink.err = base.Do(in, func([]byte, scanner.Ref) {})
			sink.ok = base.SameDocument(in)
		},
		"AppendRecomposed": func(in []byte, ref scanner.Ref) {
			p := resolve.Parts{Has: ref.Components(), Scheme: ref.Scheme().Of(in), Userinfo: ref.Userinfo().Of(in), Host: ref.Host().Of(in), Port: ref.Port().Of(in),
				Path: ref.Path().Of(in), Query: ref.Query().Of(in), Fragment: ref.Fragment().Of(in)}
			sink.b, sink.ref, sink.err = resolve.AppendRecomposed(dst, &p)
		},
		"AppendPctEncoded": func(in []byte, _ scanner.Ref) { sink.b = lut.AppendPctEncoded(dst, in, setOf) },
		"ParseView": func(in []byte, _ scanner.Ref) {
			v, _ := scanner.ParseView(in)
			for s := range v.Segments() {
				sink.b = s
			}
			for _, s := range v.Params() {
				sink.b = s
			}
		},
		"AppendRef": func(in []byte, ref scanner.Ref) {
			sink.b, sink.ref = normalize.AppendRef(dst, in, ref, normalize.SchemeBased|normalize.DropUserinfo)
			sink.ok = normalize.Needed(in, ref, normalize.SchemeBased) == 0
			sink.err = normalize.Do(in, normalize.Syntax, func([]byte, scanner.Ref) {})
		},
		"HasPrefix": func(in []byte, ref scanner.Ref) {
			sink.ok = target.HasPrefix(ref.Path().Of(in), ref.Path().Of(in))
			_, sink.ref, sink.err = target.Parse("GET", in)
		},
		"redact, policies": func(in []byte, _ scanner.Ref) {
			for _, p := range redactions {
				sink.b = redact.Append(dst, in, p)
				sink.b = redact.Text(dst, in, p)
			}
		},
		"query, others": func(in []byte, ref scanner.Ref) {
			q := ref.Query().Of(in)
			sink.b = query.AppendOnly(dst, q, some, query.Semicolon)
			sink.b = query.AppendReplaced(dst, q, some, "v", query.Form)
			sink.b = query.AppendAdded(dst, q, q, q)
			sink.b, _ = query.AppendDecoded(dst, q, query.Form)
			sink.ok = query.MoreThan(q, 1000, 0) || query.IsSorted(q, query.Spelled)
			sink.b, _, sink.err = query.AppendURL(dst, in, ref, q)
			for n := range query.All(q, 0) {
				sink.n = n
			}
		},
		"template.All": func(in []byte, ref scanner.Ref) {
			for s := range template.All(ref.Path().Of(in), template.Default()) {
				sink.n = s.Len()
			}
		},
		"repair.All": func(in []byte, _ scanner.Ref) {
			for f := range repair.All(in, repair.NoBase|repair.SuffixReference) {
				sink.ok = f != 0
			}
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
