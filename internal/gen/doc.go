// Command gen writes the generated tables of uriscan from the grammar of RFC
// 3986 that fuzz/abnf holds: the automaton of internal/automaton and the byte
// classes of lut. Run it from the root of the module:
//
//	go run ./internal/gen
//
// nfa.go expands the grammar into an automaton, dfa.go makes it deterministic
// and minimal over the classes of bytes, label.go says what its states
// answer beside their moves, emit.go writes the automaton, and main.go the classes.
package main
