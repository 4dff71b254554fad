package abnf

// Classes partitions the 256 bytes for the rule of that name: two bytes share
// a class if each may occur wherever the other may. Bytes are in different classes
// if an element of the rule admits only one of them as a single byte, where the
// alternatives of an element count as one: unreserved and sub-delims are one set
// where both may occur. The first class is the bytes that no element admits, even
// if it is empty. The others follow in the order of their lowest bytes.
func (g *Grammar) Classes(rule string) [][]byte {
	sets := map[Set]bool{}
	addElement(sets, Reference{g.mustRule(rule)})
	classes := [][]byte{nil}
	var first []int // for each class but the first, its lowest byte
	for c := range 256 {
		k := 0
		if admitted(sets, byte(c)) {
			for k = 1; k <= len(first) && !same(sets, byte(first[k-1]), byte(c)); k++ {
			}
		}
		if k == len(classes) {
			classes = append(classes, nil)
			first = append(first, c)
		}
		classes[k] = append(classes[k], byte(c))
	}
	return classes
}

func admitted(sets map[Set]bool, c byte) bool {
	for s := range sets {
		if s.Has(c) {
			return true
		}
	}
	return false
}

func same(sets map[Set]bool, c, d byte) bool {
	for s := range sets {
		if s.Has(c) != s.Has(d) {
			return false
		}
	}
	return true
}

// addElement adds to sets what n admits as a single byte, and likewise for the
// elements below it.
func addElement(sets map[Set]bool, n Node) {
	if s := single(n); s != (Set{}) {
		sets[s] = true
	}
	addInside(sets, n)
}

// addInside is addElement for the elements below n, which are not those that
// n is a choice of: their sets are part of the set of n.
func addInside(sets map[Set]bool, n Node) {
	switch n := n.(type) {
	case Reference:
		addInside(sets, n.Rule.Body)
	case Alternation:
		for _, a := range n {
			addInside(sets, a)
		}
	case Concatenation:
		for _, e := range n {
			addElement(sets, e)
		}
	case Repetition:
		addElement(sets, n.Body)
	}
}

// single returns the bytes that n generates as an element of one byte.
func single(n Node) (s Set) {
	switch n := n.(type) {
	case ByteRange:
		s.add(n.Lo, n.Hi)
	case Reference:
		return single(n.Rule.Body)
	case Alternation:
		for _, a := range n {
			for i, word := range single(a) {
				s[i] |= word
			}
		}
	}
	return s
}
