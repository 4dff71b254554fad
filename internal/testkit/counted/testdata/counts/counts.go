// Package counts holds what has run of a library that TestWork compiled to count it.
package counts

var (
	Statements uint64
	Calls      = map[string]int{} // of each function, by its name
)
