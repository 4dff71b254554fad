//go:build !race

package contracts

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/normalize/crawl"
	"github.com/uriscan/uriscan/normalize/query"
	"github.com/uriscan/uriscan/normalize/repair"
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
		testkit.Must(t, err)
		policies = append(policies, p)
	}
	defer func(before []byte) { scratch = before }(scratch)
	scratch = make([]byte, 0, 1<<16)
	another, retrieval := new(resolve.Base), []byte(plain)
	method, http, host, slash, dot := []byte("GET"), []byte("http"), []byte("example.com"), []byte("/"), []byte(".")
	functions := map[string]func(in []byte, ref scanner.Ref){
		"Machine": func(in []byte, _ scanner.Ref) {
			machine.Reset(scanner.URIReference)
			sink.n = machine.Feed(in)
		},
		"Base.Append":         func(in []byte, _ scanner.Ref) { sink.b, sink.ref, sink.err = base.Append(scratch, in) },
		"Base.AppendRelative": func(in []byte, _ scanner.Ref) { sink.b, sink.ref, sink.err = base.AppendRelative(scratch, in) },
		"Base.Do": func(in []byte, _ scanner.Ref) {
			sink.err = base.Do(in, func([]byte, scanner.Ref) {})
			sink.ok = base.SameDocument(in)
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
		"AppendRecomposed": func(in []byte, ref scanner.Ref) {
			p := resolve.Parts{Has: ref.Components(), Scheme: ref.Scheme().Of(in), Userinfo: ref.Userinfo().Of(in), Host: ref.Host().Of(in), Port: ref.Port().Of(in),
				Path: ref.Path().Of(in), Query: ref.Query().Of(in), Fragment: ref.Fragment().Of(in)}
			sink.b, sink.ref, sink.err = resolve.AppendRecomposed(scratch, &p)
		},
		"AppendWithoutDotSegments": func(in []byte, ref scanner.Ref) { forDots(ref.Path().Of(in)) },
		"Append": func(in []byte, _ scanner.Ref) {
			sink.b, sink.ref, sink.err = normalize.Append(scratch, in, normalize.SchemeBased)
		},
		"AppendResolved": func(in []byte, _ scanner.Ref) {
			sink.b, sink.ref, _, sink.err = normalize.AppendResolved(scratch, base, in, normalize.SchemeBased)
		},
		"normalize.Do": func(in []byte, _ scanner.Ref) {
			sink.err = normalize.Do(in, normalize.Syntax, func([]byte, scanner.Ref) {})
		},
		"Equal": func(in []byte, _ scanner.Ref) { sink.ok = normalize.Equal(in, in[1:], normalize.SchemeBased) },
		"Check": func(in []byte, ref scanner.Ref) {
			for _, p := range policies {
				sink.ok = p.Check("GET", in, ref) == inspect.Refusal{}
			}
		},
		"AppendURI": func(in []byte, ref scanner.Ref) {
			sink.b, sink.ref, sink.err = target.AppendURI(scratch, &target.Request{Method: method, Scheme: http, Host: host, Target: in})
		},
		"AppendURI, Host": func(in []byte, ref scanner.Ref) {
			name := ref.Host().Of(in)
			sink.b, sink.ref, sink.err = target.AppendURI(scratch, &target.Request{Method: method, Scheme: http, Host: name, SNI: bytes.TrimSuffix(name, dot), Target: slash})
			if sink.err == nil {
				sink.b, sink.ref, sink.err = target.AppendURI(scratch, &target.Request{Method: method, Scheme: http, Host: name, Target: in})
			}
		},
		"path": func(in []byte, ref scanner.Ref) {
			path := ref.Path().Of(in)
			sink.ok = target.HasPrefix(path, path)
			sink.b, sink.ok = target.AppendStripped(scratch, path, "/a")
		},
		"query": func(in []byte, ref scanner.Ref) {
			q := ref.Query().Of(in)
			forQuery(q)
			sink.b = query.AppendSet(scratch, q, "a", q, 0)
			sink.b = query.AppendAdded(scratch, q, q, q)
			_, sink.ok = query.Get(q, q, 0)
			sink.b, _, sink.err = query.AppendURL(scratch, in, ref, q)
			sink.b, sink.ok = query.AppendCacheKey(scratch, in, ref, matcher, query.Sorted)
		},
		"repair": func(in []byte, _ scanner.Ref) {
			sink.b, sink.ref, _, sink.err = repair.Append(scratch, in, 0)
			for f := range repair.All(in, repair.NoBase|repair.SuffixReference) {
				sink.ok = f != 0
			}
		},
	}
	for name, f := range map[string]func(in []byte){
		"scanner": forScanner[[]byte], "lut": forLut[[]byte], "View": forView[[]byte], "AppendRef": forAppendRef[[]byte],
		"Needed": forNeeded[[]byte], "Hash": forHash[[]byte], "inspect": forInspect[[]byte], "target": forTarget[[]byte],
		"redact": forRedact[[]byte], "template": forTemplate[[]byte], "crawl": forCrawl[[]byte],
	} {
		functions[name] = func(in []byte, _ scanner.Ref) { f(in) }
	}
	const h = "http://example.com"
	for _, shape := range [][2]string{ // what comes first, and what comes again
		{h + "/", "word/"}, {h + "/", "x/../"}, {"/", "a%2Fb%C3%A9/"}, {h + "/", "%7E"}, {h + "?", "a=b%20c&"}, {"http://", "a."}, {"http://user", "%41"}, {h + "/#", "f"}, {"//h:", "0"}, {"", "../"},
	} {
		for _, n := range []int{60, 130, 260, 600, 1100, 1900, 3900} {
			in := []byte(shape[0] + strings.Repeat(shape[1], n/len(shape[1])))
			ref, err := scanner.Parse(in)
			testkit.Must(t, err)
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
