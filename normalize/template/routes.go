package template

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"slices"
	"strings"

	"github.com/uriscan/uriscan/lut"
)

// Routes are the templates of a [Config] as a tree with an edge for each segment.
type routes struct {
	nodes []node // nodes[0] is the root; there is none without routes
	all   []route
	edges map[edgeKey]int32 // the node that each leads to, while routes are added
}

// A node is the beginning of routes, up to a slash or the end. Its edges are tried in order:
// literals, affixes, any.
type node struct {
	edge     edge // that leads here
	literals []int32
	affixes  []int32
	any      int32 // 0 is none
	ends     int32 // the number of the route that ends here, from 1
	rest     int32 // of the one whose last variable begins here
}

type edge struct {
	from          int32
	turn          int    // among the edges of its node: 0 for a literal
	before, after []byte // before is all of a literal
	isPlain       bool   // a literal has no triplet
}

// A route has a part for each segment.
type route struct{ parts []part }

// A part of a route has a name unless it is a literal. before and after are the literal text
// beside a variable; isRest marks one for the rest.
type part struct {
	name          string
	before, after []byte
	isRest        bool
}

var (
	errName    = errors.New("a name has letters, digits, _, - and . only, and ends in no dot")
	errStart   = errors.New("does not begin with a slash")
	errLiteral = errors.New("a literal has a byte that no path has, or a bad triplet")
	errBraces  = errors.New("a segment has one variable at most, in braces")
	errRest    = errors.New("a variable for the rest is all of the last segment")
	errParams  = errors.New("a segment has parameters")
	errDots    = errors.New("there is a dot segment")
	errTwice   = errors.New("another route matches the same paths")
)

func isName(s string) bool {
	isOther := func(c rune) bool {
		return c >= 0x80 || !isLetter(byte(c)) && !strings.ContainsRune("0123456789_-.", c)
	}
	return s != "" && strings.IndexFunc(s, isOther) < 0 && !strings.HasSuffix(s, ".")
}

// parsePart returns the part of a segment.
func parsePart(s string) (p part, err error) {
	before, rest, hasVariable := strings.Cut(s, "{")
	p.before = []byte(before)
	if hasVariable {
		name, after, ok := strings.Cut(rest, "}")
		if !ok {
			return p, errBraces
		}
		p.name, p.after = name, []byte(after)
		if name, p.isRest = strings.CutSuffix(name, "..."); p.isRest && before+after != "" {
			return p, errRest
		}
		if !isName(name) {
			return p, errName
		}
	}
	switch {
	case strings.ContainsAny(before+string(p.after), "{}"):
		return p, errBraces
	case !isLiteral(p.before) || !isLiteral(p.after):
		return p, errLiteral
	case stemOf([]byte(s)) < len(s):
		return p, errParams
	case isDots([]byte(s)):
		return p, errDots
	}
	return p, nil
}

// isLiteral reports whether b may stand in a path, or is UTF-8 that may when it is encoded.
func isLiteral(b []byte) bool {
	for i := 0; i < len(b); {
		c, n := byteAt(b, i)
		if n == 1 && (c == '%' || c < 0x80 && lut.ClassOf(c)&lut.PChar == 0) {
			return false
		}
		i += n
	}
	return true
}

func (t *routes) add(text string) error {
	path, ok := strings.CutPrefix(text, "/")
	if !ok {
		return errStart
	}
	if t.nodes == nil {
		t.nodes, t.edges = make([]node, 1), map[edgeKey]int32{}
	}
	var added route
	for s := range strings.SplitSeq(path, "/") {
		p, err := parsePart(s)
		if err != nil {
			return err
		}
		added.parts = append(added.parts, p)
	}
	at := int32(0)
	for i, p := range added.parts {
		if !p.isRest {
			at = t.step(at, p)
		} else if i < len(added.parts)-1 {
			return errRest
		}
	}
	end := &t.nodes[at].ends
	if added.parts[len(added.parts)-1].isRest {
		end = &t.nodes[at].rest
	}
	if *end != 0 {
		return errTwice
	}
	t.all = append(t.all, added)
	*end = int32(len(t.all))
	return nil
}

// An edgeKey is the same for edges that match the same segments.
type edgeKey struct {
	from          int32
	isLiteral     bool
	before, after string // symbols
}

// step returns the node that an edge for p leads to, a new one if there is none.
func (t *routes) step(at int32, p part) int32 {
	key := edgeKey{at, p.name == "", symbolsOf(p.before), symbolsOf(p.after)}
	to, ok := t.edges[key]
	if ok {
		return to
	}
	to = int32(len(t.nodes))
	t.edges[key] = to
	switch n := &t.nodes[at]; {
	case key.isLiteral:
		n.literals = append(n.literals, to)
	case len(p.before)+len(p.after) > 0:
		n.affixes = append(n.affixes, to)
	default:
		n.any = to
	}
	e := edge{from: at, before: p.before, after: p.after, isPlain: isPlain(p.before)}
	t.nodes = append(t.nodes, node{edge: e})
	return to
}

// symbolsOf returns a string that texts have in common exactly if their symbols are the same.
func symbolsOf(b []byte) string {
	all := make([]byte, 0, 2*len(b))
	for i := 0; i < len(b); {
		c, n := symbolAt(b, i)
		all = binary.LittleEndian.AppendUint16(all, c)
		i += n
	}
	return string(all)
}

// sort sorts the edges of all nodes when all routes are added: literals to be searched, affixes
// by their length.
func (t *routes) sort() {
	t.edges = nil
	for i := range t.nodes {
		n := &t.nodes[i]
		slices.SortFunc(n.literals, func(a, b int32) int {
			return compare(t.nodes[a].edge.before, t.nodes[b].edge.before)
		})
		length := func(k int32) int {
			e := &t.nodes[k].edge
			return symbols(e.before) + symbols(e.after)
		}
		slices.SortStableFunc(n.affixes, func(a, b int32) int {
			return cmp.Compare(length(b), length(a))
		})
		for turn, k := range n.affixes {
			t.nodes[k].edge.turn = 1 + turn
		}
		if n.any != 0 {
			t.nodes[n.any].edge.turn = 1 + len(n.affixes)
		}
	}
}

// find returns the route of a path, nil if there is none. It visits each node once at most: a
// node that leads nowhere is left by its edge, for the next edge of the node before it.
func (t *routes) find(path []byte) *route {
	if t.nodes == nil || len(path) == 0 || path[0] != '/' {
		return nil
	}
	at, turn := int32(0), 0
	for start := 1; ; {
		end := segmentEnd(path, start)
		segment := path[start:end]
		if next := t.next(at, turn, segment[:stemOf(segment)]); next != 0 {
			switch n := &t.nodes[next]; {
			case end < len(path):
				at, turn, start = next, 0, end+1
			case n.ends != 0:
				return &t.all[n.ends-1]
			default:
				turn = n.edge.turn + 1
			}
			continue
		}
		n := &t.nodes[at]
		if n.rest != 0 && !hasDots(path[start:]) {
			return &t.all[n.rest-1]
		}
		if at == 0 {
			return nil
		}
		at, turn = n.edge.from, n.edge.turn+1
		start = bytes.LastIndexByte(path[:start-1], '/') + 1
	}
}

// next returns the node to which the first edge leads that matches a segment, from turn on. It
// is 0 if there is none.
func (t *routes) next(at int32, turn int, stem []byte) int32 {
	n := &t.nodes[at]
	if turn == 0 {
		if next := t.literal(n.literals, stem); next != 0 {
			return next
		}
		turn = 1
	}
	if !canVary(stem) {
		return 0
	}
	for ; turn <= len(n.affixes); turn++ {
		e := &t.nodes[n.affixes[turn-1]].edge
		if _, _, ok := between(stem, e.before, e.after); ok {
			return n.affixes[turn-1]
		}
	}
	if turn == len(n.affixes)+1 {
		return n.any
	}
	return 0
}

// canVary reports whether a variable of one segment can be this one. The variable for a rest
// is not, so that a template is its own template.
func canVary(stem []byte) bool {
	return len(stem) > 0 && !isDots(stem) && (stem[0] != '{' || !bytes.HasSuffix(stem, []byte("...}")))
}

// literal searches sorted edges.
func (t *routes) literal(edges []int32, stem []byte) int32 {
	hasNone := len(edges) > 0 && isPlain(stem)
	for len(edges) > 0 {
		k := len(edges) / 2
		e, c := &t.nodes[edges[k]].edge, 0
		if hasNone && e.isPlain {
			c = bytes.Compare(e.before, stem)
		} else {
			c = compare(e.before, stem)
		}
		switch {
		case c == 0:
			return edges[k]
		case c < 0:
			edges = edges[k+1:]
		default:
			edges = edges[:k]
		}
	}
	return 0
}

// isPlain reports whether the bytes of b are its symbols.
func isPlain(b []byte) bool { return bytes.IndexByte(b, '%') < 0 }

// between returns where the variable between two texts is in a segment.
func between(stem, first, rest []byte) (start, end int, ok bool) {
	if start = after(stem, first); start < 0 {
		return 0, 0, false
	}
	if end = before(stem[start:], rest); end < 0 {
		return 0, 0, false
	}
	end += start
	return start, end, start < end
}
