package main

import "slices"

// A note is why some panels have steps on some kernels.
type note struct {
	panels, levels []string // no level is every one
	reason         string
}

const (
	overLocate  = "lengths: Locate"
	overLines   = "lengths: AppendLines, lines of that length"
	overColumns = "lengths: Columns, lines of that length"
)

var notes = []note{
	{[]string{overLocate}, []string{"avx2", "avx512"},
		"\"https:\", \"https:/\" and \"https://\", of 6 to 8 octets, have no authority or an empty host: the straight walk is for those " +
			"that have one, and leaves others to the general one behind it. So it does with references beyond 128 octets, two blocks."},
	{[]string{overLines, overColumns}, []string{"avx2"},
		"its lines are walked as single references are: no authority or an empty host at 6 to 8 octets, and more than two blocks beyond 128."},
	{[]string{overLines, overColumns}, []string{"avx512"},
		"lines go by eights, and what is left of a block of 16 KiB is located line by line: 7 of 15 lines of 1024 octets, 7 of 23 of 682, and so on. " +
			"Beyond 64 octets a line has a second block."},
	{[]string{overLocate, overLines, overColumns}, []string{"portable"},
		"\"https\", of 5 octets, is read twice, as a scheme and, since no \":\" follows, as a path; \"https:\" once."},
	{[]string{"faults: Locate, 256 octets", "faults: Locate, 4096 octets"}, nil,
		"from offset 8 on \"https://\" is whole, and the automaton takes it at once."},
}

// reasonFor returns the reason that a panel has on a kernel, "" if none is known.
func reasonFor(panel, level string) string {
	for _, n := range notes {
		if slices.Contains(n.panels, panel) && (n.levels == nil || slices.Contains(n.levels, level)) {
			return n.reason
		}
	}
	return ""
}
