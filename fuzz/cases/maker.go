package cases

import (
	"math/rand/v2"
	"strings"

	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/scanner"
)

// A Maker makes references at random, from pieces that resolution and normalization
// change, and from similar pieces that they do not.
type Maker struct{ *rand.Rand }

func NewMaker(seed uint64) Maker { return Maker{rand.New(rand.NewPCG(seed, 3986))} }

func (m Maker) Pick(of ...string) string { return of[m.IntN(len(of))] }

// few joins up to n pieces.
func (m Maker) few(n int, of ...string) string {
	return testkit.Mixed(m.Rand, m.IntN(n+1), of...)
}

// triplet is one of the 256, in either case.
func (m Maker) triplet() string {
	const hex = "0123456789abcdefABCDEF"
	return "%" + string(hex[m.IntN(8)]) + string(hex[m.IntN(len(hex))])
}

func (m Maker) Segment() string {
	return m.Pick("", "", ".", "..", "..", "...", "%2e", "%2E%2e", ".%2E", "%2e.", "%2e%2e%2e", "..;", ".%2f", "a", "Bc", "x.y", ".z", "..w",
		"!!.", "!", "~.", ".!.", "@", "a:b", "%41", "%7e", "%2F", m.triplet(), m.triplet()+m.triplet(), strings.Repeat("m", m.IntN(20)))
}

// Path has up to six segments, most of them about dots, colons or empty.
func (m Maker) Path() string {
	var sb strings.Builder
	for range m.IntN(7) {
		sb.WriteString(m.Segment())
		sb.WriteString(m.Pick("/", "/", "/", "/", "//", ""))
	}
	return sb.String()
}

func (m Maker) name() string {
	return m.few(6, "h", "H", "www.", "eXAMPLE", ".", "-", "%41", "%2e", "%31", "%2D", "%40", "%3a", "%C3%a9", "1.2.3.4", "1", "0", m.triplet())
}

func (m Maker) host() string {
	switch m.IntN(12) {
	case 0, 1:
		return "[" + m.ipv6() + "]"
	case 2:
		return m.Pick("[v1.x]", "[V1F.Ab:C]", "[vA.~]")
	case 3:
		return m.Pick("127.0.0.1", "%31%32%37.0.0.1", "1.2.3.%34", "1.2.3.%2e", "256.1.1.%31", "01.2.3.%34", "%31.%32.%33.%34")
	}
	return m.name()
}

// ipv6 returns an IP literal that is usually valid; callers check it with the scanner.
func (m Maker) ipv6() string {
	field := func() string {
		return m.Pick("0", "0", "0", "0000", "00", "1", "A", "fF", "0db8", "FFFF", "C000", "2001")
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
		return m.Pick("::ffff:", "::FFFF:", "0:0:0:0:0:FFff:") + m.Pick("1.2.3.4", "C000:0201", "ffff:ffff", "0:0", "255.255.255.255")
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
		sb.WriteString(m.Pick("1.2.3.4", "0.0.0.0", "192.0.2.255"))
	}
	return sb.String()
}

func (m Maker) port() string {
	return m.Pick("", "", "", ":", ":80", ":443", ":21", ":080", ":00000000000000000000000443", ":8080", ":0", ":00", ":800", ":08", ":180")
}

func (m Maker) userinfo() string {
	return m.Pick("", "", "", "", "@", ":@", "u@", "U:P@", "Pa%73s:%3a%c3@", "%7e%41@")
}

func (m Maker) scheme() string {
	return m.Pick("http:", "http:", "https:", "HTTP:", "hTTps:", "ws:", "WSS:", "ftp:", "FILE:", "x:", "X-y:", "mailto:", "httpx:", "urn:")
}

func (m Maker) tail() string {
	tail := m.Pick("", "", "", "?", "?q", "?a/../B", "?%7e%2f", "?"+m.triplet())
	return tail + m.Pick("", "", "", "#", "#F", "#a/./b?c", "#%41%zz", "#"+m.triplet())
}

// Reference makes a valid reference.
func (m Maker) Reference() string {
	for {
		ref := ""
		if m.IntN(4) > 0 {
			ref = m.scheme()
		}
		path := m.Path()
		if m.IntN(3) > 0 {
			if path != "" && path[0] != '/' {
				path = m.Pick("/", "/./", "/../") + path
			}
			ref += "//" + m.userinfo() + m.host() + m.port()
		}
		if ref += path + m.tail(); scanner.Valid(ref, scanner.URIReference) {
			return ref
		}
	}
}

// URI makes a reference with a scheme.
func (m Maker) URI() string {
	for {
		if uri := m.Reference(); scanner.Valid(uri, scanner.URI) {
			return uri
		}
	}
}
