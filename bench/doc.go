// Package bench measures uriscan beside its peers, in one run, on the corpora
// of package corpus: every line once, in order, thousands of them, and again.
// It holds only tests and benchmarks. An operation is one pass over a corpus,
// and ns/URL is what a line of it costs.
//
// Run the benchmarks interleaved (-count 10 would run all counts of one before
// the next begins), and let benchstat pivot their names:
//
//	for i in 1 2 3 4 5 6 7 8 9 10; do go test -run '^$' -bench Parse .; done | tee parse.txt
//	go tool benchstat -col /impl parse.txt
//	for i in 1 2 3 4 5 6 7 8 9 10; do go test -run '^$' -bench Machine .; done | tee machine.txt
//	go tool benchstat -col /piece machine.txt
//	go test -run '^$' -bench Resolve -count 10 . | tee resolve.txt
//	go tool benchstat -col /impl resolve.txt
//	go test -run '^$' -bench DotSegments -count 10 . | tee dots.txt
//	go tool benchstat -col /size dots.txt
//	for i in 1 2 3 4 5 6 7 8 9 10; do go test -run '^$' -bench NormalizeLines .; done | tee lines.txt
//	go tool benchstat -col /impl lines.txt
//
// Ratios within one run hold; absolute figures are those of a machine and a
// minute. Every benchmark compares its implementation's answers with the
// expression of Appendix B before it starts the clock: uriscan fails if one is
// wrong, a peer reports how many were.
//
// setup_test.go loads the corpora, truth_test.go is what answers are compared
// with, answers_test.go how each implementation gives them, peers_test.go what
// is measured of it; each benchmark has a file of its own, and claims_test.go
// runs what the README says of others.
package bench
