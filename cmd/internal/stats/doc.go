// Package stats counts what references are made of: count.go on each block of lines, and
// report.go for all of them together.
package stats
