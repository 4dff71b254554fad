package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

const extractLong = `extract prints the URIs inside texts, logs, source code, HTML pages and archives
of these, one a line, in the order and the spelling of the text. Every line it
prints is a URI of RFC 3986.
Without FILE or for "-" it reads standard input; folders are searched with all
that is below them, in lexical order. gzip, zstd and bzip2 data is decompressed.

A URI begins with a scheme not preceded by a letter, digit, "+", "-" or "."; the
letter of an escape such as \n does not count. By default it needs "//" and
something behind it that is not punctuation alone, or one of these schemes and
what they look like: %s.
--any-scheme takes every scheme with something behind it, so "note:this", too.

It ends where no valid URI goes on that begins like this, and before
- a ")" without its "(" in the URI;
- the quote "'", the "," or the ";" that also stands directly before the URI;
- a "," or ";" that the scheme and "://" of another URI follow;
- &lt; &gt; &quot; &apos; &nbsp; and the numbers of these.
Then, from its end, . , ; : ! ? ' and an open bracket are no part of it, nor is
an HTML entity, nor a "*", "_" or "~" that also stands directly before it.
Other brackets and quotes are no characters of URIs and end them anyway.
` + pagesHelp + `
--with-position prints FILE:LINE:BYTE: before each URI, the place of its first
byte: LINE and BYTE count from 1, standard input is "-".

Files with a NUL in their first 8 KiB are binary and skipped, with a note if they
were named or with --verbose; --binary searches them. Standard input is always
searched. Symbolic links in folders are not followed, and what is neither file
nor folder is not opened there: a note under --verbose. A URI longer than
--max-line is left out, with a diagnostic FILE:LINE:BYTE: too-long.

No URI makes extract end with 1: neither a bad one nor that there is none.`

const extractExample = `  uriscan extract README.md docs                          # files and folders
  uriscan extract --with-position src | grep -F http://   # where to change them
  uriscan extract --base http://www.example.com/a/ pages  # all links of pages
  journalctl | uriscan extract | sort | uniq -c | sort -rn  # the most frequent`

// extractFlags are the flags of extract.
type extractFlags struct {
	job                     // how the work is done; it has no lines
	anyScheme, withPosition bool
	binary, verbose         bool
	output                  string
	pageFlags
}

func newExtract(std streams) *cobra.Command {
	x := &extractFlags{job: job{maxLine: defaultMaxLine}}
	c := &cobra.Command{
		Use:     "extract [flags] [FILE...]",
		Short:   "Print the URIs inside texts, logs and folders",
		Long:    fmt.Sprintf(extractLong, opaqueNames()),
		Example: extractExample,
		RunE: func(c *cobra.Command, files []string) error {
			if err := x.preparePages(c.Flags()); err != nil {
				return err
			}
			return x.extract(c.Context(), std, files)
		},
	}
	flags := c.Flags()
	flags.SortFlags = false
	flags.BoolVar(&x.anyScheme, "any-scheme", false, "take every scheme, also without \"//\"")
	flags.BoolVar(&x.withPosition, "with-position", false, "print FILE:LINE:BYTE: before each URI")
	x.addPageFlags(flags)
	flags.BoolVar(&x.binary, "binary", false, "search binary files, too")
	flags.StringVarP(&x.output, "output", "o", "", "write to `FILE` instead of standard output")
	flags.Var((*lineSize)(&x.maxLine), "max-line",
		"longer URIs are left out: too-long. Bytes, or a number with K, M, G")
	x.addPipelineFlags(flags)
	flags.BoolVar(&x.verbose, "verbose", false, "print a note for each file that is skipped")
	flags.BoolVar(&x.quiet, "quiet", false, "print no diagnostics and no notes")
	return c
}

// opaqueNames lists the schemes known without "//" for the help.
func opaqueNames() string {
	var b strings.Builder
	for i, o := range opaques {
		switch i {
		case 0:
		case 11:
			b.WriteString(",\n")
		case len(opaques) - 1:
			b.WriteString(" and ")
		default:
			b.WriteString(", ")
		}
		b.WriteString(o.scheme)
	}
	return b.String()
}
