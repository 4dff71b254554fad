// Command results runs every benchmark of this module and its peers. It writes
// RESULTS.md, with a table for each benchmark, and results.svg, a chart.
//
// From bench/:
//
//	go run ./results
//	go run ./results -bench 'Parse/corpus=(web|long)' -count 20
//	go run ./results -keep results.txt
//	go run ./results -from results.txt
//
// The last line writes the two files again from kept results, which benchstat reads,
// too: go tool benchstat -col /impl results.txt.
//
// A count runs one process for each benchmark function, one after the other, and then
// the crates of peers/rust if cargo is installed. Then the next count begins. So a slow
// minute of the machine affects one count of every benchmark, and not all counts of one.
//
// The test binary lists the benchmarks, and their names determine the tables. The columns
// of a function are its impls, if there are several, else the last key that varies; the
// rows are the first other key that varies. Each column is compared with that of uriscan,
// or with the first.
//
// main.go reads the command line, run.go runs the benchmarks, table.go arranges the
// results, markdown.go and chart.go write them.
package main
