// Package dedupe prints the first line of each class of equivalent lines.
//
// options.go has what a caller chooses, keys.go what is compared of a line. Several workers
// find the lines of a block that may be printed, and their keys: collect.go and
// candidates.go. One goroutine takes the blocks in order: dedupe.go opens and closes what
// that needs, and print.go prints the lines that are new. saved.go has the set that --seen
// keeps from one run to the next, output.go the file that such a set knows, and memory.go
// the bounds of memory.
package dedupe
