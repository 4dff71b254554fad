package main

import "sort"

// byteClasses partitions the 256 octets: two octets share a class when no edge
// of m tells them apart. Class 0 holds the octets that no edge admits; the
// others follow in the order of their lowest octet.
func byteClasses(m *nfa) (classOf [256]int, members [][]byte) {
	signature := func(c byte) string {
		sig := make([]byte, 0, 256)
		for _, r := range ranges(m) {
			if r[0] <= c && c <= r[1] {
				sig = append(sig, '1')
			} else {
				sig = append(sig, '0')
			}
		}
		return string(sig)
	}
	none := signature(0xFF)
	index := map[string]int{none: 0}
	members = append(members, nil)
	for i := range 256 {
		sig := signature(byte(i))
		k, ok := index[sig]
		if !ok {
			k = len(members)
			index[sig] = k
			members = append(members, nil)
		}
		classOf[i] = k
		members[k] = append(members[k], byte(i))
	}
	return classOf, members
}

// ranges returns the distinct octet ranges on the edges of m, sorted.
func ranges(m *nfa) [][2]byte {
	if m.distinct != nil {
		return m.distinct
	}
	seen := map[[2]byte]bool{}
	for _, edges := range m.edges {
		for _, e := range edges {
			seen[[2]byte{e.lo, e.hi}] = true
		}
	}
	for r := range seen {
		m.distinct = append(m.distinct, r)
	}
	sort.Slice(m.distinct, func(i, j int) bool {
		a, b := m.distinct[i], m.distinct[j]
		return a[0] < b[0] || a[0] == b[0] && a[1] < b[1]
	})
	return m.distinct
}
