package fuzz

import (
	"bytes"
	"slices"
	"testing"

	"github.com/uriscan/uriscan/fuzz/abnf"
	"github.com/uriscan/uriscan/fuzz/byhand"
	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/scanner"
)

// rules are the four start symbols, as each of the three implementations names them.
var rules = [...]struct {
	name   string
	rule   scanner.Rule
	byHand byhand.Rule
}{
	reference: {"URI-reference", scanner.URIReference, byhand.URIReference},
	uri:       {"URI", scanner.URI, byhand.URI},
	absolute:  {"absolute-URI", scanner.AbsoluteURI, byhand.AbsoluteURI},
	relative:  {"relative-ref", scanner.RelativeRef, byhand.RelativeRef},
}

const (
	reference = iota
	uri
	absolute
	relative
)

// answers are the grammar's answers for each of the rules.
type answers [len(rules)]abnf.Answer

var hostKinds = map[string]scanner.HostKind{
	"":            scanner.NoHost,
	"IPv6address": scanner.IPv6Address,
	"IPvFuture":   scanner.IPvFuture,
	"IPv4address": scanner.IPv4Address,
	"reg-name":    scanner.RegName,
}

// grammar is Appendix A, parsed once.
var grammar = abnf.RFC3986()

// maxReports keeps a broken scanner from filling the disk.
const maxReports = 20

// A judge compares the results of scanner and byhand with the grammar's answers for each
// rule. It serves one goroutine.
type judge struct {
	t        testing.TB
	reports  int
	matchers [len(rules)]*abnf.Matcher
	parts    *abnf.Matcher
	found    abnf.Parts                  // of the last input that was a member of a rule
	states   [len(rules)][]scanner.State // wanted from a Machine, by bytes fed
	heard    []hearing                   // for replay
}

// newJudge returns a judge that repeats the lines on every level when the test is over.
func newJudge(t testing.TB) *judge {
	j := &judge{t: t, parts: grammar.NewMatcher()}
	for i := range j.matchers {
		j.matchers[i] = grammar.NewMatcher()
	}
	t.Cleanup(j.replay)
	return j
}

func (j *judge) errorf(format string, args ...any) {
	if j.reports++; j.reports <= maxReports {
		j.t.Errorf(format, args...)
	}
}

// line judges all answers about one input. A Machine is judged for cuts at every
// position, or at those of cuts if it is not nil.
func (j *judge) line(in []byte, cuts []int) {
	h := hearing{in: slices.Clone(in)}
	j.judge(in, j.begin(in), cuts, &h)
	j.heard = append(j.heard, h)
}

// begin asks the grammar about in and records the states that Machines pass while they
// read it.
func (j *judge) begin(in []byte) answers {
	a := j.ask(in, nil)
	for i := range rules {
		j.states[i] = j.states[i][:0]
		for k := range len(in) + 1 {
			j.states[i] = append(j.states[i], stateOf(k <= a[i].Prefix, false))
		}
	}
	hash := bytes.IndexByte(in, '#')
	for _, k := range j.matchers[uri].Ends() {
		j.states[uri][k], j.states[reference][k] = scanner.Complete, scanner.Complete
		if hash < 0 || k <= hash {
			j.states[absolute][k] = scanner.Complete
		}
	}
	for _, k := range j.matchers[relative].Ends() {
		j.states[relative][k], j.states[reference][k] = scanner.Complete, scanner.Complete
	}
	return a
}

// ask returns the grammar's answers about in; before are its answers about what comes
// before its last byte, if not nil. A URI-reference is a URI or a relative-ref (4.1), and
// an absolute-URI a URI without a fragment (4.3): TestAsk holds that to the grammar.
func (j *judge) ask(in []byte, before *answers) (a answers) {
	match := func(i int) abnf.Answer {
		if last := len(in) - 1; before != nil && (before[i].Prefix < last || !before[i].Next.Has(in[last])) {
			dead := before[i]
			dead.Member = false
			return dead
		}
		return j.matchers[i].Match(rules[i].name, in)
	}
	a[uri], a[relative] = match(uri), match(relative)
	a[absolute] = a[uri]
	if bytes.IndexByte(in, '#') >= 0 {
		a[absolute] = match(absolute)
	}
	a[reference] = a[uri]
	switch {
	case a[uri].Prefix < a[relative].Prefix:
		a[reference] = a[relative]
	case a[uri].Prefix == a[relative].Prefix:
		a[reference].Member = a[uri].Member || a[relative].Member
		for k := range a[reference].Next {
			a[reference].Next[k] |= a[relative].Next[k]
		}
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

// walk judges every string that begins with in and continues over the alphabet, and
// returns their number. a are the answers about in.
func (j *judge) walk(in []byte, a answers, alphabet []byte, length int) int {
	// A string comes right after those that it extends.
	for i := range rules {
		j.states[i] = append(j.states[i][:len(in)], stateOf(a[i].Prefix == len(in), a[i].Member))
	}
	j.judge(in, a, nil, new(hearing))
	n := 1
	if len(in) < length {
		for _, c := range alphabet {
			next := append(in, c)
			n += j.walk(next, j.ask(next, &a), alphabet, length)
		}
	}
	return n
}

// judge judges Locate and Valid, on bytes and string, a Machine fed whole and one fed a
// byte at a time, Machines fed as line has it, and byhand. It records the result of Locate
// in h.
func (j *judge) judge(in []byte, a answers, cuts []int, h *hearing) {
	got, ok := byhand.Check(in)
	if a[reference].Member {
		rule := rules[uri].name
		if a[relative].Member {
			rule = rules[relative].name
		}
		j.found, _ = j.parts.Parts(rule, in)
		if want := asByHand(j.found); got != want {
			j.errorf("byhand.Check(%q) = %+v, want %+v", in, got, want)
		}
	}
	for i, r := range rules {
		ref, fault := scanner.Locate(in, r.rule)
		h.refs[i], h.faults[i] = ref, fault
		if got := ok && got.Is(r.byHand); got != a[i].Member {
			j.errorf("byhand.Check(%q), Is(%s) = %v, want %v", in, r.name, got, a[i].Member)
		}
		j.fault(in, a, i, fault)
		switch {
		case !a[i].Member && ref != (scanner.Ref{}):
			j.errorf("Locate(%q, %s) = %+v with %v, want no Ref", in, r.name, ref, fault.Err())
		case a[i].Member && (i == reference || ref != h.refs[reference]):
			j.ref(in, r.name, ref)
		}
		text := string(in)
		if r2, f := scanner.Locate(text, r.rule); r2 != ref || f != fault {
			j.errorf("Locate(string %q, %s) = %+v %v, want %+v %v", in, r.name, r2, f, ref, fault)
		}
		if got := scanner.Valid(in, r.rule); got != a[i].Member {
			j.errorf("Valid(%q, %s) = %v, want %v", in, r.name, got, a[i].Member)
		}
		j.wholeAndByBytes(in, text, i, a[i].Prefix, h)
		if cuts == nil {
			for k := range len(in) + 1 {
				j.cutAt(in, i, a[i].Prefix, k, h)
			}
		}
		for _, k := range cuts {
			j.cutAt(in, i, a[i].Prefix, k, h)
		}
	}
}

func (j *judge) wholeAndByBytes(in []byte, text string, i, prefix int, h *hearing) {
	var whole, stepped scanner.Machine
	whole.Reset(rules[i].rule)
	stepped.Reset(rules[i].rule)
	if n := whole.FeedString(text); n != prefix {
		j.errorf("Machine(%s).FeedString(%q) = %d, want %d", rules[i].name, in, n, prefix)
	}
	j.end(in, i, &whole, h)
	for k := range in {
		if got := stepped.State(); got != j.states[i][k] {
			j.errorf("Machine(%s) fed %q: State() = %v, want %v", rules[i].name, in[:k], got, j.states[i][k])
		}
		stepped.Feed(in[k : k+1])
	}
	j.end(in, i, &stepped, h)
}

// end judges the result of a Machine that has read all of in.
func (j *judge) end(in []byte, i int, m *scanner.Machine, h *hearing) {
	if got, want := m.State(), j.states[i][len(in)]; got != want {
		j.errorf("Machine(%s) fed %q: State() = %v, want %v", rules[i].name, in, got, want)
	}
	if r, f := m.End(); r != h.refs[i] || f != h.faults[i] {
		j.errorf("Machine(%s) fed %q: End() = %+v %v, want %+v %v", rules[i].name, in, r, f, h.refs[i], h.faults[i])
	}
}

// cutAt judges a Machine that is fed in as two pieces, asked for its answer
// between them, and copied there.
func (j *judge) cutAt(in []byte, i, prefix, k int, h *hearing) {
	var m scanner.Machine
	m.Reset(rules[i].rule)
	if n, want := m.Feed(in[:k]), min(k, prefix); n != want {
		j.errorf("Machine(%s).Feed(%q) = %d, want %d", rules[i].name, in[:k], n, want)
	}
	if got := m.State(); got != j.states[i][k] {
		j.errorf("Machine(%s) fed %q: State() = %v, want %v", rules[i].name, in[:k], got, j.states[i][k])
	}
	m.End()
	checkpoint := m
	if n, want := m.Feed(in[k:]), prefix-min(k, prefix); n != want {
		j.errorf("Machine(%s).Feed(%q) after %q = %d, want %d", rules[i].name, in[k:], in[:k], n, want)
	}
	j.end(in, i, &m, h)
	checkpoint.Feed(in[k:])
	j.end(in, i, &checkpoint, h)
}

func (j *judge) fault(in []byte, a answers, i int, got scanner.Fault) {
	want, offset := scanner.Kind(0), 0
	if !a[i].Member {
		want, offset = j.kind(a, i, len(in)), a[i].Prefix
		if i == absolute && a[uri].Prefix > offset {
			want = scanner.BadFragment // a "#" that a URI may have
		}
	}
	if got.Offset() != offset || got.Kind() != want {
		j.errorf("Locate(%q, %s) fault = %v at %d, want %v at %d",
			in, rules[i].name, got.Kind(), got.Offset(), want, offset)
	}
}

// ref judges the components of a member, by those found.
func (j *judge) ref(in []byte, rule string, got scanner.Ref) {
	p := &j.found
	for i, want := range [...]abnf.Span{p.Scheme, p.Authority, p.Userinfo, p.Host, p.Port, p.Path, p.Query, p.Fragment} {
		c := scanner.Scheme << i
		s := got.Span(c)
		span := abnf.Span{Start: int(s.Start), End: int(s.End)}
		if !got.Has(c) && s.Len() == 0 {
			span = abnf.Undefined
		}
		if span != want {
			j.errorf("Locate(%q, %s) %v = %v, want %v", in, rule, c, span, want)
		}
	}
	if want := hostKinds[p.HostRule]; got.HostKind() != want {
		j.errorf("Locate(%q, %s).HostKind() = %v, want %v", in, rule, got.HostKind(), want)
	}
	if kind := got.PathKind().String(); "path-"+kind != p.PathRule {
		j.errorf("Locate(%q, %s).PathKind() = %s, want %s", in, rule, kind, p.PathRule)
	}
	if got.Len() != len(in) {
		j.errorf("Locate(%q, %s).Len() = %d, want %d", in, rule, got.Len(), len(in))
	}
}

// asByHand converts the grammar's components to those of byhand.
func asByHand(p abnf.Parts) byhand.Reference {
	return byhand.Reference{
		Scheme: byhand.Span(p.Scheme), Authority: byhand.Span(p.Authority),
		Userinfo: byhand.Span(p.Userinfo), Host: byhand.Span(p.Host), Port: byhand.Span(p.Port),
		Path: byhand.Span(p.Path), Query: byhand.Span(p.Query), Fragment: byhand.Span(p.Fragment),
		HostKind: p.HostRule, PathKind: p.PathRule,
	}
}

// The answers that ask derives from those for two rules are the grammar's.
func TestAsk(t *testing.T) {
	g := newGenerator(3, 1)
	j := newJudge(t)
	for range 500 {
		in := g.mutant()
		a := j.ask(in, nil)
		for i, r := range rules {
			m := grammar.NewMatcher()
			want := m.Match(r.name, in)
			if a[i].Member != want.Member || a[i].Prefix != want.Prefix || a[i].Next != want.Next && i != absolute {
				t.Errorf("ask(%q)[%s] = %+v, want %+v", in, r.name, a[i], want)
			}
			if got, want := j.kind(a, i, len(in)), kindOf(want, want, len(in)); got != want {
				t.Errorf("kind(%q, %s) = %v, want %v", in, r.name, got, want)
			}
		}
	}
}

// kindOf is the table of faults, by hand: which rule is broken, from the rules
// open where the longest prefix ends, for either of two answers. The first row that
// applies decides.
func kindOf(a, b abnf.Answer, length int) scanner.Kind {
	switch open := func(rule string) bool { return a.IsOpen(rule) || b.IsOpen(rule) }; {
	case a.Prefix == length:
		return scanner.UnexpectedEnd
	case open("pct-encoded") && !open("unreserved"): // after "%"
		return scanner.BadPercent
	case open("IP-literal") && !open("reg-name"): // after "["
		if open("IPvFuture") && !open("IPv6address") {
			return scanner.BadIPvFuture
		}
		return scanner.BadIPv6
	case open("port"):
		return scanner.BadPort
	case open("host"):
		return scanner.BadHost
	case open("userinfo"): // not a port after all
		return scanner.BadUserinfo
	case open("authority"): // after "]"
		return scanner.BadHost
	case open("fragment"):
		return scanner.BadFragment
	case open("query"):
		return scanner.BadQuery
	case open("path-abempty"), open("path-absolute"), open("path-noscheme"), open("path-rootless"),
		open("segment"), open("segment-nz"), open("segment-nz-nc"):
		return scanner.BadPath
	case open("scheme"):
		return scanner.BadScheme
	}
	return 0
}

// kind is kindOf for a rule.
func (j *judge) kind(a answers, i, length int) scanner.Kind {
	one, other := a[i], a[i]
	if i == reference && a[uri].Prefix == a[relative].Prefix {
		one, other = a[uri], a[relative]
	}
	return kindOf(one, other, length)
}

// A hearing is a line and the results of Locate for each rule, already judged by the
// grammar.
type hearing struct {
	in     []byte
	refs   [len(rules)]scanner.Ref
	faults [len(rules)]scanner.Fault
}

// replay compares the results of each level for the lines judged so far, alone and as
// the lines of a block.
func (j *judge) replay() {
	defer kernel.Use(kernel.Use(kernel.Portable))
	for _, l := range kernel.Levels() {
		kernel.Use(l)
		for _, h := range j.heard {
			for i, r := range rules {
				if ref, fault := scanner.Locate(h.in, r.rule); ref != h.refs[i] || fault != h.faults[i] {
					j.errorf("%v: Locate(%q, %s) = %+v %v, want %+v %v", l, h.in, r.name, ref, fault, h.refs[i], h.faults[i])
				}
			}
		}
		j.replayLines(l)
	}
}

// replayLines is replay for the lines of a block on level l, those that LF can end.
func (j *judge) replayLines(l kernel.Level) {
	var src []byte
	var want []hearing
	for _, h := range j.heard {
		if bytes.IndexByte(h.in, '\n') < 0 && !bytes.HasSuffix(h.in, []byte("\r")) {
			src = append(append(src, h.in...), '\n')
			want = append(want, h)
		}
	}
	lines, n := scanner.AppendLines(nil, src, '\n')
	if len(lines) != len(want) || n != len(src) {
		j.errorf("%v: AppendLines finds %d lines in %d bytes, want %d in %d", l, len(lines), n, len(want), len(src))
		return
	}
	for i, h := range want {
		if lines[i].Ref != h.refs[reference] || lines[i].Fault != h.faults[reference] {
			j.errorf("%v: AppendLines of %q = %+v %v, want %+v %v", l, h.in, lines[i].Ref, lines[i].Fault, h.refs[reference], h.faults[reference])
		}
	}
}
