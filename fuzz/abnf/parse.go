package abnf

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Parse reads a rule list in what Appendix A and its core rules use of the notation of
// RFC 5234: rule references, quoted strings (case-insensitive, section 2.3), %x values
// and ranges, groups, options, repetitions, alternatives, comments, and a prose value
// <name> that names a rule (section 2.3.4 leaves prose to the reader; RFC 3986 writes
// 0<pchar>). No rule may use itself, directly or not: without recursion every rule
// generates something, which the matcher relies on. Parse panics if the text is not
// such a list, since it is part of the program.
func Parse(text string) *Grammar {
	p := &parser{g: &Grammar{byName: map[string]*Rule{}}, tokens: tokens(text)}
	for len(p.tokens) > 0 {
		p.rule()
	}
	for _, r := range p.g.byName {
		if r.Body == nil {
			panic("abnf: rule " + r.Name + " is used but not defined")
		}
	}
	return p.g
}

// token is a comment, blanks, or what the rest of the parser reads as one.
var token = regexp.MustCompile(`^(?:;.*|\s+|[A-Za-z][A-Za-z0-9-]*|"[^"\n]*"|<[^>\n]*>|%x[0-9A-Fa-f]+(?:-[0-9A-Fa-f]+)?|[0-9]*\*[0-9]*|[0-9]+|[=/()[\]])`)

// tokens returns the tokens of the text, without comments and blanks.
func tokens(text string) (all []string) {
	for text != "" {
		t := token.FindString(text)
		if t == "" {
			panic(fmt.Sprintf("abnf: no token at %.20q", text))
		}
		if text = text[len(t):]; t[0] != ';' && t[0] > ' ' {
			all = append(all, t)
		}
	}
	return all
}

// parser reads tokens by recursive descent.
type parser struct {
	g      *Grammar
	tokens []string
}

// peek returns the next token, "" at the end.
func (p *parser) peek() string {
	if len(p.tokens) == 0 {
		return ""
	}
	return p.tokens[0]
}

func (p *parser) next() string {
	t := p.peek()
	p.tokens = p.tokens[min(1, len(p.tokens)):]
	return t
}

func (p *parser) expect(want string) {
	if t := p.next(); t != want {
		panic(fmt.Sprintf("abnf: %q, want %q", t, want))
	}
}

func (p *parser) rule() {
	name := p.next()
	p.expect("=")
	r := p.lookup(name)
	if r.Body != nil {
		panic("abnf: rule " + name + " is defined twice")
	}
	r.Name, r.Body, r.index = name, p.alternation(), len(p.g.Rules)
	p.g.Rules = append(p.g.Rules, r)
}

// lookup finds or makes the rule of that name; its body may come later.
func (p *parser) lookup(name string) *Rule {
	key := strings.ToLower(name)
	r := p.g.byName[key]
	if r == nil {
		r = &Rule{Name: name}
		p.g.byName[key] = r
	}
	return r
}

func (p *parser) alternation() Node {
	alts := Alternation{p.concatenation()}
	for p.peek() == "/" {
		p.next()
		alts = append(alts, p.concatenation())
	}
	if len(alts) == 1 {
		return alts[0]
	}
	return alts
}

func (p *parser) concatenation() Node {
	cat := Concatenation{p.repetition()}
	for !p.ends() {
		cat = append(cat, p.repetition())
	}
	if len(cat) == 1 {
		return cat[0]
	}
	return cat
}

// ends reports whether a concatenation ends here: the next rule has a "=" after its name.
func (p *parser) ends() bool {
	t := p.peek()
	return t == "" || strings.Contains("/)]", t) || len(p.tokens) > 1 && p.tokens[1] == "="
}

// repetition reads [repeat] element, where repeat is n, *, n*, *m or n*m.
func (p *parser) repetition() Node {
	repeat := p.peek()
	if repeat == "" || strings.Trim(repeat, "0123456789*") != "" {
		return p.element()
	}
	p.next()
	least, most, ranged := strings.Cut(repeat, "*")
	if !ranged {
		most = least
	}
	return Repetition{number(least, 0), number(most, Unbounded), p.element()}
}

func number(digits string, otherwise int) int {
	n, err := strconv.Atoi(digits)
	if err != nil {
		return otherwise
	}
	return n
}

func (p *parser) element() Node {
	switch t := p.next(); {
	case t == "(":
		n := p.alternation()
		p.expect(")")
		return n
	case t == "[":
		n := p.alternation()
		p.expect("]")
		return Repetition{0, 1, n}
	case strings.HasPrefix(t, `"`):
		return quoted(t[1 : len(t)-1])
	case strings.HasPrefix(t, "%x"):
		lo, hi, ranged := strings.Cut(t[2:], "-")
		if !ranged {
			hi = lo
		}
		return ByteRange{hexByte(lo), hexByte(hi)}
	case strings.HasPrefix(t, "<"):
		return Reference{p.lookup(t[1 : len(t)-1])}
	case t != "" && isAlpha(t[0]):
		return Reference{p.lookup(t)}
	default:
		panic(fmt.Sprintf("abnf: %q, want an element", t))
	}
}

// quoted is the text of a string; its letters match in either case (section 2.3).
func quoted(text string) Node {
	cat := make(Concatenation, 0, len(text))
	for _, c := range []byte(text) {
		if isAlpha(c) {
			lower, upper := c|0x20, c&^0x20
			cat = append(cat, Alternation{ByteRange{upper, upper}, ByteRange{lower, lower}})
		} else {
			cat = append(cat, ByteRange{c, c})
		}
	}
	if len(cat) == 1 {
		return cat[0]
	}
	return cat
}

func hexByte(hex string) byte {
	n, err := strconv.ParseUint(hex, 16, 8)
	if err != nil {
		panic(fmt.Sprintf("abnf: %v", err))
	}
	return byte(n)
}

func isAlpha(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
