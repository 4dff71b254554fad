package template

import (
	"bytes"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"sync"
)

// A Rule names the segments that match a pattern.
//
// A pattern is a regular expression, of the kind that package regexp has, for all of a decoded
// segment. It is a sequence of bytes, "." for any byte, and sets such as [0-9a-f] or [^@], each
// with a count or without: "?", "*", "+", {8}, {8,} or {2,8}. There are no groups and no
// alternatives; two rules may have one name. After an item whose count is not fixed, nothing may
// come that the item takes, too: [a-z]+[0-9] is a pattern, and [0-9]+5 is not. Matching then
// reads each byte once.
type Rule struct {
	// Name is what the segment becomes, in braces: letters, digits, "_", "-" and ".". Segments
	// that match a rule without a name stay as they are; later rules do not see them.
	Name string `json:"name"`
	// Pattern must not match the empty segment.
	Pattern string `json:"pattern"`
	// After lists segments. Unless it is empty, one of them must be directly before, without a
	// name itself. "" is the empty segment, as before the first slash: a rule after it is for
	// the first segment of a path.
	After []string `json:"after,omitempty"`
}

// A Config is what [New] makes [Rules] of, in Go or in JSON:
//
//	{"routes": ["/users/{name}/edit"], "rules": [{"name": "order", "pattern": "ORD-[0-9]{6,}"}]}
type Config struct {
	// Routes are templates of one's own, for whole paths. A segment is a literal, or has one
	// variable, "{name}", with literal text before and after it or without: /img/{id}.png. A
	// variable is one segment, or its part, and never empty. The last segment can be a variable
	// for the rest of a path, which may be empty and has no dot segment: /static/{file...}.
	// Literals are compared as they normalize: /caf%c3%a9 and /%63af%C3%A9 are the same,
	// /a%2Fb and /a/b are not.
	Routes []string `json:"routes,omitempty"`
	// Rules come before the default rules.
	Rules []Rule `json:"rules,omitempty"`
	// NoDefaults leaves out [DefaultRules].
	NoDefaults bool `json:"no_defaults,omitempty"`
}

// Rules name the variable segments of paths. [New] makes them; nil are no rules. They never
// change: all goroutines may use them.
type Rules struct {
	rules   []rule
	bytes   [256]candidates
	lengths [longestLength + 1]uint64 // the rules that can match so many bytes, or more at the last
	upTo    [longestLength + 1]uint64 // those that can match so many or fewer
	named   uint64                    // those with a name
	broad   []broad
	table   routes
}

// longestLength is the greatest length of segments that rules are told apart by.
const longestLength = 63

// Broad are rules that can begin with half of all letters and more, but need one byte.
type broad struct {
	rules uint64
	key   byte
}

// Candidates are sets of rules, a bit each, by one byte.
type candidates struct {
	first, all uint64 // those whose patterns can begin with it, and have it anywhere
	key        uint64 // those that cannot match without this byte, or others with their bit here
}

type rule struct {
	name    string
	pattern pattern
	after   [][]byte
}

// MaxRules is the largest number of rules, the default ones included. There is no limit to routes.
const MaxRules = 64

// New makes Rules of c. Its errors name the rule or the route by its number, from 1.
func New(c Config) (*Rules, error) {
	r := &Rules{}
	rules := c.Rules
	if !c.NoDefaults {
		rules = slices.Concat(rules, defaults)
	}
	r.bytes['%'].first = ^uint64(0) // it can begin the triplet of any byte
	if len(rules) > MaxRules {
		own := len(c.Rules)
		return nil, fmt.Errorf("uriscan: %d rules and %d defaults are more than %d", own, len(rules)-own, MaxRules)
	}
	for i, rule := range rules {
		if err := r.add(rule); err != nil {
			return nil, fmt.Errorf("uriscan: rule %d: %w", i+1, err)
		}
	}
	for i, text := range c.Routes {
		if err := r.table.add(text); err != nil {
			return nil, fmt.Errorf("uriscan: route %d: %w", i+1, err)
		}
	}
	r.table.sort()
	return r, nil
}

// Default returns the rules of a zero [Config]. It makes them once, and does not allocate after
// that.
func Default() *Rules { return byDefault() }

var byDefault = sync.OnceValue(func() *Rules {
	r, err := New(Config{})
	if err != nil {
		panic(err) // a test makes them
	}
	return r
})

func (r *Rules) add(of Rule) error {
	if of.Name != "" && !isName(of.Name) {
		return errName
	}
	p, at, err := parsePattern(of.Pattern)
	if err != nil {
		return fmt.Errorf("pattern at offset %d: %w", at, err)
	}
	bit := uint64(1) << len(r.rules)
	all, first, key := p.bytesOf()
	for c := range r.bytes {
		of := &r.bytes[c]
		if all.has(byte(c)) {
			of.all |= bit
		}
		if first.has(byte(c)) {
			of.first |= bit
		}
		if key.has(byte(c)) {
			of.key |= bit
		}
	}
	r.addBroad(bit, first, key)
	least, most := p.lengths()
	for n := min(least, longestLength); n <= longestLength; n++ {
		if r.upTo[n] |= bit; n <= most {
			r.lengths[n] |= bit
		}
	}
	added := rule{name: of.Name, pattern: p}
	for _, segment := range of.After {
		if strings.ContainsAny(segment, "/{}") {
			return errors.New("after takes segments: no slash and no brace")
		}
		added.after = append(added.after, []byte(segment))
	}
	r.rules = append(r.rules, added)
	if of.Name != "" {
		r.named |= bit
	}
	return nil
}

// addBroad remembers the one byte that a rule needs which could begin with most others.
func (r *Rules) addBroad(bit uint64, first, key set) {
	if key.len() > 1 || first.len() < 48 {
		return
	}
	c := byte(0)
	for !key.has(c) {
		c++
	}
	for i := range r.broad {
		if r.broad[i].key == c {
			r.broad[i].rules |= bit
			return
		}
	}
	r.broad = append(r.broad, broad{bit, c})
}

// nameOf returns the name of a segment without parameters, and the number of its bytes that the
// name is for. before is the segment before it, and of are the rules that may match something
// in the path. The name is "" if no rule names the segment.
func (r *Rules) nameOf(stem, before []byte, of uint64) (name string, n int) {
	if n = len(stem); n == 0 || r.bytes[stem[0]].first&of&r.named&r.upTo[min(n, longestLength)] == 0 {
		return "", 0
	}
	found := r.find(stem, before, of)
	if found == nil {
		if n = nameEnd(stem); n > 0 {
			found = r.find(stem[:n], before, of)
		}
	}
	if found == nil || isDots(stem) {
		return "", 0
	}
	return found.name, n
}

// find returns the first rule of those that matches b.
func (r *Rules) find(b, before []byte, of uint64) *rule {
	for left := r.candidates(b, of); left != 0; left &= left - 1 {
		rule := &r.rules[bits.TrailingZeros64(left)]
		if rule.pattern.match(b) && rule.isAfter(before) {
			return rule
		}
	}
	return nil
}

// inPath returns the rules that may match a segment of a path: those that are not broad, or whose
// byte the path has.
func (r *Rules) inPath(path []byte) (left uint64) {
	left = ^uint64(0)
	if bytes.IndexByte(path, '%') >= 0 {
		return left // it can begin the triplet of any byte
	}
	for i := range r.broad {
		if bytes.IndexByte(path, r.broad[i].key) < 0 {
			left &^= r.broad[i].rules
		}
	}
	return left
}

// candidates returns the rules of left whose patterns can have the length of b, have all its
// bytes, and one of those that they cannot match without. No rule names what has a brace.
func (r *Rules) candidates(b []byte, left uint64) uint64 {
	left &= r.bytes[b[0]].first & r.upTo[min(len(b), longestLength)]
	keys, length := uint64(0), 0
	for i := 0; i < len(b); length++ {
		c, n := b[i], 1
		if c == '%' {
			if c, n = byteAt(b, i); i == 0 {
				left &= r.bytes[c].first
			}
		}
		of := &r.bytes[c]
		if left &= of.all; left == 0 || c == '{' || c == '}' {
			return 0
		}
		keys |= of.key
		i += n
	}
	return left & keys & r.lengths[min(length, longestLength)]
}

func (r *rule) isAfter(before []byte) bool {
	for _, segment := range r.after {
		if compare(segment, before) == 0 {
			return true
		}
	}
	return len(r.after) == 0
}
