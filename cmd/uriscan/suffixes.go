package main

import (
	"os"

	"github.com/spf13/pflag"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/site"
	"github.com/uriscan/uriscan/cmd/internal/stream"
)

// addSuffixes adds the flag for a list of public suffixes.
func addSuffixes(flags *pflag.FlagSet, to *string) {
	flags.Var(&settingsFlag{Value: &textFlag[string]{to, "FILE", fileName}}, "psl", "take the public suffixes from `FILE`")
}

// openSites returns what remembers the sites of hosts by the list in a file, or by the built-in
// one if name is "", and a checksum of the list. An error is the exit status, and was printed.
func openSites(name string, j *record.Job, std stream.Std) (*site.Cache, uint32, error) {
	outputs := []os.FileInfo{stream.StatOf(std.Out), stream.StatOf(std.Err)}
	for _, output := range []string{j.Output, j.Rejects} {
		if info, err := os.Stat(output); err == nil {
			outputs = append(outputs, info)
		}
	}
	find, sum, err := site.Open(name, std.In, outputs...)
	if err != nil {
		d := record.Driver[record.None]{Job: j, Std: std}
		return nil, 0, diag.Ended(d.Status(err))
	}
	return site.NewCache(find), sum, nil
}
