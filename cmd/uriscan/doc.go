// Command uriscan finds the components of RFC 3986 references, one a line, says
// where and why a line is not valid, and finds URIs inside texts. It calls only what
// the packages of this module export.
//
// How it is built:
//
//	main.go interrupt.go   streams and signals
//	run.go        command lines and exit statuses
//	commands.go   the table of commands, usage errors
//	help.go       help, whose texts are in the folder help
//	completion.go what shells complete
//	hints.go      what errors say to do next
//	flags.go      the flags that commands share, and their values
//	column_flags.go rows.go   where a value is in a line, rows for engines
//	settings.go profile.go suffixes.go   what flags take from files
//	check.go parse.go and so on   one command each, of their names; resolve has pairs.go, too
//
// The work is done by the packages in cmd/internal. A new command is a line in the table and a text in
// help; after that, and after a new flag, go generate writes its manual page.
package main
