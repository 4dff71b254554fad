package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// addURL gives c the flag --url, whose values become arguments of c before the others,
// with prefix before each.
func addURL(c *cobra.Command, prefix string) {
	var uris []string
	c.Flags().StringArrayVar(&uris, "url", nil, "read `URI` before the FILEs, as a line; may be given several times")
	run := c.RunE
	c.RunE = func(c *cobra.Command, files []string) error {
		if err := exclusive(c.Flags(), "url header"); err != nil {
			return err
		}
		for i, uri := range uris {
			if strings.Contains(uri, "\n") {
				return errors.New("the value of --url has a line feed: it would be two lines")
			}
			uris[i] = prefix + uri
		}
		return run(c, slices.Concat(uris, files))
	}
}
