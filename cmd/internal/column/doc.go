// Package column finds the value of a column in a line, and puts a result in its place: in
// plain lines, records of CSV, lines of a log and objects of JSON.
//
// column.go has what all kinds do, each kind is in a file of its name, logformat.go reads
// the formats of logs, csv_ends.go finds where records of CSV end, and jsonscan.go reads a line
// of JSON.
package column
