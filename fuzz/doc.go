// Package fuzz ties the packages of uriscan to the grammar and to each other.
// It holds tests only; what judges them is below it: abnf, the matcher of
// Appendix A, and prose, the third opinion that has not seen the grammar.
//
//   - abnf_grammar_test.go, abnf_match_test.go and abnf_rfc_test.go hold abnf to RFC 5234
//     and to what the sections of RFC 3986 say;
//   - judge_test.go compares every answer about one input;
//   - exhaustive_test.go asks about every short string;
//   - suite_test.go about strings that tell the automaton (model_test.go) from
//     every other of no more states;
//   - lines_test.go about generated and mutated lines (generate_test.go),
//     borders_test.go about lengths and borders;
//   - traps_test.go about the cases of cases/traps.jsonl;
//   - fuzz_test.go about whatever the fuzzer finds.
//
// The larger sets are run by flags:
//
//	go test ./fuzz -run Exhaustive -exhaustive=3,5
//	go test ./fuzz -run Lines -lines=1000000 -seed=7
package fuzz
