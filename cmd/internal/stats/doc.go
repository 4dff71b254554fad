// Package stats counts what references are made of, and prints it.
//
// run.go does so for all inputs. count.go counts each block of lines, and report.go adds up
// what was counted.
package stats
