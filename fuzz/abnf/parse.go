package abnf

import (
	"fmt"
	"strconv"
	"strings"
)

// Parse reads a rule list in the notation of RFC 5234: rule references, quoted
// strings (case-insensitive, section 2.3), %x %d %b values with ranges and
// concatenation, groups, options, repetitions, comments, incremental
// alternatives (=/), and a prose value <name> that names a rule (section 2.3.4
// leaves prose to the reader; RFC 3986 writes 0<pchar>). An error names the
// line. A rule that is used and not defined, or defined twice, is an error, and
// so is one that is defined by itself: without recursion every rule generates
// something, which is what the matcher rests on.
func Parse(text string) (*Grammar, error) {
	g := &Grammar{byName: map[string]*Rule{}}
	p := &parser{g: g}
	for first := 0; ; {
		logical, line, next := nextRule(text, first)
		if logical == "" {
			break
		}
		p.src, p.pos = logical, 0
		if err := p.rule(); err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		first = next
	}
	for _, r := range p.used {
		if r.Body == nil {
			return nil, fmt.Errorf("rule %q is used but not defined", r.Name)
		}
	}
	return g, g.checkRecursion()
}

// nextRule joins the lines of the next rule in text from offset first: one
// that begins at the margin and those after it that are indented (section 4,
// c-nl WSP). Comments are dropped; no rule of interest holds ";" or a newline
// in a quoted string, and [parser.quoted] would report it unterminated.
func nextRule(text string, first int) (logical string, line, next int) {
	var b strings.Builder
	for first < len(text) {
		end := strings.IndexByte(text[first:], '\n')
		if end < 0 {
			end = len(text) - first
		}
		raw := strings.TrimRight(text[first:first+end], "\r")
		code := stripComment(raw)
		indented := raw != "" && (raw[0] == ' ' || raw[0] == '\t')
		switch {
		case strings.TrimSpace(code) == "":
		case b.Len() > 0 && !indented:
			return b.String(), line, first
		default:
			if b.Len() == 0 {
				line = strings.Count(text[:first], "\n") + 1
			}
			b.WriteString(code)
			b.WriteByte(' ')
		}
		first += end + 1
	}
	return b.String(), line, len(text)
}

// stripComment cuts a line at the first ";" outside a quoted string.
func stripComment(line string) string {
	quoted := false
	for i := 0; i < len(line); i++ {
		switch {
		case line[i] == '"':
			quoted = !quoted
		case line[i] == ';' && !quoted:
			return line[:i]
		}
	}
	return line
}

// parser reads one rule, given as one line, by recursive descent.
type parser struct {
	g    *Grammar
	used []*Rule
	src  string
	pos  int
}

func (p *parser) rule() error {
	p.blanks()
	name := p.name()
	if name == "" {
		return fmt.Errorf("want a rule name at %q", p.rest())
	}
	p.blanks()
	incremental := strings.HasPrefix(p.rest(), "=/")
	switch {
	case incremental:
		p.pos += 2
	case strings.HasPrefix(p.rest(), "="):
		p.pos++
	default:
		return fmt.Errorf("want = after %q", name)
	}
	body, err := p.alternation()
	if err != nil {
		return err
	}
	if p.rest() != "" {
		return fmt.Errorf("unexpected %q in rule %q", p.rest(), name)
	}
	r := p.lookup(name)
	switch {
	case r.Body == nil && !incremental:
		r.Name, r.Body, r.index = name, body, len(p.g.Rules)
		p.g.Rules = append(p.g.Rules, r)
	case r.Body != nil && incremental:
		r.Body = Alternation{r.Body, body}
	case incremental:
		return fmt.Errorf("rule %q is extended before it is defined", name)
	default:
		return fmt.Errorf("rule %q is defined twice", name)
	}
	return nil
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

func (p *parser) alternation() (Node, error) {
	var alts Alternation
	for {
		n, err := p.concatenation()
		if err != nil {
			return nil, err
		}
		alts = append(alts, n)
		if p.peek() != '/' {
			break
		}
		p.pos++
	}
	if len(alts) == 1 {
		return alts[0], nil
	}
	return alts, nil
}

func (p *parser) concatenation() (Node, error) {
	var cat Concatenation
	for {
		p.blanks()
		switch p.peek() {
		case 0, '/', ')', ']':
			if len(cat) == 0 {
				return nil, fmt.Errorf("want an element at %q", p.rest())
			}
			if len(cat) == 1 {
				return cat[0], nil
			}
			return cat, nil
		}
		n, err := p.repetition()
		if err != nil {
			return nil, err
		}
		cat = append(cat, n)
	}
}

// repetition reads [repeat] element, where repeat is n, *, n*, *m or n*m.
func (p *parser) repetition() (Node, error) {
	lo, hasLo, err := p.number()
	if err != nil {
		return nil, err
	}
	if p.peek() != '*' {
		n, err := p.element()
		if hasLo {
			n = Repetition{lo, lo, n}
		}
		return n, err
	}
	p.pos++
	hi, hasHi, err := p.number()
	if err != nil {
		return nil, err
	}
	if !hasHi {
		hi = Unbounded
	} else if hi < lo {
		return nil, fmt.Errorf("repetition %d*%d is empty", lo, hi)
	}
	n, err := p.element()
	return Repetition{lo, hi, n}, err
}

func (p *parser) element() (Node, error) {
	switch c := p.peek(); {
	case c == '(':
		return p.bracketed(')')
	case c == '[':
		n, err := p.bracketed(']')
		return Repetition{0, 1, n}, err
	case c == '"':
		return p.quoted()
	case c == '%':
		return p.value()
	case c == '<':
		return p.prose()
	case isAlpha(c):
		return p.reference(p.name()), nil
	}
	return nil, fmt.Errorf("want an element at %q", p.rest())
}

func (p *parser) reference(name string) Node {
	r := p.lookup(name)
	p.used = append(p.used, r)
	return Reference{r}
}

func (p *parser) bracketed(closing byte) (Node, error) {
	p.pos++
	n, err := p.alternation()
	if err != nil {
		return nil, err
	}
	if p.peek() != closing {
		return nil, fmt.Errorf("want %q at %q", closing, p.rest())
	}
	p.pos++
	p.blanks()
	return n, nil
}

// quoted reads a string; its letters match in either case (section 2.3).
func (p *parser) quoted() (Node, error) {
	end := strings.IndexByte(p.src[p.pos+1:], '"')
	if end < 0 {
		return nil, fmt.Errorf("unterminated string %q", p.rest())
	}
	text := p.src[p.pos+1 : p.pos+1+end]
	p.pos += end + 2
	cat := make(Concatenation, 0, len(text))
	for i := 0; i < len(text); i++ {
		c := text[i]
		if isAlpha(c) {
			lower, upper := c|0x20, c&^0x20
			cat = append(cat, Alternation{Octets{upper, upper}, Octets{lower, lower}})
		} else {
			cat = append(cat, Octets{c, c})
		}
	}
	if len(cat) == 1 {
		return cat[0], nil
	}
	return cat, nil
}

// value reads %x41, %x41-5A or %x41.42 in base 16, 10 or 2 (section 2.3).
func (p *parser) value() (Node, error) {
	start := p.pos
	p.pos++
	var base int
	switch p.next() | 0x20 {
	case 'x':
		base = 16
	case 'd':
		base = 10
	case 'b':
		base = 2
	default:
		return nil, fmt.Errorf("unknown base at %q", p.src[start:])
	}
	lo, err := p.octet(base)
	if err != nil {
		return nil, err
	}
	if p.peek() == '-' {
		p.pos++
		hi, err := p.octet(base)
		if err == nil && hi < lo {
			err = fmt.Errorf("range %#x-%x is empty", lo, hi)
		}
		return Octets{lo, hi}, err
	}
	cat := Concatenation{Octets{lo, lo}}
	for p.peek() == '.' {
		p.pos++
		c, err := p.octet(base)
		if err != nil {
			return nil, err
		}
		cat = append(cat, Octets{c, c})
	}
	if len(cat) == 1 {
		return cat[0], nil
	}
	return cat, nil
}

func (p *parser) octet(base int) (byte, error) {
	start := p.pos
	for isAlpha(p.peek()) || isDigit(p.peek()) {
		p.pos++
	}
	n, err := strconv.ParseUint(p.src[start:p.pos], base, 8)
	return byte(n), err
}

func (p *parser) prose() (Node, error) {
	end := strings.IndexByte(p.rest(), '>')
	if end < 0 {
		return nil, fmt.Errorf("unterminated prose %q", p.rest())
	}
	name := p.src[p.pos+1 : p.pos+end]
	p.pos += end + 1
	return p.reference(name), nil
}

func (p *parser) number() (n int, ok bool, err error) {
	start := p.pos
	for isDigit(p.peek()) {
		p.pos++
	}
	if start == p.pos {
		return 0, false, nil
	}
	n, err = strconv.Atoi(p.src[start:p.pos])
	return n, true, err
}

func (p *parser) name() string {
	start := p.pos
	if !isAlpha(p.peek()) {
		return ""
	}
	for c := p.peek(); isAlpha(c) || isDigit(c) || c == '-'; c = p.peek() {
		p.pos++
	}
	return p.src[start:p.pos]
}

func (p *parser) blanks() {
	for p.peek() == ' ' || p.peek() == '\t' {
		p.pos++
	}
}

func (p *parser) rest() string { return p.src[p.pos:] }

// peek returns the next byte, 0 at the end.
func (p *parser) peek() byte {
	if p.pos < len(p.src) {
		return p.src[p.pos]
	}
	return 0
}

func (p *parser) next() byte {
	c := p.peek()
	if p.pos < len(p.src) {
		p.pos++
	}
	return c
}

func isAlpha(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
func isDigit(c byte) bool { return c >= '0' && c <= '9' }
