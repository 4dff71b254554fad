// Package diag says what is wrong with an input: the kind and the place of a fault, and the
// exit status of a command.
package diag
