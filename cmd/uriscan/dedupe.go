package main

import (
	"errors"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/uriscan/uriscan/cmd/internal/dedupe"
	"github.com/uriscan/uriscan/cmd/internal/stream"
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

func newDedupe(std stream.Std) *cobra.Command {
	o := &dedupe.Options{Level: dedupe.Scheme, Memory: 1 << 30}
	var column columnFlags
	c := &cobra.Command{
		Use:     "dedupe [flags] [FILE...]",
		Short:   "Remove duplicates: URLs that are equivalent count once",
		Long:    dedupeLong,
		Example: dedupeExample,
		RunE: func(c *cobra.Command, files []string) error {
			if err := checkDedupe(o, c.Flags()); err != nil {
				return err
			}
			var names []string
			if o.Normalized {
				names = []string{"normalized"}
			}
			if err := column.apply(&o.Job, c.Flags(), names...); err != nil {
				return err
			}
			return o.Run(c.Context(), std, files)
		},
	}
	flags := c.Flags()
	flags.Var(oneOf(&o.Level, "LEVEL", dedupe.Identical.String(), dedupe.Syntax.String(), dedupe.Scheme.String()),
		"level", "lines are equivalent at this level: identical, syntax or scheme")
	flags.Var(partsFlag{&o.Key}, "key", "lines are equivalent if these `PARTS` are, such as host or origin")
	flags.BoolVar(&o.Normalized, "normalized", false, "print the normal form instead of the first spelling")
	flags.BoolVarP(&o.Count, "count", "c", false, "print how many lines each class has before its first")
	flags.BoolVarP(&o.Repeated, "repeated", "d", false, "print only lines of classes with several lines")
	flags.BoolVarP(&o.Unique, "unique", "u", false, "print only lines of classes with no other line")
	flags.Var((*tableSize)(&o.Memory), "memory", "take at most this for the table. Bytes, or a number with K, M, G")
	flags.StringVar(&o.Seen, "seen", "", "leave out what earlier runs with this `FILE` printed, and keep the set in it")
	flags.Var((*count)(&o.Checkpoint), "checkpoint", "save the set after so many new lines")
	flags.Lookup("checkpoint").Hidden = true
	column.add(flags)
	addInputFlags(&o.Job, flags)
	flags.StringVarP(&o.Output, "output", "o", "", "write to `FILE` instead of standard output")
	flags.Var(policyFlag(&o.OnError), "on-error", "bad lines: skip, keep (pass on unchanged) or fail (stop)")
	flags.BoolVar(&o.Quiet, "quiet", false, "print no diagnostics; the exit status tells")
	return c
}

// checkDedupe rejects flags that make no sense together.
func checkDedupe(o *dedupe.Options, flags *pflag.FlagSet) error {
	for _, names := range [][]string{
		{"repeated", "unique"},
		{"seen", "count"}, {"seen", "repeated"}, {"seen", "unique"},
	} {
		if err := exclusive(flags, names...); err != nil {
			return err
		}
	}
	if flags.Changed("seen") && (o.Seen == "" || o.Seen == "-") {
		return errors.New("--seen needs the name of a file")
	}
	own := []string{filepath.Clean(o.Seen), filepath.Clean(o.Seen + ".tmp"), filepath.Clean(o.Seen + ".lock")}
	if o.Seen != "" && slices.Contains(own, filepath.Clean(o.Output)) {
		return errors.New("--output cannot be FILE, FILE.tmp or FILE.lock of --seen FILE")
	}
	if o.Normalized && o.Level == dedupe.Identical {
		return errors.New("--normalized needs --level syntax or scheme")
	}
	return nil
}

// A partsFlag is the flag for parts of a reference; given twice it names them all.
type partsFlag struct{ *dedupe.Parts }

func (partsFlag) Type() string { return "PARTS" }

func (partsFlag) listed() []string { return dedupe.PartNames }

// A tableSize is how many bytes the table may take.
type tableSize int64

func (t *tableSize) Set(s string) error {
	n, err := parseSize(s)
	if err == nil && n < dedupe.LeastMemory {
		err = errors.New("it is at least 64K")
	}
	*t = tableSize(n)
	return err
}

func (t *tableSize) String() string { return size(*t).String() }

func (*tableSize) Type() string { return "SIZE" }
