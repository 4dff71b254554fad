package inspect

import (
	"bytes"
	"unicode"
)

// A name is what nameOf finds out about a registered name.
type name struct {
	flaws     Remark // NotDNSName
	labels    int    // without the empty one after a last dot
	www       bool   // the first label is www
	lettered  bool   // the last label is two letters or more
	localhost bool   // the last label is localhost
	dot       int    // the offset of a dot at the end, or -1
}

// A label is a label of a name as far as it has been read.
type label struct {
	size    int // in bytes after decoding
	local   int // how many bytes of "localhost" it has, as long as it has no others
	hex     int // how many of its bytes are "0x" and then hex digits, as long as all are
	www     int // the same of "www"
	digits  int
	letters int
	hyphen  bool // its last byte is a hyphen
	bad     bool
}

const (
	maxLabel = 63  // RFC 1035, section 2.3.4
	maxName  = 253 // 255 in the wire format, with the length of the first label and the root
)

func (l *label) add(c byte) {
	c = lower(c)
	switch {
	case isLetter(c):
		l.letters++
	case isDigit(c):
		l.digits++
	case c != '-' || l.size == 0:
		l.bad = true
	}
	l.local = matched("localhost", l.local, l.size, c)
	if l.hex == l.size && (l.size > 1 && isHex(c) || l.size < 2 && c == "0x"[l.size]) {
		l.hex++
	}
	l.www = matched("www", l.www, l.size, c)
	l.hyphen = c == '-'
	l.size++
}

// matched returns n+1 if n bytes of word have matched all of size bytes, and c is the next.
func matched(word string, n, size int, c byte) int {
	if n == size && n < len(word) && word[n] == c {
		return n + 1
	}
	return 0
}

// nameOf reads a registered name, or what may be one.
func nameOf(b []byte) name {
	n := name{dot: -1}
	l := label{}
	size, i := 0, 0
	number := false
	end := func() {
		n.labels++
		if l.bad || l.hyphen || l.size == 0 || l.size > maxLabel {
			n.flaws = NotDNSName
		}
		if n.labels == 1 {
			n.www = l.www == 3
		}
		n.localhost = l.local == 9
		n.lettered = l.size > 1 && l.letters == l.size
		number = l.digits == l.size || l.hex == l.size
	}
	for {
		c, width := unitAt(b, i)
		if width == 0 {
			break
		}
		if c == '.' {
			end()
			n.dot = i
			l = label{}
		} else {
			l.add(c)
		}
		size++
		i += width
	}
	if l.size > 0 || n.labels == 0 {
		end()
		n.dot = -1
	} else {
		size--
	}
	if number || size > maxName {
		n.flaws = NotDNSName
	}
	return n
}

// ownNames are names of the own host in the hosts files of Debian, Fedora and openSUSE, and those that Docker Desktop
// and Podman write there, by which a container reaches the host that it runs on.
var ownNames = [...]string{
	"localhost.localdomain", "localhost4", "localhost4.localdomain4", "localhost6", "localhost6.localdomain6", "ip6-localhost", "ip6-loopback",
	"ipv6-localhost", "ipv6-loopback", "host.docker.internal", "gateway.docker.internal", "kubernetes.docker.internal", "host.containers.internal",
}

// metadataNames are names of the addresses of metadata services: those of Google Cloud, whose images
// have the first one in their hosts file, of Amazon EC2 in its own DNS, where the search list
// completes the short one, and of Rancher 1 in that of its networks. Names in the public DNS end as all
// names do, and are left to it.
var metadataNames = [...]string{
	"metadata", "metadata.google.internal", "metadata.goog", "instance-data", "instance-data.ec2.internal", "instance-data.*.compute.internal", "rancher-metadata",
	"rancher-metadata.rancher.internal",
}

// isOneOf reports whether host is one of names, in any spelling. A "*", not at the end, is a label.
func isOneOf(host []byte, names []string) bool {
	first, _ := unitAt(host, 0)
	for _, name := range names {
		if lower(first) != name[0] {
			continue
		}
		i, n := 0, 0
		for n < len(name) {
			c, size := unitAt(host, i)
			if name[n] == '*' && c == '.' {
				n++
			}
			if size == 0 || name[n] != '*' && lower(c) != name[n] {
				break
			}
			if i += size; name[n] != '*' {
				n++
			}
		}
		if c, size := unitAt(host, i); n == len(name) && (size == 0 || c == '.' && i+size == len(host)) {
			return true
		}
	}
	return false
}

// labels finds FakeALabel.
type labels struct {
	b []byte // up to the end of the host
	i int
}

func (l *labels) next() finding {
	for l.i < len(l.b) {
		start, label := l.i, 0 // label counts the bytes of "xn--" at its beginning
		rest := start
		for {
			c, size := unitAt(l.b, l.i)
			if size == 0 || c == '.' {
				break
			}
			if l.i += size; label < len(prefix) && label >= 0 {
				if label++; lower(c) != prefix[label-1] {
					label = -1
				}
				rest = l.i
			}
		}
		end := l.i
		_, size := unitAt(l.b, end)
		l.i += size
		if label == len(prefix) && !isPunycode(l.b[rest:end]) {
			return finding{FakeALabel, start, end}
		}
	}
	return finding{}
}

// prefix is the prefix of A-labels (RFC 5890, section 2.3.2.5).
const prefix = "xn--"

// isPunycode reports whether b, with its triplets decoded, is the Punycode of a label that
// has a character outside ASCII, and only such as a label may have (RFC 3492, section 6.2).
// Each label has one Punycode, so that the decoded one encodes to b again. The places of
// the characters do not matter here, and are not kept: the first one is the lowest, the last one
// the highest.
func isPunycode(b []byte) bool {
	count, i := basic(b) // the characters so far, and where their places begin
	char, place, bias := uint64(0x80), uint64(0), uint64(72)
	lowest := uint64(0)
	for first := true; ; first = false {
		before, weight := place, uint64(1)
		for k := uint64(36); ; k += 36 {
			c, size := unitAt(b, i)
			digit := punycodeDigit(c)
			if digit >= 36 {
				return false
			}
			i += size
			if place += digit * weight; place > maxPlace {
				return false
			}
			t := min(max(k, bias+1)-bias, 26)
			if digit < t {
				break
			}
			if weight *= 36 - t; weight > maxPlace {
				return false
			}
		}
		count++
		delta := place - before
		char += place / count
		place = place%count + 1
		if !isLabelChar(char) {
			return false
		}
		if first {
			lowest = char
		}
		if i == len(b) {
			return lowest < nonJoiner || char > joiner
		}
		bias = adapt(delta, count, first)
	}
}

// The joiners, which nobody sees, join characters outside ASCII (RFC 5892, appendix A).
const nonJoiner, joiner = 0x200c, 0x200d

// maxPlace is beyond every place in a label, and its products with a digit fit in 64 bits.
const maxPlace = 1 << 50

// basic returns how many characters of b are before its last hyphen, and where the rest
// begins, which is 0 if no character is before a hyphen (RFC 3492, section 3.1).
func basic(b []byte) (count uint64, rest int) {
	if bytes.IndexByte(b, '%') < 0 {
		n := max(bytes.LastIndexByte(b, '-'), 0)
		return uint64(n), n + min(n, 1)
	}
	n := uint64(0)
	for i := 0; ; n++ {
		c, size := unitAt(b, i)
		if size == 0 {
			return count, rest
		}
		if i += size; c == '-' && n > 0 {
			count, rest = n, i
		}
	}
}

// punycodeDigit returns the value of c as a digit, or 36 (RFC 3492, section 5).
func punycodeDigit(c byte) uint64 {
	switch {
	case isLetter(c):
		return uint64(lower(c) - 'a')
	case isDigit(c):
		return uint64(c - '0' + 26)
	}
	return 36
}

// adapt returns the next bias (RFC 3492, section 6.1).
func adapt(delta, count uint64, first bool) (bias uint64) {
	if delta /= 2; first {
		delta /= 350
	}
	for delta += delta / count; delta > 455; delta /= 35 {
		bias += 36
	}
	return bias + 36*delta/(delta+38)
}

// inLabels are the characters that a U-label may have (RFC 5892, section 2), and signs of
// currencies. Letters with another case are not among them, except the capitals of Cherokee. isLabelChar adds
// symbols: registries have taken both, above all emoji.
var inLabels = []*unicode.RangeTable{unicode.Ll, unicode.Lo, unicode.M, unicode.Nd, unicode.Lm, unicode.Sc, {
	R16: []unicode.Range16{ // exceptions (2.6) and joiners (2.8), in the categories P, S, Nl, Cf and Lu
		{0xb7, 0xb7, 1}, {0x375, 0x375, 1}, {0x5f3, 0x5f4, 1}, {0x6fd, 0x6fe, 1}, {0xf0b, 0xf0b, 1}, {0x13a0, 0x13f5, 1}, {0x200c, 0x200d, 1}, {0x3007, 0x3007, 1},
		{0x30fb, 0x30fb, 1},
	},
	R32: []unicode.Range32{{0x1f3fb, 0x1f3ff, 1}}, // skin tones of emoji
}}

// otherForms are characters that stand for others, and whose names would be those of the others
// (RFC 5892, section 2.2), mostly by whole blocks: ordinals, ligatures, superscripts, symbols of
// Greek and mathematics, enclosed, full width, radicals, parts of Hangul (section 2.9), ideographs
// for compatibility, digits of seven segments, the small letters of Cherokee, old shapes of Cyrillic
// ones, and what normalizing to form C takes apart; U+FFFC and U+FFFD, which stand for any; what
// nobody sees, as selectors of variants (section 2.3); marks of symbols, except the key of emoji,
// and of music (section 2.4); marks that enclose letters, which are not among section 2.1; and
// exceptions (section 2.6). They hold few that a label may have.
var otherForms = &unicode.RangeTable{
	LatinOffset: 3,
	R16: []unicode.Range16{
		{0xaa, 0xaa, 1}, {0xb5, 0xb5, 1}, {0xba, 0xba, 1}, {0x133, 0x133, 1}, {0x140, 0x149, 9}, {0x17f, 0x17f, 1},
		{0x1c6, 0x1cc, 3}, {0x1f3, 0x1f3, 1}, {0x2b0, 0x2b8, 1}, {0x2e0, 0x2e4, 1}, {0x340, 0x341, 1}, {0x343, 0x345, 1},
		{0x34f, 0x34f, 1}, {0x374, 0x37a, 6}, {0x3d0, 0x3d6, 1}, {0x3f0, 0x3f2, 1}, {0x3f5, 0x3f5, 1}, {0x488, 0x489, 1},
		{0x587, 0x587, 1}, {0x640, 0x640, 1}, {0x675, 0x678, 1}, {0x7fa, 0x7fa, 1}, {0x958, 0x95f, 1}, {0x9dc, 0x9df, 1},
		{0xa33, 0xa36, 3}, {0xa59, 0xa5b, 1}, {0xa5e, 0xa5e, 1}, {0xb5c, 0xb5d, 1}, {0xe33, 0xeb3, 0x80},
		{0xedc, 0xedd, 1}, {0xf43, 0xf4d, 10}, {0xf52, 0xf5c, 5}, {0xf69, 0xf69, 1}, {0xf73, 0xf73, 1}, {0xf75, 0xf79, 1},
		{0xf81, 0xf93, 18}, {0xf9d, 0xfac, 5}, {0xfb9, 0xfb9, 1}, {0x10fc, 0x10fc, 1}, {0x1100, 0x11ff, 1},
		{0x13f8, 0x13fd, 1}, {0x17b4, 0x17b5, 1}, {0x180b, 0x180f, 1}, {0x1abe, 0x1abe, 1}, {0x1c80, 0x1c88, 1},
		{0x1d2c, 0x1d6a, 1}, {0x1d78, 0x1d78, 1}, {0x1d9b, 0x1dbf, 1}, {0x1e9a, 0x1e9b, 1}, {0x1f71, 0x1f7d, 2},
		{0x1f80, 0x1faf, 1}, {0x1fb2, 0x1fb4, 1}, {0x1fb7, 0x1fc4, 1}, {0x1fc7, 0x1fd3, 12}, {0x1fe3, 0x1fe3, 1},
		{0x1ff2, 0x1ff4, 1}, {0x1ff7, 0x1ff7, 1}, {0x2071, 0x209c, 1}, {0x20a8, 0x20a8, 1}, {0x20d0, 0x20e2, 1},
		{0x20e4, 0x20f0, 1}, {0x2100, 0x214d, 1}, {0x2460, 0x24ff, 1}, {0x2c7c, 0x2c7d, 1}, {0x2d6f, 0x2d6f, 1},
		{0x2e9f, 0x2ef3, 0x54}, {0x2f00, 0x2fd5, 1}, {0x302e, 0x3036, 1}, {0x303b, 0x303b, 1}, {0x309f, 0x30ff, 0x60},
		{0x3131, 0x319f, 1}, {0x3200, 0x33ff, 1}, {0xa670, 0xa672, 1}, {0xa69c, 0xa69d, 1}, {0xa770, 0xa770, 1},
		{0xa7f1, 0xa7f4, 1}, {0xa7f8, 0xa7f9, 1}, {0xa960, 0xa97f, 1}, {0xab5c, 0xab5f, 1}, {0xab69, 0xab69, 1},
		{0xab70, 0xabbf, 1}, {0xd7b0, 0xd7ff, 1}, {0xf900, 0xfa0d, 1}, {0xfa10, 0xfa12, 2}, {0xfa15, 0xfa1e, 1},
		{0xfa20, 0xfa22, 2}, {0xfa25, 0xfa26, 1}, {0xfa2a, 0xfaff, 1}, {0xfb00, 0xfdff, 1}, {0xfe00, 0xfe0f, 1},
		{0xfe69, 0xfe69, 1}, {0xfe70, 0xffff, 1},
	},
	R32: []unicode.Range32{
		{0x10781, 0x107ba, 1}, {0x1ccd6, 0x1ccf9, 1}, {0x1d15e, 0x1d1c0, 1}, {0x1d242, 0x1d244, 1}, {0x1d400, 0x1d7ff, 1},
		{0x1e030, 0x1e06d, 1}, {0x1ee00, 0x1eeff, 1}, {0x1f100, 0x1f16c, 1}, {0x1f190, 0x1f190, 1}, {0x1f200, 0x1f251, 1},
		{0x1fbf0, 0x1fbf9, 1}, {0x2f800, 0x2fa1f, 1}, {0xe0100, 0xe01ef, 1},
	},
}

// labelChars has a bit for each character of the first plane, set if it may be in a U-label.
var labelChars = func() (chars [1 << 16 / 64]uint64) {
	set := func(t *unicode.RangeTable, first uint32, to uint64) {
		for _, r := range t.R16 {
			for c, next := uint32(r.Lo), uint32(0); c <= uint32(r.Hi); c = next {
				mask := uint64(1) << (c % 64)
				if next = c + uint32(r.Stride); mask == 1 && r.Stride == 1 && c+63 <= uint32(r.Hi) {
					mask, next = ^uint64(0), c+64
				}
				if c >= first {
					chars[c/64] = chars[c/64]&^mask | to&mask
				}
			}
		}
	}
	for _, t := range inLabels {
		set(t, 0, ^uint64(0))
	}
	set(unicode.So, arrows, ^uint64(0))
	set(otherForms, 0, 0)
	return chars
}()

const arrows = 0x2190 // below them symbols stand for letters

// isLabelChar reports whether c may be in a U-label: a Unicode character that is in use, and
// that no folding of case changes (RFC 5892, section 2.2).
func isLabelChar(c uint64) bool {
	if c < 1<<16 {
		return labelChars[c/64]>>(c%64)&1 != 0
	}
	r := rune(c)
	return c <= unicode.MaxRune && !unicode.Is(otherForms, r) && (unicode.IsOneOf(inLabels, r) || unicode.Is(unicode.So, r))
}
