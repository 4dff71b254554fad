package normalize

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/fuzz/cases"
	"github.com/uriscan/uriscan/fuzz/slow"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
	"github.com/uriscan/uriscan/scanner"
)

// references returns how many random references are drawn, and keys of the hash.
func references() int { return sizes.Of(400, 4000) }

// twinForm returns the normal form of the slow twin and the rungs that changed the input.
func twinForm(in string, f Flags) (form string, rungs Flags) {
	on := map[string]bool{}
	for i, name := range flagNames {
		on[name] = f&(1<<i) != 0
	}
	form, changed := slow.Normalize(in, on)
	for i, name := range flagNames {
		if changed[name] {
			rungs |= 1 << i
		}
	}
	return form, rungs
}

// checkAgainstTwin compares the answers of the package for a valid reference with those of
// the twin.
func checkAgainstTwin(t testing.TB, in string, f Flags) {
	ref, err := scanner.Parse(in)
	if err != nil {
		t.Fatalf("Parse(%q) = %v, want nil", in, err)
	}
	want, rungs := twinForm(in, f)
	out, r, err := Append([]byte("kept"), in, f)
	if string(out) != "kept"+want || err != nil {
		t.Errorf("Append(%q, %v) = %q, %v, want %q", in, f, out, err, "kept"+want)
	}
	if wantRef, err := scanner.Parse(want); r != wantRef || err != nil {
		t.Errorf("Append(%q, %v): Ref %v, want %v, that of Parse(%q), %v", in, f, r, wantRef, want, err)
	}
	if got := Needed(in, ref, f); got != rungs {
		t.Errorf("Needed(%q, %v) = %v, want %v", in, f, got, rungs)
	}
	if KnownNormal(ref, f) && rungs != 0 {
		t.Errorf("KnownNormal(%q, %v) = true, want false: %v change it", in, f, rungs)
	}
	checkForm(t, in, ref, want, f)
}

// checkForm checks that Hash and Equal treat in like want, its form.
func checkForm(t testing.TB, in string, ref scanner.Ref, want string, f Flags) {
	if got, want := Hash(in, ref, f, 3986), sum([]byte(want), 3986); got != want {
		t.Errorf("Hash(%q, %v) = %x, want %x", in, f, got, want)
	}
	if !Equal(in, []byte(want), f) {
		t.Errorf("Equal(%q, %q, %v) = false, want true", in, want, f)
	}
}

func TestAgainstTwin(t *testing.T) {
	m := newMaker(1)
	for range references() {
		in := m.reference()
		for _, f := range flagSets {
			checkAgainstTwin(t, in, f)
		}
		if t.Failed() {
			return
		}
	}
}

// All sets of flags, each on some references.
func TestAgainstTwinWithAllFlags(t *testing.T) {
	m := newMaker(2)
	for f := range allFlags + 1 {
		for range 1 + references()/1000 {
			checkAgainstTwin(t, m.reference(), f|Flags(m.Uint32())&^allFlags) // other bits are ignored
		}
		if t.Failed() {
			return
		}
	}
}

// Every short path of dots, encoded or not, slashes and other bytes, after every kind of
// beginning.
func TestAgainstTwinExhaustively(t *testing.T) {
	for _, word := range cases.Words("./a:%", 5) {
		path := strings.ReplaceAll(word, "%", "%2e")
		flags := []Flags{PathSegment, SchemeBased, PathSegment | PercentEncoding, Case | PercentEncoding}
		if path == word {
			flags = flags[:2]
		}
		for _, before := range []string{"", "s:", "s://h", "//h"} {
			if in := before + path; scanner.Valid(in, scanner.URIReference) {
				for _, f := range flags {
					checkAgainstTwin(t, in, f)
				}
			}
		}
		if t.Failed() {
			return
		}
	}
}

// allFlags has every rung.
const allFlags = SchemeBased | DropFragment | DropUserinfo

// flagSets are the sets that tests try with every input: the unions, each rung alone and
// missing, and pairs of rungs that change the same bytes.
var flagSets = func() []Flags {
	sets := []Flags{
		0, Syntax, SchemeBased, allFlags, SchemeBased | DropFragment, Syntax | DropUserinfo,
		PercentEncoding | PathSegment, Case | PercentEncoding, Case | IPv6, EmptyPath | PathSegment, EmptyPort | DefaultPort,
	}
	for i := range flagNames {
		sets = append(sets, 1<<i, allFlags&^(1<<i))
	}
	return sets
}()

// A maker makes references from pieces that some rung changes, and from similar pieces
// that no rung changes.
type maker struct{ *rand.Rand }

func newMaker(seed uint64) maker { return maker{rand.New(rand.NewPCG(seed, 3986))} }

func (m maker) pick(of ...string) string { return of[m.IntN(len(of))] }

// few joins up to n pieces.
func (m maker) few(n int, of ...string) string {
	var sb strings.Builder
	for range m.IntN(n + 1) {
		sb.WriteString(m.pick(of...))
	}
	return sb.String()
}

// triplet is one of the 256, in either case.
func (m maker) triplet() string {
	const hex = "0123456789abcdefABCDEF"
	return "%" + string(hex[m.IntN(8)]) + string(hex[m.IntN(len(hex))])
}

func (m maker) segment() string {
	return m.pick("", "", ".", "..", "..", "...", "%2e", "%2E%2e", ".%2E", "%2e.", "%2e%2e%2e", "..;", ".%2f", "a", "Bc", "x.y", ".z", "..w",
		"a:b", "%41", "%7e", "%2F", m.triplet(), m.triplet()+m.triplet(), strings.Repeat("m", m.IntN(20)))
}

func (m maker) path() string {
	var sb strings.Builder
	for range m.IntN(7) {
		sb.WriteString(m.segment())
		sb.WriteString(m.pick("/", "/", "/", "/", "//", ""))
	}
	return sb.String()
}

func (m maker) name() string {
	return m.few(6, "h", "H", "www.", "eXAMPLE", ".", "-", "%41", "%2e", "%31", "%2D", "%40", "%3a", "%C3%a9", "1.2.3.4", "1", "0", m.triplet())
}

func (m maker) host() string {
	switch m.IntN(12) {
	case 0, 1:
		return "[" + m.ipv6() + "]"
	case 2:
		return m.pick("[v1.x]", "[V1F.Ab:C]", "[vA.~]")
	case 3:
		return m.pick("127.0.0.1", "%31%32%37.0.0.1", "1.2.3.%34", "1.2.3.%2e", "256.1.1.%31", "01.2.3.%34", "%31.%32.%33.%34")
	}
	return m.name()
}

// ipv6 returns an IP literal that is usually valid; callers check it with the scanner.
func (m maker) ipv6() string {
	field := func() string {
		return m.pick("0", "0", "0", "0000", "00", "1", "A", "fF", "0db8", "FFFF", "C000", "2001")
	}
	n := m.IntN(9)
	elide := m.IntN(n + 1)
	if m.IntN(4) == 0 {
		n, elide = 8, -1
	}
	v4 := m.IntN(4) == 0
	if v4 {
		n -= 2
	}
	var sb strings.Builder
	if m.IntN(8) == 0 {
		return m.pick("::ffff:", "::FFFF:", "0:0:0:0:0:FFff:") + m.pick("1.2.3.4", "C000:0201", "ffff:ffff", "0:0", "255.255.255.255")
	}
	for i := 0; i < n; i++ {
		if i == elide {
			sb.WriteString("::")
		} else if i > 0 {
			sb.WriteString(":")
		}
		sb.WriteString(field())
	}
	if elide >= n {
		sb.WriteString("::")
	} else if v4 {
		sb.WriteString(":")
	}
	if v4 {
		sb.WriteString(m.pick("1.2.3.4", "0.0.0.0", "192.0.2.255"))
	}
	return sb.String()
}

func (m maker) port() string {
	return m.pick("", "", "", ":", ":80", ":443", ":21", ":080", ":00000000000000000000000443", ":8080", ":0", ":00", ":800", ":08", ":180")
}

func (m maker) userinfo() string {
	return m.pick("", "", "", "", "@", ":@", "u@", "U:P@", "Pa%73s:%3a%c3@", "%7e%41@")
}

func (m maker) scheme() string {
	return m.pick("http:", "http:", "https:", "HTTP:", "hTTps:", "ws:", "WSS:", "ftp:", "FILE:", "x:", "X-y:", "mailto:", "httpx:", "urn:")
}

func (m maker) tail() string {
	tail := m.pick("", "", "", "?", "?q", "?a/../B", "?%7e%2f", "?"+m.triplet())
	return tail + m.pick("", "", "", "#", "#F", "#a/./b?c", "#%41%zz", "#"+m.triplet())
}

// reference makes a valid reference.
func (m maker) reference() string {
	for {
		ref := ""
		if m.IntN(4) > 0 {
			ref = m.scheme()
		}
		path := m.path()
		if m.IntN(3) > 0 {
			if path != "" && path[0] != '/' {
				path = m.pick("/", "/./", "/../") + path
			}
			ref += "//" + m.userinfo() + m.host() + m.port()
		}
		if ref += path + m.tail(); scanner.Valid(ref, scanner.URIReference) {
			return ref
		}
	}
}
