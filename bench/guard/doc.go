// Command guard compares the benchmarks of two revisions and fails if the later
// one is slower or allocates. It builds the benchmarks of both, runs them in turn on
// the same machine, and judges with the statistics of benchstat, so that a slowdown
// is found by the machine that runs the tests and not by a user.
//
// From bench/, with two revisions, of which the second may be "." for the
// working copy as it is:
//
//	go run ./guard HEAD~1 HEAD
//	go run ./guard -bench './corpus=/impl=uriscan' -benchtime 50ms main .
//
// With -keep DIR the results are kept, in files that benchstat reads.
//
// # What fails
//
//   - slower: the median time of an operation grew by more than 5 %, and the
//     Mann-Whitney test finds the difference significant.
//   - allocates: an operation allocates, and in the base none did. No statistics.
//
// The level of significance, 0.05, is that of the whole run: it is divided by the
// number of benchmarks compared, or a hundred of them would cry at 5 % every day.
// What fails is measured once more, alone, with twice the counts, and fails only if
// it fails again. Benchmarks that only one side has are reported, and nothing else.
//
// Each of the 10 counts is a process of its own, of one benchmark function of one
// side, and the sides take turns in going first: what else the machine does meanwhile
// affects both. Binaries that are the same are not run, since what differed would
// be noise. A base that does not build, or a benchmark that fails there, is reported
// and is no fault of the head.
//
// # Exit status
//
// 0 says that nothing failed, 1 that something did, 2 that no judgement was
// possible: wrong usage, an unknown revision, or a build or a benchmark of the head
// that fails.
//
// main.go reads what was asked, measure.go makes the binaries and runs them, judge.go
// judges what they print, report.go tells.
package main
