package kernel

import (
	"flag"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit/sizes"
)

var (
	references = flag.Int("references", 0, "try that many random references")
	seed       = flag.Uint64("seed", 1, "make the random references of this seed")
)

// A maker makes random references of every shape, with names that reach to the ends of
// blocks, and breaks one in three.
type maker struct {
	*rand.Rand
	out []byte
}

func (m *maker) one(of ...string) { m.out = append(m.out, of[m.IntN(len(of))]...) }

// name is most often short, and else reaches into the next blocks.
func (m *maker) name() {
	n := m.IntN(14)
	switch m.IntN(10) {
	case 0:
		n = 50 + m.IntN(24)
	case 1:
		n = m.IntN(200)
	}
	first := m.IntN(37)
	for i := range n {
		m.out = append(m.out, "abcdefghijklmnopqrstuvwxyz0123456789-"[(first+7*i)%37])
	}
	if m.IntN(4) == 0 {
		m.one(".", "A", "_", "~", "+", "9")
	}
}

func (m *maker) ipv4() {
	for range 3 {
		m.one("0", "1", "10", "192", "249", "250", "255", "256", "300", "01", "1000", "")
		m.one(".", ".", ".", ".", ".", ".", ".", "..", "")
	}
	m.one("0", "7", "42", "199", "255", "256")
}

func (m *maker) literal() {
	m.one("[", "[", "[", "[v1.", "[VFa.", "[::")
	for range m.IntN(9) {
		m.one("0", "1", "db8", "ffff", "A1b2", "12345", "")
		m.one(":", ":", ":", ":", ":", ":", "::", "g")
	}
	if m.IntN(3) == 0 {
		m.ipv4()
	}
	m.one("1]", "]", "]")
}

func (m *maker) authority() {
	m.out = append(m.out, "//"...)
	if m.IntN(4) == 0 {
		m.name()
		m.one("@", ":@", ":pw@", "%41@", "@@")
	}
	switch m.IntN(6) {
	case 0:
		m.ipv4()
	case 1:
		m.literal()
	default:
		m.one("", "", "", ".")
		m.name()
		m.one("", ".", ".example", "%41")
	}
	m.one("", "", "", ":", ":8080", ":0123456789", ":8o")
}

// reference returns the next one, which is valid until the next call.
func (m *maker) reference() []byte {
	m.out = m.out[:0]
	switch m.IntN(8) {
	case 0, 1:
	case 2:
		m.one("a", "Z")
		m.name()
		m.name()
		m.out = append(m.out, ':')
	default:
		m.one("http:", "https:", "https:", "HTTP:", "mailto:", "urn:", "httpx:")
	}
	if m.IntN(3) > 0 {
		m.authority()
	}
	m.one("/", "/", "/", "", "../", ".", "//.")
	for range m.IntN(6) {
		m.name()
		m.one("/", "/", "/", "/../", "/./", ":", "@", "%41", "%e4%B8", "//", "")
	}
	for _, begin := range []string{"?", "#"} {
		if m.IntN(3) == 0 {
			m.out = append(m.out, begin...)
			m.name()
			m.one("", "=", "&a=%2F", "?", "/../", ":", "%7B%22", "#")
		}
	}
	if m.IntN(3) == 0 {
		at := m.IntN(len(m.out) + 1)
		rest := string(m.out[min(len(m.out), at+m.IntN(2)):])
		m.out = m.out[:at]
		if m.IntN(4) == 0 {
			m.out = append(m.out, '%', byte(m.IntN(256)), byte(m.IntN(256)))
		} else {
			m.one(marks...)
		}
		m.out = append(m.out, rest...)
	}
	return m.out
}

// Random references, on every level, as calls and as lines. A run of 100 million takes about
// 20 minutes: go test ./internal/kernel -run Random -references=100000000 -timeout 0.
func TestRandomReferences(t *testing.T) {
	n := sizes.Of(20_000, 500_000)
	if *references > 0 {
		n = *references
	}
	m := maker{Rand: rand.New(rand.NewPCG(*seed, 20))}
	long := 0
	prove(t, func(add func(parts ...string)) {
		for range n {
			text := string(m.reference())
			if len(text) > 64 && !strings.ContainsAny(text[:62], ":/?#") {
				long++
			}
			add(text)
		}
	})
	if long < n/500 {
		t.Errorf("%d of %d references have no mark in their first block, want more", long, n)
	}
}
