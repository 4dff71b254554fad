package abnf

import (
	_ "embed"
	"strings"
)

// A Grammar is a parsed rule list (RFC 5234, section 4). Rule names are
// case-insensitive (section 2.1); look them up with [Grammar.Rule].
type Grammar struct {
	Rules  []*Rule // in the order of the text
	byName map[string]*Rule
}

// A Rule is one rule of a [Grammar].
type Rule struct {
	Name string // as spelled where it is defined
	Body Node

	index int // its place in Grammar.Rules
}

// A Node is one element of a rule's right-hand side: [Alternation],
// [Concatenation], [Repetition], [ByteRange] or [Reference].
type Node interface{ node() }

// An Alternation matches what one of its members matches (section 3.2). The
// order of the members is the order of the text.
type Alternation []Node

// A Concatenation matches its members one after the other (section 3.1). The
// empty concatenation matches the empty string.
type Concatenation []Node

// A Repetition matches Body at least Min and at most Max times (sections 3.6
// to 3.8). Max is [Unbounded] where the text gives no limit.
type Repetition struct {
	Min, Max int
	Body     Node
}

// Unbounded is the Max of a [Repetition] without an upper limit.
const Unbounded = -1

// A ByteRange matches one byte from Lo to Hi, both included (section 3.4).
type ByteRange struct{ Lo, Hi byte }

// A Reference matches what the rule it names matches.
type Reference struct{ Rule *Rule }

func (Alternation) node()   {}
func (Concatenation) node() {}
func (Repetition) node()    {}
func (ByteRange) node()     {}
func (Reference) node()     {}

// Rule returns the rule of that name in any case, or nil.
func (g *Grammar) Rule(name string) *Rule { return g.byName[strings.ToLower(name)] }

// Text3986 is Appendix A of RFC 3986 and TextCore the core rules of RFC 5234
// (Appendix B.1) that it uses. Together they are the only source of the grammar.
var (
	//go:embed rfc3986.abnf
	Text3986 string
	//go:embed rfc5234.abnf
	TextCore string

	// Text9112 holds the rules of request-targets, from RFC 9112 and RFC 9110.
	//
	//go:embed rfc9112.abnf
	Text9112 string
)

// RFC3986 returns the grammar of RFC 3986.
func RFC3986() *Grammar { return Parse(Text3986 + "\n" + TextCore) }

// RFC9112 returns the grammar of request-targets, and of RFC 3986 that it uses.
func RFC9112() *Grammar { return Parse(Text9112 + "\n" + Text3986 + "\n" + TextCore) }
