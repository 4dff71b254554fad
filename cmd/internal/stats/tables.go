package stats

import (
	"slices"
	"strings"

	"github.com/uriscan/uriscan/cmd/internal/column"
)

// TableNames are the names of tables by the bits of Options.Only, in the order of a report.
var TableNames = strings.Fields(
	"summary validity forms schemes host-kinds hosts sites paths ports extensions parameters rungs lengths")

// names reports whether Only names the table with a key of JSON.
func (o *Options) names(key string) bool {
	singular := func(name string) string { return strings.TrimSuffix(strings.ReplaceAll(name, "_", "-"), "s") }
	i := slices.IndexFunc(TableNames, func(name string) bool { return singular(name) == singular(key) })
	return o.Only>>i&1 != 0
}

// prints reports whether the table with a key of JSON is printed.
func (o *Options) prints(key string) bool { return o.Only == 0 || o.names(key) }

// Sites reports whether registrable domains are counted.
func (o *Options) Sites() bool { return o.BySite || o.names("site") }

// paths reports whether paths are counted: if asked for, and those of requests.
func (o *Options) paths() bool {
	if o.Table != nil && o.Only == 0 {
		log, ok := o.Table.Column.(*column.Log)
		return ok && log.Target
	}
	return o.names("path")
}
