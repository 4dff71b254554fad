// Package work holds a test of how much the library does for ordinary input: how
// many statements run for each reference. A fast path that is never taken, or a
// piece that is read twice, changes no answer, and no clock says so for sure on a
// machine that does other things, too; a count of statements does.
package work

// What has run of a library that the test of this package compiled to count it.
var (
	Statements uint64
	Calls      = map[string]int{} // of each function, by its name
)
