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

	overHash        = "lengths: Hash, normal"
	overKeptTriplet = "lengths: Needed, normal with a triplet"

	overUps     = `dots: Append, "a/../" in a path`
	overHeres   = `dots: Append, "./" in a path`
	overDecoded = "triplets: Append, %7E is decoded"
	overCase    = "triplets: Append, %c3 is put in upper case"
	overKept    = "triplets: Append, %C3 is kept"
)

var notes = []note{
	{[]string{overLocate}, []string{"avx2", "avx512"},
		"\"http\" to \"https://\", of 4 to 8 octets, begin as the straight walk expects it, but have no name behind a \"://\": they are left to the general " +
			"one behind it. So are references beyond 128 octets, two blocks, with AVX2, and beyond 256, four, with AVX-512."},
	{[]string{overLines, overColumns}, []string{"avx2"},
		"its lines are walked as single references are, and left to the general walk at 4 to 8 octets, too, for which their answers are kept in memory. " +
			"Beyond 112 octets more of the maps is looked at."},
	{[]string{overLines, overColumns}, []string{"avx512"},
		"lines go by eights, and what is left of a block of 16 KiB is located line by line: 7 of 15 lines of 1024 octets, 7 of 23 of 682, and so on. " +
			"Beyond 64 octets a line has a second block."},
	{[]string{overLocate, overLines, overColumns}, []string{"portable"},
		"\"https\", of 5 octets, is read twice, as a scheme and, since no \":\" follows, as a path; \"https:\" once."},
	{[]string{"faults: Locate, 256 octets", "faults: Locate, 4096 octets"}, nil,
		"from offset 8 on \"https://\" is whole, and the automaton takes it at once; from 24 on, where the path begins, a kernel finds the fault, " +
			"and the automaton does not read the host."},
	{[]string{"alignments: Locate, 120 octets"}, []string{"avx512"},
		"at 0 the octets begin a page, and a load that leaves out the octet before them touches the page before. Where that is not in memory, the processor " +
			"takes about 100 ns to find out that nothing of it is wanted; where it is, there is no step."},
	{[]string{overHash}, nil,
		"up to 15 octets are absorbed by one lane, from 16 on by four, and by these once more from 65 on and every 64 octets."},
	{[]string{overKeptTriplet}, []string{"avx2", "avx512"},
		"up to 33 octets each triplet is looked at, from 34 on all octets, by blocks."},
	{[]string{overUps, overHeres}, nil,
		"without a dot segment the scan shows that the reference is normal, and it is copied. A \"/.\" leaves that open: the scan looks again at " +
			"what may not be normal, normalizing looks which of it that is, and the form is written in pieces and judged, to have its own Ref. " +
			"The more of a copy the scan is, the higher the step; each further dot segment costs as much as the one before."},
	{[]string{overDecoded, overCase}, nil,
		"without a triplet the reference is copied; the first that changes has its rung looked for and the form written in pieces, which here is most of " +
			"the time: the kernels scan 512 octets in that of a few triplets."},
	{[]string{overKept}, []string{"avx2", "avx512"},
		"with a \"%\" the scan goes the general way, and before the reference is copied all of it is looked at once more, by blocks, for a triplet that changes."},
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
