package abnf

import "slices"

// list returns an empty list of offsets, one that was dropped if there is any.
func (m *Matcher) list() []int {
	if n := len(m.free); n > 0 {
		l := m.free[n-1]
		m.free = m.free[:n-1]
		return l[:0]
	}
	return make([]int, 0, 8)
}

func (m *Matcher) drop(l []int) { m.free = append(m.free, l) }

// insert adds i to a sorted list unless it is there. It looks from the end,
// where new offsets almost always belong.
func insert(l []int, i int) (_ []int, fresh bool) {
	k := len(l)
	for k > 0 && l[k-1] > i {
		k--
	}
	if k > 0 && l[k-1] == i {
		return l, false
	}
	return slices.Insert(l, k, i), true
}

func insertAll(l, more []int) []int {
	if len(l) == 0 {
		return append(l, more...)
	}
	for _, i := range more {
		l, _ = insert(l, i)
	}
	return l
}

func has(l []int, i int) bool {
	_, ok := slices.BinarySearch(l, i)
	return ok
}
