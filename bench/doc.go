// Package bench measures uriscan beside its peers, in one run, on the corpora
// of package corpus: every line once, in order, thousands of them, and again.
// It holds only tests and benchmarks. An operation is one pass over a corpus,
// and ns/URL is what a line of it costs.
//
// One command runs them all, interleaved (-count 10 would run all counts of one
// before the next begins), with the crates of peers/rust if cargo is there, and
// writes RESULTS.md and a chart:
//
//	go run ./results
//	go run ./results -bench Parse -keep parse.txt
//	go tool benchstat -col /impl parse.txt
//
// Ratios within one run hold; absolute figures are those of a machine and a
// minute. Every benchmark compares its implementation's answers with the
// expression of Appendix B, or with the slow twins of sections 5 and 6, before
// it starts the clock: uriscan fails if one is wrong, a peer reports how many
// were.
//
// Names are corpus, impl, and what else there is, in that order, so that
// './corpus=/impl=uriscan' are all benchmarks of ours.
//
// setup_test.go loads the corpora and measures what it is given, truth_test.go is what
// answers are compared with, and how each implementation gives them. Every exported
// operation has its benchmark in the file of its package or form: parse_test.go,
// lines_test.go, lut_test.go, resolve_test.go, normalize_test.go.
// claims_test.go runs what the README says of others. Command guard compares two
// revisions.
//
// Command commands runs the command uriscan over large files, beside the programs
// that people use for such, and writes COMMANDS.md:
//
//	go run ./commands
package bench
