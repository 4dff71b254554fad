package diag

import "fmt"

// The exit statuses.
const (
	ExitGood        = 0
	ExitBad         = 1   // some lines were bad
	ExitUsage       = 2   // the command line was wrong: nothing was read
	ExitIO          = 3   // an input or the output failed
	ExitInterrupted = 130 // a signal came; the process then dies by it, for which this is what shells report for SIGINT
)

// A Usage is an error of the command line that files have shown.
type Usage string

func (u Usage) Error() string { return string(u) }

// Ended is how a command that ran reports its exit status, if not 0. Every
// other error out of cobra is one of usage: cobra has no type for those.
type Ended int

func (e Ended) Error() string { return fmt.Sprintf("exit status %d", int(e)) }
