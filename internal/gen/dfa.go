package main

import (
	"encoding/binary"
	"maps"
	"slices"
)

// A dfa is the automaton of Appendix A over byte classes. State 0 is dead;
// every other state can still reach acceptance.
type dfa struct {
	classOf [256]int
	members [][]byte // the bytes of each class
	next    [][]int  // next[state][class]
	label   []label
	start   map[string]int // by rule
	// example[s] is a shortest input that leads from a start state to s.
	example []string
}

// A label is what a state answers beside its moves. Two states with different
// labels are never merged.
type label struct {
	accept bool
	host   int    // kind of the host if the authority ends here, 0 if it cannot
	fault  string // the kind of the fault when the next byte is refused here
	region string // the component that the next byte belongs to
	name   string // not compared: a readable name
}

// startRules are the rules with a start state of their own. absolute-URI is
// URI with "#" among the bytes that nothing admits.
var startRules = []string{"URI-reference", "URI", "relative-ref"}

// determinize is the subset construction over m.
func determinize(m *nfa) *dfa {
	d := &dfa{start: map[string]int{}}
	final := m.state()
	begin := map[string]int{}
	for _, name := range []string{"URI", "relative-ref"} {
		begin[name] = m.state()
		m.skip(m.rule(m.g.Rule(name), begin[name], []string{}), final)
	}
	d.members = m.g.Classes("URI-reference")
	for class, bytes := range d.members {
		for _, c := range bytes {
			d.classOf[c] = class
		}
	}

	b := &subsets{m: m, final: final, index: map[string]int{"": 0}, d: d}
	b.grow(label{}) // dead
	for _, name := range startRules {
		set := map[int]bool{}
		for rule, s := range begin {
			if name == rule || name == "URI-reference" {
				set[s] = true
			}
		}
		d.start[name] = b.add(m.closure(set))
	}
	b.run()
	return d
}

// subsets numbers the sets of nfa states met by the subset construction.
type subsets struct {
	m     *nfa
	d     *dfa
	final int
	index map[string]int
	sets  [][]int // of state i+1
}

func (b *subsets) add(set map[int]bool) int {
	members := slices.Sorted(maps.Keys(set))
	key := keyOf(members)
	id, ok := b.index[key]
	if !ok {
		id = len(b.d.next)
		b.index[key] = id
		b.sets = append(b.sets, members)
		b.grow(labelOf(b.m, set, b.final))
	}
	return id
}

// keyOf returns numbers as a key for a map.
func keyOf(numbers []int) string {
	key := make([]byte, 0, 4*len(numbers))
	for _, n := range numbers {
		key = binary.LittleEndian.AppendUint32(key, uint32(n))
	}
	return string(key)
}

// grow adds a state without moves.
func (b *subsets) grow(l label) {
	b.d.next = append(b.d.next, make([]int, len(b.d.members)))
	b.d.label = append(b.d.label, l)
}

func (b *subsets) run() {
	for i := 0; i < len(b.sets); i++ {
		for class, bytes := range b.d.members {
			c := bytes[0]
			to := map[int]bool{}
			for _, s := range b.sets[i] {
				for _, e := range b.m.edges[s] {
					if e.lo <= c && c <= e.hi {
						to[e.to] = true
					}
				}
			}
			b.d.next[i+1][class] = b.add(b.m.closure(to))
		}
	}
}

// minimize merges the states that no input and no label tells apart (Moore's
// refinement) and numbers the rest in breadth-first order from the starts.
func minimize(d *dfa) *dfa {
	block := make([]int, len(d.next))
	seen := map[label]int{}
	for s, l := range d.label {
		l.name = ""
		if _, ok := seen[l]; !ok {
			seen[l] = len(seen)
		}
		block[s] = seen[l]
	}
	for n := len(seen); ; {
		refined := map[string]int{}
		again := make([]int, len(block))
		for s, row := range d.next {
			signature := []int{block[s]}
			for _, t := range row {
				signature = append(signature, block[t])
			}
			key := keyOf(signature)
			if _, ok := refined[key]; !ok {
				refined[key] = len(refined)
			}
			again[s] = refined[key]
		}
		block = again
		if len(refined) == n {
			return d.quotient(block)
		}
		n = len(refined)
	}
}

// quotient makes each block one state, and renumbers them so that the result does
// not depend on map order.
func (d *dfa) quotient(block []int) *dfa {
	blocks := slices.Max(block) + 1
	q := &dfa{
		classOf: d.classOf,
		members: d.members,
		next:    make([][]int, blocks),
		label:   make([]label, blocks),
		start:   map[string]int{},
	}
	for s, row := range d.next {
		if q.next[block[s]] != nil {
			continue
		}
		q.label[block[s]] = d.label[s]
		q.next[block[s]] = make([]int, len(row))
		for class, t := range row {
			q.next[block[s]][class] = block[t]
		}
	}
	for name, s := range d.start {
		q.start[name] = block[s]
	}
	q.renumber(block[0])
	return q
}

// renumber puts dead first and the other states in the order in which a breadth-first
// search from the start states meets them, those with the label of an earlier one after it,
// and of these those with the same name after the first of them.
func (q *dfa) renumber(dead int) {
	order, number := []int{dead}, map[int]int{dead: 0}
	example := []string{""}
	meet := func(s int, ex string) {
		if _, ok := number[s]; !ok {
			number[s] = len(order)
			order = append(order, s)
			example = append(example, ex)
		}
	}
	for _, name := range startRules {
		meet(q.start[name], "")
	}
	for i := 1; i < len(order); i++ {
		for _, class := range q.readable() {
			meet(q.next[order[i]][class], example[i]+string(typical(q.members[class])))
		}
	}
	first := map[label]int{} // where a label was met
	for i, s := range order {
		named := q.label[s]
		l := named
		l.name = ""
		for _, l := range []label{l, named} {
			if first[l] == 0 {
				first[l] = i
			}
		}
		number[s] = (first[l]*len(order)+first[named])*len(order) + i
	}
	slices.SortFunc(order[1:], func(a, b int) int { return number[a] - number[b] })
	next, labels, examples := make([][]int, len(order)), make([]label, len(order)), make([]string, len(order))
	for i, s := range order {
		examples[i] = example[number[s]%len(order)]
		number[s] = i
	}
	for i, s := range order {
		labels[i] = q.label[s]
		next[i] = make([]int, len(q.members))
		for class, t := range q.next[s] {
			next[i][class] = number[t]
		}
	}
	for name, s := range q.start {
		q.start[name] = number[s]
	}
	q.next, q.label, q.example = next, labels, examples
}

// likely are bytes that read well in an example, best first.
const likely = "ahgv1250368:/?#@[].-+%"

// typical picks the byte of a class that reads best in an example.
func typical(bytes []byte) byte {
	for _, c := range []byte(likely) {
		if slices.Contains(bytes, c) {
			return c
		}
	}
	return bytes[0]
}

// readable returns the classes, those of likely bytes first.
func (q *dfa) readable() []int {
	var order []int
	for _, c := range []byte(likely) {
		if class := q.classOf[c]; !slices.Contains(order, class) {
			order = append(order, class)
		}
	}
	for class := range q.members {
		if !slices.Contains(order, class) {
			order = append(order, class)
		}
	}
	return order
}
