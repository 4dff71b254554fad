package stats

import (
	"fmt"
	"slices"
	"strings"

	"github.com/uriscan/uriscan/cmd/internal/column"
)

// Tables name the tables that are printed, all of them if there are no names.
type Tables []string

// TableNames are the names that Set knows, in the order of a report.
var TableNames = strings.Fields(
	"summary validity forms schemes host-kinds hosts sites paths ports extensions parameters rungs lengths")

// Set adds the tables of a list of names, joined by ",".
func (t *Tables) Set(list string) error {
	for name := range strings.SplitSeq(list, ",") {
		if !slices.Contains(TableNames, name) {
			return fmt.Errorf("no table %q; they are %s", name, strings.Join(TableNames, ", "))
		}
		*t = append(*t, name)
	}
	return nil
}

func (t *Tables) String() string { return strings.Join(*t, ",") }

// prints reports whether the table with a key of JSON is printed.
func (t Tables) prints(key string) bool {
	name := strings.TrimSuffix(strings.ReplaceAll(key, "_", "-"), "s")
	return len(t) == 0 || slices.ContainsFunc(t, func(table string) bool { return strings.TrimSuffix(table, "s") == name })
}

// sites reports whether registrable domains are counted.
func (o *Options) sites() bool { return o.BySite || slices.Contains(o.Only, "sites") }

// paths reports whether paths are counted: if asked for, and those of requests.
func (o *Options) paths() bool {
	if o.Table != nil && len(o.Only) == 0 {
		log, ok := o.Table.Column.(*column.Log)
		return ok && log.Target
	}
	return slices.Contains(o.Only, "paths")
}
