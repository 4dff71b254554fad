package redact

import (
	"fmt"
	"strings"

	"github.com/uriscan/uriscan/normalize/query"
)

// beginnings say of each byte in which places after a separator of parameters it may be if patterns
// match the name there, as it is spelled, with the "=" after it: bit 0 is 0 for the separators, and
// bits 1 to 3 for what may be its first, second and third byte.
type beginnings [256]uint32

// leftOut is set for the bytes that readers leave out of a name, or end it at.
const leftOut = 1 << 8

// newBeginnings returns the beginnings for patterns, decoded.
func newBeginnings(fold query.Fold, patterns []string) (b beginnings) {
	for c := range b {
		b[c] = 15
		if c < ' ' {
			b[c] |= leftOut
		}
	}
	for _, c := range []byte("&;?#") {
		b[c] &^= 1
	}
	for i := range 3 {
		var all []string
		for _, pattern := range patterns {
			name, isBeginning := strings.CutSuffix(pattern, "*")
			switch {
			case i < len(name):
				all = append(all, name[i:i+1]+"*")
			case i == len(name) && !isBeginning:
				all = append(all, "=*")
			default: // anything may follow
				all = append(all, "*")
			}
		}
		m := query.NewMatcher(fold, all...)
		for c := range len(b) {
			as := byte(c)
			switch as {
			case '+':
				as = ' '
			case 0:
				as = '=' // for some it ends the name
			}
			if c == '%' || m.Match([]byte{as}, 0) {
				b.add(i, byte(c))
			}
		}
	}
	return b
}

// add adds c in place i of a name, as it is and as a triplet. Each digit of it may be a triplet, too.
func (b *beginnings) add(i int, c byte) {
	if b[c] &^= 2 << i; i == 2 {
		return
	}
	b['%'] &^= 2 << i
	for j, hex := range fmt.Sprintf("%02x%02X", c, c) {
		if at := i + 1 + j%2; at < 3 && b[hex]&(2<<at) != 0 {
			b.add(at, byte(hex))
		}
	}
}

// mayBe reports whether c may be in place i of a name.
func (b *beginnings) mayBe(i int, c byte) bool { return b[c]&(2<<i) == 0 }

// may reports whether the patterns may match name, by its first bytes.
func (b *beginnings) may(name []byte) bool {
	for i := range 3 {
		if i == len(name) {
			return b.mayBe(i, '=')
		}
		if c := name[i]; c < ' ' {
			return true
		} else if !b.mayBe(i, c) {
			return false
		}
	}
	return true
}
