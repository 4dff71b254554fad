package main

import (
	"github.com/spf13/cobra"

	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/stream"
)

// addRows gives c the flag --rows, which is refused beside flags that print more or less than
// a row for a record: those of several commands, and others of c.
func addRows(c *cobra.Command, j *record.Job, std stream.Std, others ...string) {
	flags := c.Flags()
	flags.BoolVar(&j.Rows, "rows", false, `print one row for each line, \N for a bad one, for engines that run a pipe`)
	run := c.RunE
	c.RunE = func(c *cobra.Command, files []string) error {
		for _, name := range append(others, "on-error", "rejects", "csv", "header", "json-field") {
			if err := exclusive(flags, "rows "+name); err != nil {
				return err
			}
		}
		if j.Rows && j.Output == "" {
			endWithReader(std.Out)
		}
		return run(c, files)
	}
}
