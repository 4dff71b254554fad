package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/render"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/normalize/query"
	"github.com/uriscan/uriscan/scanner"
)

type queryFlags struct {
	get           string
	keys, pairs   bool
	decoded       bool
	form, semi    bool
	without, only []string
	replacement   string
	set, add      []string
	sort          bool
	column        columnFlags
}

func newQuery(std stream.Std) *cobra.Command {
	j := &record.Job{}
	var f queryFlags
	c := newJob(std, j, "query [flags] [FILE...]", func(flags *pflag.FlagSet) error {
		if flags.Changed("get") || f.keys || f.pairs {
			j.Reference = f.reader(flags, j.Delim)
		} else {
			j.Reference = editor(f.edits(flags), j.Delim)
		}
		return cmp.Or(f.check(flags), f.column.apply(j, flags, f.names(flags)...))
	}, "{result}", "edited")
	flags := c.Flags()
	flags.StringVar(&f.get, "get", "", "print the first value of parameter `NAME`, or an empty line")
	flags.BoolVar(&f.keys, "keys", false, "print the name of each parameter, one a line")
	flags.BoolVar(&f.pairs, "pairs", false, "print each parameter, one a line")
	flags.StringSliceVar(&f.without, "without", nil, "drop the parameters with these `NAMES`: a,b,utm_*")
	flags.StringSliceVar(&f.only, "only", nil, "drop all but those with these `NAMES`")
	flags.StringVar(&f.replacement, "replace-values", "", "make all values `X`")
	flags.StringArrayVar(&f.set, "set", nil, "set a parameter: `NAME=X`")
	flags.StringArrayVar(&f.add, "add", nil, "add a parameter at the end: `NAME=X`")
	flags.BoolVar(&f.sort, "sort", false, "sort by name; parameters with the same name keep their order")
	flags.BoolVar(&f.decoded, "decoded", false, "print names and values decoded")
	flags.BoolVar(&f.form, "form", false, "read \"+\" as a space, as forms write one")
	flags.BoolVar(&f.semi, "semicolon", false, "take \";\" for a separator, too")
	f.column.addAll(c, j, std, "keys", "pairs")
	return c
}

// edits are the flags that edit, in the order in which they act.
const edits = "without only replace-values set add sort"

// check rejects flags that cannot be used together, and a command without a job.
func (f *queryFlags) check(flags *pflag.FlagSet) error {
	asked := false
	for name := range strings.FieldsSeq("get keys pairs " + edits) {
		asked = asked || flags.Changed(name)
	}
	if !asked {
		return errors.New("give --get, --keys, --pairs, --without, --only, --replace-values, --set, --add or --sort")
	}
	for name := range strings.FieldsSeq(edits) {
		if err := exclusive(flags, "get keys pairs "+name, "without only", "decoded pairs", "decoded "+name); err != nil {
			return err
		}
	}
	for _, pair := range slices.Concat(f.set, f.add) {
		if !strings.Contains(pair, "=") {
			return fmt.Errorf("--set and --add take NAME=VALUE, not %q", pair)
		}
	}
	return exclusive(flags, "append keys", "append pairs")
}

// names returns those of the results, if they are for the records that they come from.
func (f *queryFlags) names(flags *pflag.FlagSet) []string {
	switch {
	case f.keys || f.pairs:
		return nil
	case !flags.Changed("get"):
		return []string{"edited"}
	case f.column.adds:
		return []string{"value"}
	}
	return nil
}

// flags returns how queries are read.
func (f *queryFlags) flags() (read query.Flags) {
	if f.form {
		read |= query.Form
	}
	if f.semi {
		read |= query.Semicolon
	}
	return read
}

// reader returns a Printer of parameters. Parts of a query that are empty are not printed.
func (f *queryFlags) reader(flags *pflag.FlagSet, delim byte) record.Printer {
	read, get, decoded := f.flags(), flags.Changed("get"), f.decoded
	name, keys := f.get, f.keys
	appendPart := func(dst, part []byte) []byte {
		if !decoded {
			return append(append(dst, part...), delim)
		}
		dst, _ = render.AppendDecoded(dst, part, read) // valid lines have no bad triplet
		return append(dst, delim)
	}
	return func(dst, src []byte, ref scanner.Ref, _ *column.Cell) ([]byte, diag.Flaw) {
		q := ref.Query().Of(src)
		if get {
			value, _ := query.Get(q, name, read)
			return appendPart(dst, value), diag.Flaw{}
		}
		for at, p := range query.All(q, read) {
			end := at + len(p.Name)
			if p.HasValue {
				end += 1 + len(p.Value)
			}
			switch {
			case at == end:
			case keys:
				dst = appendPart(dst, p.Name)
			default:
				dst = appendPart(dst, q[at:end])
			}
		}
		return dst, diag.Flaw{}
	}
}

// An edit appends a query to dst, edited.
type edit = func(dst, q []byte) []byte

// edits returns what the flags ask for.
func (f *queryFlags) edits(flags *pflag.FlagSet) (all []edit) {
	read := f.flags()
	if flags.Changed("without") {
		m := query.NewMatcher(0, f.without...)
		all = append(all, func(dst, q []byte) []byte { return query.AppendWithout(dst, q, m, read) })
	}
	if flags.Changed("only") {
		m := query.NewMatcher(0, f.only...)
		all = append(all, func(dst, q []byte) []byte { return query.AppendOnly(dst, q, m, read) })
	}
	if flags.Changed("replace-values") {
		m, value := query.NewMatcher(0, "*"), f.replacement
		all = append(all, func(dst, q []byte) []byte { return query.AppendReplaced(dst, q, m, value, read) })
	}
	for _, pair := range f.set {
		name, value, _ := strings.Cut(pair, "=")
		all = append(all, func(dst, q []byte) []byte { return query.AppendSet(dst, q, name, value, read) })
	}
	for _, pair := range f.add {
		name, value, _ := strings.Cut(pair, "=")
		all = append(all, func(dst, q []byte) []byte { return query.AppendAdded(dst, q, name, value) })
	}
	if f.sort {
		all = append(all, func(dst, q []byte) []byte {
			if query.MoreThan(q, maxSorted, read) {
				return append(dst, q...)
			}
			return query.AppendSorted(dst, q, read)
		})
	}
	return all
}

// maxSorted is how many parameters --sort sorts: millions of them would take hundreds of megabytes.
const maxSorted = 131_072

// editor returns a Printer of references with an edited query. It borrows two buffers for each
// line, because lines may be done concurrently.
func editor(all []edit, delim byte) record.Printer {
	buffers := sync.Pool{New: func() any { return new([2][]byte) }}
	return func(dst, src []byte, ref scanner.Ref, c *column.Cell) ([]byte, diag.Flaw) {
		if !isReference(c) {
			return append(append(dst, src...), delim), diag.Flaw{}
		}
		before, text, ref, _ := record.ToNormalize(src, ref, c, 0)
		b := buffers.Get().(*[2][]byte)
		defer buffers.Put(b)
		q := ref.Query().Of(text)
		for i, edit := range all {
			b[i%2] = edit(b[i%2][:0], q)
			q = b[i%2]
		}
		start := len(dst)
		out, _, err := query.AppendURL(dst, text, ref, q)
		if err != nil {
			return dst, diag.FlawOfError(err)
		}
		return append(slices.Delete(out, start, start+before), delim), diag.Flaw{}
	}
}
