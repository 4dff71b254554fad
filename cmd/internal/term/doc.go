// Package term says what a stream is connected to, and colours what goes to a terminal.
package term
