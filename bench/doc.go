// Package bench measures uriscan and its peers in one run, on the corpora of package
// corpus. It has only tests and benchmarks. An operation is one pass over the
// thousands of lines of a corpus, in order, and ns/URL is the time for each line.
//
// One command runs all benchmarks and, if cargo is installed, the crates of
// peers/rust, and writes RESULTS.md and a chart. It interleaves the counts, while
// -count 10 would run all counts of one benchmark before the next begins:
//
//	go run ./results
//	go run ./results -bench Parse -keep parse.txt
//	go tool benchstat -col /impl parse.txt
//
// Compare only figures of one run; absolute figures depend on the machine and on the
// minute. Before it starts the clock, every benchmark compares the answers of its
// implementation with the expression of Appendix B, or with the slow twins of
// sections 5 and 6. If an answer is wrong, a benchmark of uriscan fails, and one of a
// peer reports the number of wrong answers.
//
// The keys of names are corpus, impl and then others, so './corpus=/impl=uriscan'
// matches all benchmarks of uriscan.
//
// setup_test.go loads the corpora, runs the implementations, has the right answers and
// those of each implementation, and checks the claims of the README about other
// parsers. Every exported operation has a benchmark in the file of its package or form:
// parse_test.go, lines_test.go, which has those of package lut, too, resolve_test.go,
// normalize_test.go; inspect_test.go has remarks and policies, query_test.go edits of queries.
// Command guard compares two revisions. Command corpus/take takes statistics of your own
// pages, to measure links like theirs.
//
// Command commands compares the command uriscan with similar programs on large files,
// and writes COMMANDS.md:
//
//	go run ./commands
package bench
