package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/scanner"
)

const dedupeLong = `dedupe prints the first line of each class of equivalent lines, in the order and
the spelling of the input. What is equivalent --level says:

    identical  the same bytes, but for LF or CR LF at the end; nothing is
               parsed, and only a line over --max-line is bad
    syntax     the same by the syntax of references (6.2.2): case, escapes,
               dot segments
    scheme     that, and what is known of schemes (6.2.3): default ports,
               empty paths

--key takes a part for the whole, as that level normalizes it: scheme,
authority, userinfo, host, port, path, query, fragment, or origin, which is
scheme, host and port; several are joined by ",". Undefined is not empty. At
identical, --key takes the bytes of the part.

--count, --repeated and --unique are those of uniq, for lines anywhere: they
come after all input, in the order in which the classes came first.

--memory is what the table of classes takes at most, of which each one needs 20
to 40 bytes, and with --count, --repeated or --unique twice as much. Until it is
full, a line comes out as soon as it is read. From then on lines that are not
known wait in a temporary file in $TMPDIR or /tmp, which has no name and
vanishes with the process; they come after all input, and in order. All else
takes up to 64M, whatever -j is, with lines of up to 16M; zstd windows are
refused if they take more than 8M and an eighth of --memory. Memory and -j
change nothing else.

The table has keys of 128 bits made with SipHash-2-4 from a secret of the run:
of n lines, some two that differ have the same key with a probability of
n*n/2^129, which is 1.5e-21 for a thousand million, and no choice of lines makes
it more.

--seen FILE leaves out what earlier runs with FILE printed, too, and keeps the
set in it: a frontier of which only what is new comes out. It is replaced as a
whole, when all lines in it are written: at the start if there is an OUT, at
checkpoints now and then, and at the end. To a pipe nothing is lost, and lines
since the last checkpoint come again if a run is killed.

With -o OUT every line comes exactly once. FILE knows OUT by its length and
CRC-32C, for which each run reads it once, and adds to it. If the last run did
not end, what it wrote after the last checkpoint is cut off first. An OUT that
is empty or not there is begun; any other one, such as one that was sorted or
edited, is refused with status 3, and not touched.

FILE.lock is locked while a run uses FILE; a second run ends with 3. It stays,
and is empty. Solaris and AIX, and some network file systems, have no
such locks: there nothing keeps two runs apart. A FILE that is damaged, or of
another --level or --key, is refused before anything is read. It has the secret,
and only its owner may read it. FILE.tmp is the next FILE.

A bad line is left out, with a diagnostic FILE:LINE:BYTE: kind on standard error
as from check; --on-error says otherwise. Those that are kept are equivalent if
their bytes are the same; those over --max-line come each time.` + columnHelp + `
The line of --header passes, once if it is the same in all files, and not into
an OUT that has lines already.

The column is what is compared, and the line of the first comes out byte for
byte, with its end; only a last line without an end gets one. With --normalized
the normal form stands in the place of the value.`

const dedupeExample = `  uriscan dedupe links.txt                    # each link once
  uriscan dedupe --count links.txt            # and how often it was there
  uriscan dedupe --key host links.txt         # a line of each host
  uriscan dedupe --seen frontier links.txt    # what is new since the last time
  uriscan dedupe --log --unique access.log    # requests that came only once
  uriscan dedupe --memory 4G links.zst        # hundreds of millions, in memory`

// dedupeFlags are the flags of dedupe.
type dedupeFlags struct {
	keyer
	memory                  memorySize
	count, repeated, unique bool
	seen                    string
	checkpoint              count
	column                  columnFlags
	output                  string
}

func newDedupe(std stream.Std) *cobra.Command {
	j := &record.Job{}
	f := &dedupeFlags{memory: defaultMemory, keyer: keyer{level: classLevel(normalize.SchemeBased)}}
	c := &cobra.Command{
		Use:     "dedupe [flags] [FILE...]",
		Short:   "Remove duplicates: URLs that are equivalent count once",
		Long:    dedupeLong,
		Example: dedupeExample,
		RunE: func(c *cobra.Command, files []string) error {
			if err := f.check(c); err != nil {
				return err
			}
			var names []string
			if f.normalized {
				names = []string{"normalized"}
			}
			if err := f.column.apply(j, c.Flags(), names...); err != nil {
				return err
			}
			return f.dedupe(c.Context(), j, std, files)
		},
	}
	flags := c.Flags()
	flags.Var(f.level.flag(), "level", "lines are equivalent at this level: identical, syntax or scheme")
	flags.Var(&f.parts, "key", "lines are equivalent if these `PARTS` are, such as host or origin")
	flags.BoolVar(&f.normalized, "normalized", false, "print the normal form instead of the first spelling")
	flags.BoolVarP(&f.count, "count", "c", false, "print how many lines each class has before its first")
	flags.BoolVarP(&f.repeated, "repeated", "d", false, "print only lines of classes with several lines")
	flags.BoolVarP(&f.unique, "unique", "u", false, "print only lines of classes with no other line")
	flags.Var(&f.memory, "memory", "take at most this for the table. Bytes, or a number with K, M, G")
	flags.StringVar(&f.seen, "seen", "", "leave out what earlier runs with this `FILE` printed, and keep the set in it")
	flags.Var(&f.checkpoint, "checkpoint", "save the set after so many new lines")
	flags.Lookup("checkpoint").Hidden = true
	f.column.add(flags)
	addInputFlags(j, flags)
	flags.StringVarP(&f.output, "output", "o", "", "write to `FILE` instead of standard output")
	flags.Var(policyFlag(&j.OnError), "on-error", "bad lines: skip, keep (pass on unchanged) or fail (stop)")
	flags.BoolVar(&j.Quiet, "quiet", false, "print no diagnostics; the exit status tells")
	return c
}

// check rejects flags that make no sense together.
func (f *dedupeFlags) check(c *cobra.Command) error {
	for _, names := range [][]string{
		{"repeated", "unique"},
		{"seen", "count"}, {"seen", "repeated"}, {"seen", "unique"},
	} {
		if err := exclusive(c.Flags(), names...); err != nil {
			return err
		}
	}
	if c.Flags().Changed("seen") && (f.seen == "" || f.seen == "-") {
		return errors.New("--seen needs the name of a file")
	}
	if out := filepath.Clean(f.output); f.seen != "" && (out == filepath.Clean(f.seen) || out == filepath.Clean(f.seen+".tmp") || out == filepath.Clean(f.seen+".lock")) {
		return errors.New("--output cannot be FILE, FILE.tmp or FILE.lock of --seen FILE")
	}
	if f.normalized && f.level == identical {
		return errors.New("--normalized needs --level syntax or scheme")
	}
	return nil
}

// note describes what the set of --seen holds.
func (f *dedupeFlags) note() string {
	note := "--level " + f.level.flag().String()
	if len(f.parts) > 0 {
		note += " --key " + f.parts.String()
	}
	return note
}

// counts reports whether it matters how many lines a class has.
func (f *dedupeFlags) counts() bool { return f.count || f.repeated || f.unique }

// A classLevel is the rungs of a level that lines are compared at, or identical.
type classLevel normalize.Flags

const identical classLevel = 0

func (l *classLevel) flag() *choice[classLevel] {
	return &choice[classLevel]{
		l, "LEVEL", []string{"identical", "syntax", "scheme"},
		[]classLevel{identical, classLevel(normalize.Syntax), classLevel(normalize.SchemeBased)},
	}
}

// keyParts are the parts of a reference that are compared; if there are no parts, all
// of it is compared.
type keyParts []scanner.Component

// partNames are the names of the parts, in the order of the help.
var partNames = []string{"scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment", "origin"}

// partsNamed returns the parts of that name, nil if there is no such name.
func partsNamed(name string) []scanner.Component {
	if name == "origin" {
		return []scanner.Component{scanner.Scheme, scanner.Host, scanner.Port}
	}
	for c := scanner.Scheme; c != 0; c <<= 1 {
		if c.String() == name {
			return []scanner.Component{c}
		}
	}
	return nil
}

// Set adds the parts of a list of names: a flag given twice names them all. Each
// is there once, in the order of a reference, and no one is part of another.
func (k *keyParts) Set(list string) error {
	for name := range strings.SplitSeq(list, ",") {
		parts := partsNamed(name)
		if parts == nil {
			return fmt.Errorf("no part %q; they are %s", name, strings.Join(partNames, ", "))
		}
		*k = append(*k, parts...)
	}
	slices.Sort(*k)
	*k = slices.Compact(*k)
	if slices.Contains(*k, scanner.Authority) { // which says what its parts are
		*k = slices.DeleteFunc(*k, func(c scanner.Component) bool {
			return c == scanner.Userinfo || c == scanner.Host || c == scanner.Port
		})
	}
	return nil
}

func (k *keyParts) String() string {
	var names []string
	for _, c := range *k {
		names = append(names, c.String())
	}
	return strings.Join(names, ",")
}

func (*keyParts) Type() string { return "PARTS" }

func (*keyParts) listed() []string { return partNames }

// A memorySize is how much memory a table may take.
type memorySize int64

// leastTable is the least memory with which a table is of any use.
const (
	leastTable    = 64 << 10
	defaultMemory = 1 << 30
)

func (m *memorySize) Set(s string) error {
	n, err := parseSize(s)
	if err == nil && n < leastTable {
		err = errors.New("it is at least 64K")
	}
	*m = memorySize(n)
	return err
}

func (m *memorySize) String() string { return size(*m).String() }

func (*memorySize) Type() string { return "SIZE" }
