// Command guard compares the benchmarks of two revisions and fails if the later
// one is slower. It builds the benchmarks of both, runs them in turn on the
// same machine, and judges with the statistics of benchstat, so that a slowdown
// is found by the machine that runs the tests and not by a user.
//
// From bench/, with two revisions, of which the second may be "." for the
// working copy as it is:
//
//	go run ./guard HEAD~1 HEAD
//	go run ./guard -bench './corpus=/impl=uriscan' -benchtime 50ms main .
//	go run ./guard -recorded old.txt new.txt
//
// The last judges results already recorded, without running anything; of a run
// of its own, -keep DIR keeps the results, in the files that benchstat reads.
//
// # What fails
//
//   - slower: the median time of an operation grew by more than the threshold,
//     and the Mann-Whitney test finds the difference significant.
//   - allocates: an operation allocates, and in the base none did. No statistics.
//   - missing: the base has a benchmark that the head has not.
//
// The level of significance is that of the whole run: it is divided by the
// number of benchmarks compared, or a hundred of them would cry at 5 % every
// day. What is slower or allocates is measured once more, alone, with up to four
// times the counts, and fails only if it fails again. So are the few of which the
// fastest count grew most, since on a busy machine the median tells little: they
// fail if the rerun finds them slower, at a stricter level. There the fastest counts
// of both sides are a test, too. New benchmarks are reported, and nothing else.
//
// Each count is a process of its own, of one benchmark function of one side,
// and the sides take turns in going first: what else the machine does meanwhile
// meets both. Binaries that are the same are not run, since what differed would
// be noise; -identical runs them. What the tests of one side cannot do, such as
// a benchmark that fails in the base, or a base that does not build, is said and
// is no fault of the head.
//
// # Exceptions
//
// A line of guard/overrides.txt, or of the file that -overrides names, holds a
// regular expression for the names of benchmarks as they are reported, what is
// allowed of them, and the reason, all three required:
//
//	^Sort/corpus=cold/  12%        misses of the cache differ between hosts
//	^Read/              allocates  the reader has a buffer of its own now
//	^Scan/              gone       Read has taken its place
//
// Of the lines that match and allow the same, the first counts.
//
// # Exit status
//
// 0 says that nothing failed, 1 that something did, 2 that no judgement was
// possible: wrong usage, an unknown revision, a build or a benchmark of the head
// that fails, or too few counts for a significant difference ever to be found.
//
// options.go, overrides.go and revision.go read what was asked; prepare.go and
// build.go make the binaries, record.go runs them; results.go reads what they said, judge.go
// judges it, confirm.go asks once more, report.go tells.
package main
