// Package fuzz ties the packages of uriscan to the grammar and to each other.
// It holds tests only. The packages below it judge: abnf matches by Appendix A,
// byhand is a third check without the grammar, and slow is the slow twin of
// sections 5 and 6.
//
//   - abnf_test.go holds abnf to RFC 5234 and to what the sections of RFC 3986 say;
//   - judge_test.go compares every answer about one input;
//   - exhaustive_test.go asks about every short string, and about lengths and borders;
//   - suite_test.go about strings that distinguish the automaton from every other of
//     no more states;
//   - lines_test.go about generated and mutated lines, about whatever the fuzzer finds,
//     and about the cases of cases/traps.jsonl;
//   - target_test.go holds package target to the grammar of RFC 9112 and RFC 9110;
//   - neturl_test.go holds package neturl to what net/url prints and parses.
//
// The larger sets are run by flags:
//
//	go test ./fuzz -run Exhaustive -exhaustive=3,5
//	go test ./fuzz -run Lines -thorough -seed=7
package fuzz
