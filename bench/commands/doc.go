// Command commands runs the command uriscan over large files, beside the programs
// that people would use, and writes COMMANDS.md: time, speed, how many cores were
// busy, and the time against that of wc -l, or of the program that only decompresses.
//
// From bench/, on a machine that does nothing else:
//
//	go run ./commands
//	go run ./commands -size 1073741824 -passes 10
//
// Files are made of web URLs in a folder of their own, which is removed; they are in
// the page cache, and what is printed goes nowhere. A pass runs every row once,
// one after the other, and of each the fastest run counts. A program that is not
// there has no row. A folder in memory, by TMPDIR, spares the disk the writing of
// some two gigabytes.
//
// main.go reads what is asked and says what came of it, rows.go makes the files, and has
// and runs what runs on them.
package main
