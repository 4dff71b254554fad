// Command guard compares the benchmarks of two revisions and fails if the later
// one is slower or allocates. It builds the benchmarks of both, runs them in turn on
// the same machine, and judges with the statistics of benchstat, so that the tests find
// a slowdown before a user does.
//
// Run it in bench/ with two revisions. The second may be "." for the working copy:
//
//	go run ./guard HEAD~1 HEAD
//	go run ./guard -bench './corpus=/impl=uriscan' -benchtime 50ms main .
//
// With -keep DIR it keeps the results, in files that benchstat reads.
//
// # What fails
//
//   - slower: the median time of an operation grew by more than 5 %, and the
//     Mann-Whitney test finds the difference significant.
//   - allocates: an operation allocates in every count, and did in none of the base.
//     This needs no statistics. What fills a pool after a garbage collection shows in
//     some counts only.
//
// The level of significance, 0.05, is that of the whole run: it is divided by the
// number of benchmarks, or a hundred of them would give false alarms every day. A
// benchmark that fails is measured again, with twice the counts, and fails only if it
// fails again. Benchmarks that only one side has are only reported.
//
// Each of the 10 counts of one benchmark function of one side is a process, and the sides
// take turns in going first, so other work of the machine affects both. Equal binaries are
// not run, since all differences would be noise. A base that does not build, or a
// benchmark that fails there, is reported and is not a fault of the head.
//
// # Exit status
//
// 0 means that nothing failed, 1 that something failed, and 2 that no judgement was
// possible: wrong usage, an unknown revision, or a build or a benchmark of the head
// that fails. After "go run" it is 1 in both cases: build the command to tell them apart.
//
// main.go reads the command line, measure.go builds and runs the benchmarks, judge.go
// judges the results, report.go prints them.
package main
