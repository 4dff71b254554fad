// Command commands runs the command uriscan and similar programs on large files, and
// writes COMMANDS.md: time, speed, the number of busy cores, and the time compared with
// wc -l, or with a program that only decompresses.
//
// From bench/, on a machine that does nothing else:
//
//	go run ./commands
//	go run ./commands -size 1073741824 -passes 10
//	go run ./commands -only "Secrets in a log"
//
// It makes files of web URLs in a temporary folder, which it removes at the end. The
// files are in the page cache, and output is discarded. A pass runs every row once, one
// after the other; the fastest run of each row counts. A program that is not installed
// has no row. Set TMPDIR to a folder in memory to avoid writing some two gigabytes to
// the disk.
//
// main.go reads the command line and writes the report; rows.go makes the files and runs
// the programs on them.
package main
