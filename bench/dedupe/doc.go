// Command dedupe measures uriscan dedupe as a whole process, in memory and
// spilling, beside sort -u, awk and a Go map over what net/url makes of lines, with
// few and with many duplicates. It builds uriscan, makes the inputs in a temporary
// folder, runs all after each other, several times, and prints a table of the
// least times and the largest memory:
//
//	go run ./dedupe
//	go run ./dedupe -lines 50000000 -runs 1
//
// An input of n lines takes about 52n bytes on disk, and sort and spilling about as
// much again in the folder of temporary files. Before it measures, it compares
// what uriscan and awk print. Ratios within one run hold.
package main
