// Command uriscan finds the components of RFC 3986 references, one a line, says
// where and why a line is not valid, and finds URIs inside texts. It calls only what
// the packages of this module export.
//
// How it is built:
//
//	main.go       streams and signals
//	run.go        command lines and exit statuses
//	commands.go   the table of commands, usage errors, help
//	completion.go what shells complete
//	hints.go      what errors say to do next
//	flags.go      the flags that commands share, and their values
//	check.go explain.go parse.go resolve.go relativize.go   one command each
//	normalize.go dedupe.go extract.go stats.go              likewise
//	column_flags.go   where a value is in a line
//
// The work is done by the packages in cmd/internal.
package main
