// Command cliffs measures what one octet more, one place further or one bad line
// more costs, on every kernel of the machine in one process, and writes CLIFFS.md
// and its charts, cliffs-*.svg: over lengths, over the place of a fault, over
// alignments, and over the share of bad lines; of normalizing, over the share of
// lines that a rung changes, over dot segments, and over the share of triplets.
//
// From bench/, on a machine that does nothing else, in two minutes:
//
//	go run ./cliffs
//	go run ./cliffs -keep cliffs.json
//	go run ./cliffs -from cliffs.json -keep cliffs.json -passes 4
//	go run ./cliffs -from cliffs.json -passes 0
//
// The third adds passes to those that were kept, and the last only writes the
// files again.
//
// A pass measures every point once, on one kernel after the other, and the least
// time of all passes counts; then what sticks out is measured again: a slow
// moment of the machine raises a point only if every pass meets one there. An input is called
// until a few microseconds are over, so its branches are learnt: these charts
// show what the code does at a length, not what it costs on the road, which
// is RESULTS.md.
//
// A point that takes more than twice the time of its neighbour, or of the median
// around it, is named in CLIFFS.md with its reason, which notes.go holds. If it
// has none the command says so and fails.
//
// panels.go is what is measured, normal.go what is of normalizing; measure.go
// measures it; steps.go finds what sticks out, report.go and notes.go say it,
// chart.go and scale.go draw it.
package main
