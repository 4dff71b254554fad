package main

import (
	"fmt"
	"hash/fnv"
)

// A mutant replaces one span of a file.
type mutant struct {
	file       string
	line       int
	function   string // the function or data symbol that holds it
	start, end int    // byte offsets in the file
	text       string // what is there instead
	from, to   string // what the change is, for people
	id         string
}

// identify gives each mutant an identity that survives changes to other functions: it
// depends on the text around it only through how often the same change occurred before
// it in its function.
func identify(all []mutant) {
	seen := map[string]int{}
	for i := range all {
		m := &all[i]
		key := fmt.Sprintf("%s %s %s %s", m.file, m.function, m.from, m.to)
		seen[key]++
		h := fnv.New64a()
		fmt.Fprintf(h, "%s %d", key, seen[key])
		m.id = fmt.Sprintf("%016x", h.Sum64())
	}
}

// apply returns the source with the bug in it.
func (m *mutant) apply(src []byte) []byte {
	out := append([]byte(nil), src[:m.start]...)
	return append(append(out, m.text...), src[m.end:]...)
}

func (m *mutant) String() string {
	return fmt.Sprintf("%s:%d\t%s: %s -> %s", m.file, m.line, m.function, m.from, m.to)
}
