package main

import (
	"errors"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/uriscan/uriscan/cmd/internal/dedupe"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/stream"
)

const dedupeLong = `dedupe removes duplicates: it prints the first line of each class of equivalent
lines, in the order and the spelling of the input. --level decides which lines
are equivalent:

    identical  those with the same bytes, except for LF or CR LF at the
               end; nothing is parsed, and only a line over --max-line is
               bad
    syntax     those with the same syntax-based normal form (6.2.2): case,
               percent-encoding, dot segments
    scheme     also those with the same scheme-based normal form (6.2.3):
               default ports, empty paths

--key compares only these parts, normalized at that level: scheme, authority,
userinfo, host, port, path, query, fragment, or origin, which is scheme, host
and port. Several are joined by ",". Undefined is not empty. At identical, --key
compares the bytes of the part.

--count, --repeated and --unique are those of uniq, for lines anywhere. They
print after all input, in the order of the first lines.

--memory limits the table of classes. Each class needs 20 to 40 bytes, and with
--count, --repeated or --unique twice as much. Until the table is full, a line
is printed as soon as it is read. From then on, lines that are not known wait in
a temporary file in $TMPDIR or /tmp, which has no name and vanishes with the
process. They are printed after all input, in order. Everything else takes up to
64M, whatever -j is, with lines of up to 16M; a zstd window over 8M that is also
over an eighth of --memory is refused. Memory and -j change nothing else.

The table has keys of 128 bits made with SipHash-2-4 and a secret of the run.
Among n lines, two different ones have the same key with a probability of
n*n/2^129, which is 1.5e-21 for 10^9 lines. No choice of lines makes it more.

--seen FILE also leaves out what earlier runs with FILE have printed, and adds
to FILE what is new. A new FILE replaces the old one as a whole, after all lines
in it were written: at the start if there is an OUT, at checkpoints, and at the
end. With output to a pipe no line is lost, and a killed run repeats the lines
since its last checkpoint.

With -o OUT, too, every line is printed exactly once. FILE records the length
and CRC-32C of OUT. Each run reads OUT once to check them, and then appends. If
the last run was killed, what it wrote after the last checkpoint is cut off
first. An OUT that is empty or does not exist is begun. Any other OUT, such as a
sorted or edited one, is refused with status 3, and not touched.

FILE.lock is locked while a run uses FILE; a second run ends with status 3. It
is empty and is not removed. Solaris and AIX, and some network file systems,
have no such locks: nothing separates two runs there. A FILE that is damaged, or
has another --level or --key, is refused before anything is read. FILE holds the
secret, and only its owner may read it. A new FILE is written as FILE.tmp.

A bad line is left out, with a diagnostic FILE:LINE:BYTE: kind on standard error
as from check; --on-error says otherwise. Bad lines that are kept are equivalent
if their bytes are the same; those over --max-line are all printed.` + columnHelp + `
The line of --header is printed once if it is the same in all files, and not
into an OUT that has lines already.

The values of the column are compared, and the first line of a class is printed
byte for byte, with its end; only a last line without an end gets one. With
--normalized the normal form replaces the value.`

const dedupeExample = `  uriscan dedupe links.txt                    # each link once
  uriscan dedupe --count links.txt            # and how often it occurs
  uriscan dedupe --key host links.txt         # a line of each host
  uriscan dedupe --seen seen.set links.txt    # what is new since the last time
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
			if column.json.HasMany() {
				return errors.New("--json-field with * has several values: dedupe compares one")
			}
			if o.Table != nil && keepsBad(c.Flags()) {
				o.OnError = record.Keep
			}
			return o.Run(c.Context(), std, files)
		},
	}
	flags := c.Flags()
	flags.Var(oneOf(&o.Level, "LEVEL", dedupe.Identical.String(), dedupe.Syntax.String(), dedupe.Scheme.String()),
		"level", "compare lines by level: identical, syntax or scheme")
	flags.Var(&listFlag[uint16]{&o.Key, "PARTS", "part", dedupe.PartNames}, "key", "lines are equivalent if these `PARTS` are, such as host or origin")
	flags.BoolVar(&o.Normalized, "normalized", false, "print the normal form instead of the first spelling")
	flags.BoolVarP(&o.Count, "count", "c", false, "print before each line how many its class has")
	flags.BoolVarP(&o.Repeated, "repeated", "d", false, "print only lines of classes with several lines")
	flags.BoolVarP(&o.Unique, "unique", "u", false, "print only lines of classes with no other line")
	flags.VarPF(&textFlag[int64]{&o.Memory, "SIZE", parseTableSize}, "memory", "",
		"limit of the table of classes: bytes, or a number with K, M or G").DefValue = "1GiB"
	flags.StringVar(&o.Seen, "seen", "", "leave out what earlier runs with this `FILE` printed, and keep the set in it")
	column.add(flags)
	addInputFlags(&o.Job, flags)
	addResultFlags(&o.Job, flags, onErrorUsage)
	return c
}

// checkDedupe rejects flags that make no sense together.
func checkDedupe(o *dedupe.Options, flags *pflag.FlagSet) error {
	if err := exclusive(flags, "repeated unique", "seen count", "seen repeated", "seen unique"); err != nil {
		return err
	}
	if flags.Changed("seen") && (o.Seen == "" || o.Seen == "-") {
		return errors.New("--seen needs the name of a file")
	}
	own := []string{filepath.Clean(o.Seen), filepath.Clean(o.Seen + ".tmp"), filepath.Clean(o.Seen + ".lock")}
	if o.Seen != "" && (slices.Contains(own, filepath.Clean(o.Output)) || slices.Contains(own, filepath.Clean(o.Rejects))) {
		return errors.New("--output and --rejects cannot be FILE, FILE.tmp or FILE.lock of --seen FILE")
	}
	if o.Normalized && o.Level == dedupe.Identical {
		return errors.New("--normalized needs --level syntax or scheme")
	}
	return nil
}

// parseTableSize parses how many bytes the table may take.
func parseTableSize(s string) (int64, error) {
	n, err := parseSize(s)
	if err == nil && n < dedupe.LeastMemory {
		err = errors.New("it must be at least 64K")
	}
	return n, err
}
