package query

import (
	"strings"

	"github.com/uriscan/uriscan/internal/kernel"
)

// A Fold says which names a [Matcher] takes for the same, beyond what [Flags] say about how
// they are read.
type Fold uint8

// The folds.
const (
	// FoldCase makes the ASCII letters of both cases the same. Other letters keep their case.
	FoldCase Fold = 1 << iota
	// FoldDash makes "-" and "_" the same.
	FoldDash
)

// A Matcher is a set of names and of beginnings of names. [NewMatcher] makes one; a nil
// *Matcher matches nothing. It does not change after that, so any number of goroutines may
// use it.
//
// It compares names as they read once they are decoded: utm%5Fid is utm_id. A "%" without
// two HEXDIG is itself, in the name "100%" as in "%zz": nothing is guessed.
type Matcher struct {
	fold  [256]byte // what a byte is compared as
	nodes []node    // nodes[0] is the root
}

// A node of a Matcher is a beginning of patterns, one byte longer than its parent. The nodes
// with the same parent are a list.
type node struct {
	child, next uint32 // 0 is none
	c           byte
	isName      bool // the pattern ends here
	isBeginning bool // and has a "*" there
}

// NewMatcher returns a Matcher of patterns. A pattern is a name, decoded, or with a "*" at its
// end the beginning of names: "utm_*" matches utm_source and utm_, and "*" matches every name,
// the empty one included. Elsewhere a "*" is itself. It allocates the Matcher, whose size is
// about 12 times that of the patterns.
func NewMatcher(fold Fold, patterns ...string) *Matcher {
	m := &Matcher{nodes: make([]node, 1)}
	for c := range m.fold {
		m.fold[c] = byte(c)
		if fold&FoldCase != 0 && 'A' <= c && c <= 'Z' {
			m.fold[c] |= 0x20
		}
	}
	if fold&FoldDash != 0 {
		m.fold['-'] = '_'
	}
	for _, pattern := range patterns {
		m.add(pattern)
	}
	return m
}

func (m *Matcher) add(pattern string) {
	name, isBeginning := strings.CutSuffix(pattern, "*")
	at := uint32(0)
	for _, c := range []byte(name) {
		c = m.fold[c]
		next := m.step(at, c)
		if next == 0 {
			next = uint32(len(m.nodes))
			m.nodes = append(m.nodes, node{c: c, next: m.nodes[at].child})
			m.nodes[at].child = next
		}
		at = next
	}
	m.nodes[at].isName = true
	m.nodes[at].isBeginning = m.nodes[at].isBeginning || isBeginning
}

// step returns the child of a node for c, or 0. A node has at most 256 children.
func (m *Matcher) step(at uint32, c byte) uint32 {
	at = m.nodes[at].child
	for at != 0 && m.nodes[at].c != c {
		at = m.nodes[at].next
	}
	return at
}

// Match reports whether name, as it is spelled in a query, is in m: with [Form] in f a "+" in
// it is a space. The time is linear in the length of name, however many patterns m has. It
// does not allocate.
func (m *Matcher) Match(name []byte, f Flags) bool {
	if m == nil {
		return false
	}
	at := uint32(0)
	for i := 0; i < len(name); {
		if m.nodes[at].isBeginning {
			return true
		}
		c, n := byteAt(name, i, f)
		if at = m.step(at, m.fold[c]); at == 0 {
			return false
		}
		i += n
	}
	return m.nodes[at].isName
}

// MatchString is [Matcher.Match] of a string.
func (m *Matcher) MatchString(name string, f Flags) bool { return m.Match(kernel.Bytes(name), f) }
