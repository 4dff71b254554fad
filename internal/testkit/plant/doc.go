// Command plant plants single bugs in a copy of the sources, one at a time, and
// reports which of them the tests miss. A mutant in Go differs in one token, a mutant in
// assembly in one instruction. From the module's root:
//
//	go run ./internal/testkit/plant -target kernel -n 300 -record kernel.tsv
//
// The sample depends on -seed and on the sources alone. The record holds one line for
// each mutant that was tried; a run that was stopped goes on after the last of them, and
// -again tries those that survived once more.
// Sources are not changed: the go command reads a mutant through -overlay.
//
// The files that end in .tsv are such records. TestWork and TestCommandsWork, which build programs
// of their own, find what lies over their files in URISCAN_PLANTED.
//
// The columns of the record are the identity of the mutant, its place, what it changes,
// the verdict (caught, survived or equivalent), and which test caught it, or why no answer
// changes. A verdict "survived" asks for a test, or for "equivalent" and the reason in its place,
// written by hand.
package main
