package normalize

import (
	"math/rand/v2"
	"strings"

	"github.com/uriscan/uriscan/scanner"
)

// allFlags has every rung.
const allFlags = Scheme | DropFragment | DropUserinfo

// flagSets are the sets that are tried with every input: the unions, each rung
// alone and without, and pairs that meet in the same octets.
var flagSets = func() []Flags {
	sets := []Flags{
		0, Syntax, Scheme, allFlags, Scheme | DropFragment, Syntax | DropUserinfo,
		PercentEncoding | PathSegment, Case | PercentEncoding, Case | IPv6, EmptyPath | PathSegment, EmptyPort | DefaultPort,
	}
	for i := range flagNames {
		sets = append(sets, 1<<i, allFlags&^(1<<i))
	}
	return sets
}()

// A maker makes references out of pieces that some rung cares about, and of
// neighbours of such pieces that none does.
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

// ipv6 is most often valid; who uses it asks the scanner.
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
