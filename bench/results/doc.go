// Command results runs every benchmark of this module beside its peers and
// writes what they say: RESULTS.md, a table for each, and results.svg, a chart.
//
// From bench/:
//
//	go run ./results
//	go run ./results -bench 'Parse/corpus=(web|long)' -count 20
//	go run ./results -keep results.txt
//	go run ./results -from results.txt
//
// The last writes the two files again from results that were kept. Those are
// what benchstat reads: go tool benchstat -col /impl results.txt.
//
// A count is one process for each benchmark function, all functions one after
// the other, and then the crates of peers/rust if cargo is there to build them;
// then the next count begins. A slow minute of the machine thus meets one count
// of everything, and not all counts of one thing.
//
// Which benchmarks there are is asked of the test binary, and how a table
// looks follows from their names: those of a function that have more than one
// impl stand beside each other by it, the others by the last key that varies;
// rows are the first other key that does. A column is compared with uriscan's, or
// with the first.
//
// main.go reads what is asked, run.go runs it; table.go arranges what comes out,
// markdown.go and chart.go show it.
package main
