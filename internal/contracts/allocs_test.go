package contracts

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

// Named types of both inputs: a type switch would miss them and allocate.
type (
	namedBytes  []byte
	namedString string
)

// An alloc holds how often a call of an exported function allocates, and the reason if
// that is not 0. A negative number is not checked.
type alloc struct {
	function string // as listed by exported
	variant  string
	want     float64
	why      string
	call     func()
}

var (
	good    = "http://u:p@[2001:db8::7]:8042/over/there?name=ferret&x#nose"
	plain   = "https://www.example.com/over/there?name=ferret&x#nose"
	bad     = "http://u:p@example.com:8042/over there"
	far     = "/" + strings.Repeat("a", 70_000) + " "
	scratch = make([]byte, 0, 1024)
	setOf   = lut.SetOf(lut.PChar)

	goodRef, _  = scanner.Parse(good)
	badFault    = func() scanner.Fault { _, f := scanner.Locate(bad, scanner.URIReference); return f }()
	badErr      = badFault.Err().(scanner.Error)
	farFault    = func() scanner.Fault { _, f := scanner.Locate(far, scanner.URIReference); return f }()
	machine     scanner.Machine
	goodAsBytes = []byte(good)

	block     = []byte(strings.Repeat(good+"\n"+bad+"\r\n\n"+plain+"\n", 100))
	lines     = make([]scanner.Line, 0, 400)
	stream    = scanned(0)
	longLines = scanned(16) // hardly a line fits
	unscanned = scanner.NewScanner(&testkit.Endless{Text: block})
)

// scanned returns a Scanner that already has its buffer: one of size bytes, or its own
// if size is 0.
func scanned(size int) *scanner.Scanner {
	s := scanner.NewScanner(&testkit.Endless{Text: block})
	if size > 0 {
		s.Buffer(make([]byte, size))
	}
	s.Scan()
	return s
}

// scan scans more lines than a buffer holds.
func scan(s *scanner.Scanner) {
	for range 2000 {
		sink.ok = s.Scan()
	}
}

func scanAll(s *scanner.Scanner) {
	n := 2000
	for line, ref := range s.All() {
		sink.b, sink.ref = line, ref
		if n--; n == 0 {
			break
		}
	}
}

// sink keeps results alive, so that no call is optimized away.
var sink struct {
	ref   scanner.Ref
	fault scanner.Fault
	err   error
	n     int
	ok    bool
	s     string
	b     []byte
	base  *resolve.Base

	scanner *scanner.Scanner
}

// inputs makes a row for each kind of input and each of the functions, of a reference that
// only the automaton proves, one that the fast path proves, and one that is bad.
func inputs(functions string, b func([]byte), s func(string), nb func(namedBytes), ns func(namedString)) []alloc {
	var rows []alloc
	for what, in := range map[string]string{"IP literal": good, "host name": plain, "bad": bad} {
		bytes, nbytes, nstring := []byte(in), namedBytes(in), namedString(in)
		for function := range strings.FieldsSeq(functions) {
			rows = append(rows,
				alloc{function, what + " []byte", 0, "", func() { b(bytes) }},
				alloc{function, what + " string", 0, "", func() { s(in) }},
				alloc{function, what + " named bytes", 0, "", func() { nb(nbytes) }},
				alloc{function, what + " named string", 0, "", func() { ns(nstring) }},
			)
		}
	}
	return rows
}

func forScanner[B lut.Bytes](src B) {
	for rule := scanner.URIReference; rule <= scanner.RelativeRef; rule++ {
		sink.ref, sink.fault = scanner.Locate(src, rule)
	}
	sink.ref, sink.err = scanner.Parse(src)
	sink.ref, sink.err = scanner.ParseRule(src, scanner.AbsoluteURI)
	sink.ok, sink.ref = scanner.Valid(src, scanner.URI), scanner.Split(src)
	_, sink.ok = scanner.HostAddr(src, sink.ref)
	_, sink.ok = scanner.PortNumber(src, sink.ref)
}
func forLut[B lut.Bytes](src B) {
	sink.n, sink.b = lut.Span(src, setOf), lut.AppendPctEncoded(scratch, src, setOf)
	sink.b, sink.n = lut.AppendPctDecoded(scratch, src)
}
func forView[B lut.Bytes](src B) {
	v, err := scanner.ParseView(src)
	for _, part := range [...]B{v.Scheme(), v.Authority(), v.Userinfo(), v.Host(), v.Port(), v.Path(), v.Query(), v.Fragment()} {
		sink.n = len(part)
	}
	sink.err = err
	v = scanner.View[B]{Src: src, Ref: scanner.Split(src)}
	for c := scanner.Scheme; c != 0; c <<= 1 {
		sink.n = len(v.Get(c))
	}
	for s := range v.Segments() {
		sink.n = len(s)
	}
	for name, value := range v.Params() {
		sink.n = len(name) + len(value)
	}
}

const newString = "returns a new string"

// once makes a row of a function that does not allocate.
func once(function string, call func()) alloc { return alloc{function, "", 0, "", call} }

// unchecked makes rows of functions that allocate as often as they do.
func unchecked(prefix, functions, why string) (rows []alloc) {
	for name := range strings.FieldsSeq(functions) {
		rows = append(rows, alloc{prefix + name, "", -1, why, nil})
	}
	return rows
}

// each makes a row of a function that does not allocate for any of all.
func each[T any](function, variant string, all []T, call func(in T)) alloc {
	return alloc{function, variant, 0, "", func() {
		for _, in := range all {
			call(in)
		}
	}}
}

func allocs() []alloc {
	rows := slices.Concat(
		inputs("scanner.Locate scanner.Parse scanner.ParseRule scanner.Valid scanner.Split scanner.HostAddr scanner.PortNumber",
			forScanner, forScanner, forScanner, forScanner),
		inputs("scanner.ParseView scanner.View.Get scanner.View.Segments scanner.View.Params", forView, forView, forView, forView),
		inputs("lut.Span lut.AppendPctEncoded lut.AppendPctDecoded", forLut, forLut, forLut, forLut),
	)
	of := func(prefix, functions string, call func()) {
		for _, name := range strings.Fields(functions) {
			rows = append(rows, once(prefix+name, call))
		}
	}
	v := scanner.View[string]{Src: good, Ref: goodRef}
	of("scanner.View.", "Scheme Authority Userinfo Host Port Path Query Fragment String", func() { // of bytes String makes a string
		sink.n = len(v.Scheme()) + len(v.Authority()) + len(v.Userinfo()) + len(v.Host()) + len(v.Port()) + len(v.Path()) + len(v.Query()) + len(v.Fragment())
		sink.s = v.String()
	})
	of("scanner.", "Fault.Kind Fault.Offset Error.Fault Error.Unwrap", func() {
		sink.ok, sink.n = badFault.Kind() == scanner.BadPath, badFault.Offset()
		sink.fault, sink.err = badErr.Fault(), badErr.Unwrap()
	})
	of("scanner.", "Kind.Error Kind.String Kind.Describe Rule.String State.String HostKind.String PathKind.String", func() {
		for _, s := range [...]string{
			badFault.Kind().Error(), badFault.Kind().String(), badFault.Kind().Describe(), scanner.URI.String(), machine.State().String(),
			goodRef.HostKind().String(), goodRef.PathKind().String(),
		} {
			sink.s = s
		}
	})
	of("scanner.Ref.", "Scheme Authority Userinfo Host Port Path Query Fragment Span Has Components Len HostKind PathKind", func() {
		r := goodRef
		for _, s := range [...]scanner.Span{
			r.Scheme(), r.Authority(), r.Userinfo(), r.Host(), r.Port(), r.Path(), r.Query(), r.Fragment(), r.Span(scanner.Query),
		} {
			sink.n = s.Len()
		}
		sink.ok, sink.n = r.Has(scanner.Port) && r.Components() > 0 && r.HostKind() == scanner.IPv6Address && r.PathKind() == scanner.PathAbEmpty, r.Len()
	})
	of("scanner.Span.", "Len Of OfString", func() {
		sink.n, sink.b, sink.s = goodRef.Host().Len(), goodRef.Host().Of(goodAsBytes), goodRef.Host().OfString(good)
	})
	of("scanner.Machine.", "State End", func() {
		sink.ok = machine.State() == scanner.Dead
		sink.ref, sink.fault = machine.End()
	})
	of("scanner.Scanner.", "Bytes Ref Fault Truncated Offset Err", func() {
		sink.b, sink.ref, sink.fault, sink.err = stream.Bytes(), stream.Ref(), stream.Fault(), stream.Err()
		sink.ok = longLines.Truncated() && stream.Offset() > 0
	})
	of("lut.", "ClassOf SetOf MakeSet Set.Has Set.Or Set.AndNot", func() {
		sink.ok = lut.ClassOf('a') == lut.Alpha && lut.SetOf(lut.Query).Has('a') && lut.MakeSet(good).Or(lut.Set{}).AndNot(lut.Set{}).Has('a')
	})
	rows = append(rows, resolveAllocs()...)
	rows = append(rows, normalizeAllocs()...)
	rows = append(rows, inspectAllocs()...)
	rows = append(rows, neturlAllocs()...)
	rows = append(rows, policyAllocs()...)
	rows = append(rows, targetAllocs()...)
	rows = append(rows, queryAllocs()...)
	rows = append(rows, redactAllocs()...)
	rows = append(rows, templateAllocs()...)
	rows = append(rows, repairAllocs()...)
	rows = append(rows, crawlAllocs()...)
	return append(rows,
		alloc{"scanner.Locate", "offset 70,000", 0, "", func() { _, sink.fault = scanner.Locate(far, 0) }},
		alloc{"scanner.Parse", "offset 70,000", 1, "an error from offset 1,024 on", func() { _, sink.err = scanner.Parse(far) }},
		alloc{"scanner.Parse", "every offset below 1,024", 0, "", func() {
			for offset := 1; offset < 1024; offset++ {
				_, sink.err = scanner.Parse(far[len(far)-offset:])
			}
		}},
		alloc{"scanner.Parse", "offset 1,024", 1, "an error from offset 1,024 on", func() { _, sink.err = scanner.Parse(far[len(far)-1025:]) }},
		alloc{"scanner.Fault.Err", "offset 70,000", 1, "an error from offset 1,024 on", func() { sink.err = farFault.Err() }},
		once("scanner.Fault.Err", func() { sink.err = badFault.Err() }),
		alloc{"scanner.Fault.String", "", 1, newString, func() { sink.s = badFault.String() }},
		alloc{"scanner.Error.Error", "", 1, newString, func() { sink.s = badErr.Error() }},
		once("scanner.Component.String", func() { sink.s = scanner.Path.String() }),
		alloc{"scanner.Component.String", "scheme", 0, "", func() { sink.s = scanner.Scheme.String() }},
		alloc{"scanner.Component.String", "set", 1, newString, func() { sink.s = scanner.Component(255).String() }},
		alloc{"scanner.Ref.String", "", -1, newString, nil},
		once("scanner.Machine.Reset", func() { machine.Reset(scanner.URI) }),
		once("scanner.Machine.Feed", func() { machine.Reset(0); sink.n = machine.Feed(goodAsBytes) }),
		once("scanner.Machine.FeedString", func() { machine.Reset(0); sink.n = machine.FeedString(bad) }),
		once("scanner.AppendLines", func() { _, sink.n = scanner.AppendLines(lines, block, '\n') }),
		alloc{"scanner.AppendLines", "to nil", 1, "dst grows from nothing to 400 lines", func() { _, sink.n = scanner.AppendLines(nil, block, '\n') }},
		alloc{"scanner.NewScanner", "", 1, "returns a new Scanner", func() { sink.scanner = scanner.NewScanner(os.Stdin) }},
		alloc{"scanner.Scanner.Scan", "the first", 3, "NewScanner, the buffer, and a reader of this test", func() { sink.scanner = scanned(0) }},
		alloc{"scanner.Scanner.Scan", "long lines", 0, "", func() { scan(longLines) }},
		once("scanner.Scanner.Scan", func() { scan(stream) }),
		once("scanner.Scanner.All", func() { scanAll(stream) }),
		once("scanner.Scanner.Delim", func() { unscanned.Delim('\n') }),
		once("scanner.Scanner.Buffer", func() { unscanned.Buffer(block) }),
	)
}

// Under the race detector a sync.Pool drops buffers at random, and slices.Grow allocates once more:
// there nothing is counted.
func TestAllocs(t *testing.T) {
	for _, row := range allocs() {
		if (row.want != 0) != (row.why != "") {
			t.Errorf("%s %s: %v allocations because of %q", row.function, row.variant, row.want, row.why)
		}
		if row.want < 0 {
			continue // what it does allocates, how often is the system's choice
		}
		if got := testing.AllocsPerRun(10, row.call); got != row.want && !raceDetector {
			t.Errorf("%s %s: %v allocations, want %v", row.function, row.variant, got, row.want)
		}
	}
}

// packages are those whose every exported function is in the table.
var packages = []string{
	"lut",
	"scanner",
	"resolve",
	"normalize",
	"scanner/inspect",
	"normalize/neturl",
	"scanner/target",
	"normalize/query",
	"normalize/redact",
	"normalize/redact/redactlog",
	"normalize/template",
	"normalize/repair",
	"normalize/repair/idnahost",
	"normalize/crawl",
	"scanner/inspect/httpguard",
}

func TestAllocsIsComplete(t *testing.T) {
	listed := map[string]bool{}
	for _, row := range allocs() {
		listed[row.function] = true
	}
	for _, pkg := range packages {
		for _, function := range exported(t, pkg) {
			if !listed[function] {
				t.Errorf("%s is not in the table of allocations", function)
			}
			delete(listed, function)
		}
	}
	for function := range listed {
		t.Errorf("the table of allocations has %s, which is not exported", function)
	}
}

// exported lists the exported functions and methods of a package as
// "pkg.Function" and "pkg.Type.Method".
func exported(t *testing.T, pkg string) []string {
	t.Helper()
	var names []string
	for _, fn := range function.FindAllStringSubmatch(sources(t, pkg), -1) {
		names = append(names, strings.Replace(fmt.Sprintf("%s.%s.%s", pkg, fn[1], fn[2]), "..", ".", 1))
	}
	return names
}

// function is the first line of an exported function, or of a method of a type, which
// may have a parameter, as gofmt has it.
var function = regexp.MustCompile(`(?m)^func (?:\(\w+ \*?(\w+)(?:\[\w+\])?\) )?(\p{Lu}\w*)[\[(]`)
