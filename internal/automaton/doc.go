// Package automaton is the automaton of RFC 3986, Appendix A, as a byte table, and the
// offsets of a reference in four words.
//
// automaton.go explains the table in automaton_gen.go. run.go skips bytes that do not
// change the state. words.go defines the words and their accessors, and hints.go the flags
// of a reference that may not be normal.
package automaton

//go:generate go -C ../.. run ./internal/gen
