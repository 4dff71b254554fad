// Command uriscan finds the components of RFC 3986 references, one a line, says
// where and why a line is not valid, and finds URIs inside texts. It calls only what
// the packages of this module export.
//
// How it is built:
//
//	main.go       streams, signals and exit statuses
//	commands.go   the table of commands, usage errors, help
//	completion.go what shells complete
//	hints.go      what errors say to do next
//	flags.go      the flags that commands share, and their values
//	check.go explain.go parse.go   one command each
//	resolve.go relativize.go normalize.go   likewise
//	dedupe.go     the command dedupe
//	dedupe_keys.go dedupe_lines.go   what it compares of lines, and their keys
//	dedupe_normal.go                 and their normal forms, where those are printed
//	dedupe_run.go dedupe_seen.go     which lines are new, and the set of earlier runs
//	dedupe_output.go                 and the output that it knows
//	dedupe_memory.go                 what it takes at most
//	extract.go    the command extract
//	stats.go      the command stats
//	column_flags.go   where a value is in a line
//
// The work is done by the packages in cmd/internal.
package main
