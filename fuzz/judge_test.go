package fuzz

import (
	"slices"
	"sync/atomic"
	"testing"

	"github.com/uriscan/uriscan/fuzz/abnf"
	"github.com/uriscan/uriscan/fuzz/prose"
	"github.com/uriscan/uriscan/scanner"
)

// rules are the four start symbols as each of the three knows them.
var rules = []struct {
	name  string
	rule  scanner.Rule
	prose prose.Rule
}{
	{"URI-reference", scanner.URIReference, prose.URIReference},
	{"URI", scanner.URI, prose.URI},
	{"absolute-URI", scanner.AbsoluteURI, prose.AbsoluteURI},
	{"relative-ref", scanner.RelativeRef, prose.RelativeRef},
}

var hostKinds = map[string]scanner.HostKind{
	"":            scanner.NoHost,
	"IPv6address": scanner.IPv6Address,
	"IPvFuture":   scanner.IPvFuture,
	"IPv4address": scanner.IPv4Address,
	"reg-name":    scanner.RegName,
}

var pathKinds = map[string]scanner.PathKind{
	"path-empty":    scanner.PathEmpty,
	"path-abempty":  scanner.PathAbEmpty,
	"path-absolute": scanner.PathAbsolute,
	"path-noscheme": scanner.PathNoScheme,
	"path-rootless": scanner.PathRootless,
}

// grammar is Appendix A, parsed once.
var grammar = abnf.RFC3986()

// maxReports keeps a broken scanner from filling the disk.
const maxReports = 20

// A judge compares what scanner and prose say of inputs, for one rule, with the
// grammar's answer. It serves one goroutine.
type judge struct {
	t       testing.TB
	reports *atomic.Int32
	name    string
	rule    scanner.Rule
	prose   prose.Rule
	matcher *abnf.Matcher
	parts   *abnf.Matcher
	found   abnf.Parts      // of the last input that was a member
	states  []scanner.State // wanted from a Machine, by octets fed
	kinds   map[*string]scanner.Kind
	heard   []hearing // for replay
}

// judges returns one judge for each rule. When the test is over they hear the lines again
// on every level.
func judges(t testing.TB) []*judge {
	var all []*judge
	reports := new(atomic.Int32)
	for _, r := range rules {
		all = append(all, &judge{
			t: t, reports: reports, name: r.name, rule: r.rule, prose: r.prose,
			matcher: grammar.NewMatcher(), parts: grammar.NewMatcher(),
			kinds: map[*string]scanner.Kind{},
		})
	}
	t.Cleanup(func() { replay(all) })
	return all
}

func (j *judge) errorf(format string, args ...any) {
	if j.reports.Add(1) <= maxReports {
		j.t.Errorf(format, args...)
	}
}

// line judges all answers about one input, the Machine's for cuts at every
// position, or at those of cuts if it is not nil.
func (j *judge) line(in []byte, cuts []int) {
	a := j.begin(in)
	ref, fault := j.answers(in, a)
	j.heard = append(j.heard, hearing{slices.Clone(in), ref, fault})
	if cuts != nil {
		for _, k := range cuts {
			j.cutAt(in, a, k, ref, fault)
		}
		return
	}
	for k := range len(in) + 1 {
		j.cutAt(in, a, k, ref, fault)
	}
}

// begin asks the grammar about in and notes the states of a Machine on its way
// through it.
func (j *judge) begin(in []byte) abnf.Answer {
	a := j.matcher.Match(j.name, in)
	j.states = j.states[:0]
	for k := range len(in) + 1 {
		j.states = append(j.states, stateOf(k <= a.Prefix, false))
	}
	for _, k := range j.matcher.Ends() {
		j.states[k] = scanner.Complete
	}
	return a
}

func stateOf(live, member bool) scanner.State {
	switch {
	case member:
		return scanner.Complete
	case live:
		return scanner.Prefix
	}
	return scanner.Dead
}

// walk judges every string that begins with prefix and goes on over the alphabet.
func (j *judge) walk(prefix, alphabet []byte, length int) (n int) {
	j.begin(prefix)
	walker := grammar.NewMatcher()
	walker.Walk(j.name, prefix, alphabet, length, func(in []byte, a abnf.Answer) {
		n++
		// A string comes right after those that it extends.
		j.states = append(j.states[:len(in)], stateOf(a.Prefix == len(in), a.Member))
		ref, fault := j.answers(in, a)
		for k := range len(in) + 1 {
			j.cutAt(in, a, k, ref, fault)
		}
	})
	return n
}

// answers judges Locate and Valid, on bytes and string, a Machine fed whole and
// one fed an octet at a time, and prose.
func (j *judge) answers(in []byte, a abnf.Answer) (ref scanner.Ref, fault scanner.Fault) {
	ref, fault = scanner.Locate(in, j.rule)
	j.fault(in, a, fault)
	got, ok := prose.Check(j.prose, in)
	if ok != a.Member {
		j.errorf("prose.Check(%s, %q) = %v, want %v", j.name, in, ok, a.Member)
	}
	if a.Member {
		j.found, _ = j.parts.Parts(j.name, in)
		j.ref(in, j.found, ref)
		if want := asProse(j.found); got != want {
			j.errorf("prose.Check(%s, %q) = %+v, want %+v", j.name, in, got, want)
		}
	} else if ref != (scanner.Ref{}) {
		j.errorf("Locate(%q, %s) = %+v with %v, want no Ref", in, j.name, ref, fault.Err())
	}
	text := string(in)
	if r, f := scanner.Locate(text, j.rule); r != ref || f != fault {
		j.errorf("Locate(string %q, %s) = %+v %v, want %+v %v", in, j.name, r, f, ref, fault)
	}
	if got := scanner.Valid(in, j.rule); got != a.Member {
		j.errorf("Valid(%q, %s) = %v, want %v", in, j.name, got, a.Member)
	}
	j.wholeAndByOctets(in, text, a, ref, fault)
	return ref, fault
}

func (j *judge) wholeAndByOctets(in []byte, text string, a abnf.Answer, ref scanner.Ref, fault scanner.Fault) {
	var whole, octets scanner.Machine
	whole.Reset(j.rule)
	octets.Reset(j.rule)
	if n := whole.FeedString(text); n != a.Prefix {
		j.errorf("Machine(%s).FeedString(%q) = %d, want %d", j.name, in, n, a.Prefix)
	}
	j.end(in, &whole, ref, fault)
	for k := range in {
		if got := octets.State(); got != j.states[k] {
			j.errorf("Machine(%s) fed %q: State() = %v, want %v", j.name, in[:k], got, j.states[k])
		}
		octets.Feed(in[k : k+1])
	}
	j.end(in, &octets, ref, fault)
}

// end judges what a Machine that has read all of in says.
func (j *judge) end(in []byte, m *scanner.Machine, ref scanner.Ref, fault scanner.Fault) {
	if got, want := m.State(), j.states[len(in)]; got != want {
		j.errorf("Machine(%s) fed %q: State() = %v, want %v", j.name, in, got, want)
	}
	if r, f := m.End(); r != ref || f != fault {
		j.errorf("Machine(%s) fed %q: End() = %+v %v, want %+v %v", j.name, in, r, f, ref, fault)
	}
}

// cutAt judges a Machine that is fed in as two pieces, asked for its answer
// between them, and copied there.
func (j *judge) cutAt(in []byte, a abnf.Answer, k int, ref scanner.Ref, fault scanner.Fault) {
	var m scanner.Machine
	m.Reset(j.rule)
	if n, want := m.Feed(in[:k]), min(k, a.Prefix); n != want {
		j.errorf("Machine(%s).Feed(%q) = %d, want %d", j.name, in[:k], n, want)
	}
	if got := m.State(); got != j.states[k] {
		j.errorf("Machine(%s) fed %q: State() = %v, want %v", j.name, in[:k], got, j.states[k])
	}
	m.End()
	checkpoint := m
	if n, want := m.Feed(in[k:]), a.Prefix-min(k, a.Prefix); n != want {
		j.errorf("Machine(%s).Feed(%q) after %q = %d, want %d", j.name, in[k:], in[:k], n, want)
	}
	j.end(in, &m, ref, fault)
	checkpoint.Feed(in[k:])
	j.end(in, &checkpoint, ref, fault)
}

// fault judges a fault by the grammar's answer.
func (j *judge) fault(in []byte, a abnf.Answer, got scanner.Fault) {
	if a.Member {
		if got != (scanner.Fault{}) {
			j.errorf("Locate(%q, %s) fault = %v, want none", in, j.name, got.Err())
		}
		return
	}
	if want := j.kind(a, len(in)); got.Offset() != a.Prefix || got.Kind() != want {
		j.errorf("Locate(%q, %s) fault = %v at %d, want %v at %d",
			in, j.name, got.Kind(), got.Offset(), want, a.Prefix)
	}
}

// ref judges the components of a member.
func (j *judge) ref(in []byte, p abnf.Parts, got scanner.Ref) {
	for _, c := range []struct {
		component scanner.Component
		want      abnf.Span
	}{
		{scanner.Scheme, p.Scheme}, {scanner.Authority, p.Authority}, {scanner.Userinfo, p.Userinfo},
		{scanner.Host, p.Host}, {scanner.Port, p.Port}, {scanner.Path, p.Path},
		{scanner.Query, p.Query}, {scanner.Fragment, p.Fragment},
	} {
		s := got.Span(c.component)
		span := abnf.Span{Start: int(s.Start), End: int(s.End)}
		if !got.Has(c.component) && s.Len() == 0 {
			span = abnf.Undefined
		}
		if span != c.want {
			j.errorf("Locate(%q, %s) %v = %v, want %v", in, j.name, c.component, span, c.want)
		}
	}
	if want := hostKinds[p.HostRule]; got.HostKind() != want {
		j.errorf("Locate(%q, %s).HostKind() = %v, want %v", in, j.name, got.HostKind(), want)
	}
	if want := pathKinds[p.PathRule]; got.PathKind() != want {
		j.errorf("Locate(%q, %s).PathKind() = %v, want %v", in, j.name, got.PathKind(), want)
	}
	if got.Len() != len(in) {
		j.errorf("Locate(%q, %s).Len() = %d, want %d", in, j.name, got.Len(), len(in))
	}
}

// asProse puts the grammar's components in the shape of prose's.
func asProse(p abnf.Parts) prose.Reference {
	return prose.Reference{
		Scheme: prose.Span(p.Scheme), Authority: prose.Span(p.Authority),
		Userinfo: prose.Span(p.Userinfo), Host: prose.Span(p.Host), Port: prose.Span(p.Port),
		Path: prose.Span(p.Path), Query: prose.Span(p.Query), Fragment: prose.Span(p.Fragment),
		HostKind: p.HostRule, PathKind: p.PathRule,
	}
}
