package main

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/extract"
	"github.com/uriscan/uriscan/cmd/internal/pipeline"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/resolve"
)

const extractLong = `extract prints the URIs inside texts, logs, source code, HTML pages and archives
of these, one a line, in the order and the spelling of the text. Every line it
prints is a URI of RFC 3986. Without FILE or for "-" it reads standard input;
folders are searched with all that is below them, in lexical order. gzip, zstd
and bzip2 data is decompressed.

A URI begins with a scheme not preceded by a letter, digit, "+", "-" or "."; the
letter of an escape such as \n does not count. So git+https://a/ is one URI, and
+http://a/ none, not even in a diff: there sed 's/^[-+]/ /' helps. By default it
needs "//" and something behind it that is not punctuation alone, or one of
these schemes and what they look like: acct, cid, data, did, doi, geo, magnet,
mailto, mid, news, sip, sips, sms, stun, stuns, tag, tel, turn, turns, urn and
xmpp. --any-scheme takes every scheme with something behind it, so "note:this",
too. The prefix of <URL:http://a/> is no part.

It ends where no valid URI goes on that begins like this, and before

- a ")" without its "(" in the URI;
- the quote "'", the "," or the ";" that also stands directly before the URI;
- a "," or ";" that the scheme and "://" of another URI follow; the next one has
  before it what the first one of such a list has;
- a variable: $NAME in capitals, $1, $(...) and ${...}, behind the host all
  $name. What has one in its host is no URI;
- &lt; &gt; &quot; &apos; &nbsp; and the numbers of these.

Then, from its end, . , ; : ! ? ' and an open bracket are no part of it, nor is
an HTML entity, nor a "*", "_" or "~" that also stands directly before it, nor a
"*/" before a blank or the end of the line. Other brackets and quotes are no
characters of URIs and end them anyway.

A backslash ends it, too, unless an escape of what URIs consist of begins there:
\/ and \u0026 and so on, as JSON and scripts have them, with up to 7 backslashes
where they were escaped again, and \_ \- \& \% \# \? \= \: of Markdown, TeX,
manual pages, shells and properties of Java. URIs are printed without escapes. A
regular expression such as /http:\/\/a\.b/ is no URI.
` + pagesHelp + `
--with-position prints FILE:LINE:BYTE: before each URI, the place of its first
byte: LINE and BYTE count from 1, standard input is "-".

--format prints a line of your own for each URI, as parse does: {scheme},
{host|-} and the other fields of "uriscan parse --help", and {uri} {file} {line}
{byte}.

--join reads <...> without the blanks and line breaks inside, as Appendix C asks
for, if that makes a URI with its scheme in one piece, in at most 8 KiB. A
hyphen at the end of a line stays: nobody can tell whether it is a part.

In folders these are skipped, with a note under --verbose; what is named is not:

- files and folders whose names begin with "."; --hidden searches them;
- what .ignore, .gitignore and .git/info/exclude say, there and in the folders
  above, in this order, the nearest first, the last two only in a repository.
  What they take back with "!" is searched though hidden. --no-ignore reads
  none;
- bzip2 data, which takes long, unless --compressed is all; how many were
  skipped is told at the end. With --compressed none gzip and zstd data is
  skipped, too;
- the file that the output goes to.

Files with a NUL in their first 8 KiB are binary and skipped, with a note if
they were named or with --verbose; --binary searches them. Standard input is
always searched. Symbolic links in folders are not followed, and what is neither
file nor folder is not opened there: a note under --verbose. A URI longer than
--max-line is left out, with a diagnostic FILE:LINE:BYTE: too-long; a tag that
is 64 KiB longer has one, too, and is a text.

No URI makes extract end with 1: neither a bad one nor that there is none.`

const extractExample = `  uriscan extract README.md docs                          # files and folders
  uriscan extract --with-position src | grep -F http://   # where to change them
  uriscan extract --base http://www.example.com/a/ pages  # all links of pages
  uriscan extract --format '{host}' . | sort | uniq -c | sort -rn  # the hosts
  journalctl | uriscan extract | sort | uniq -c | sort -rn  # the most frequent`

// pagesHelp is the part of extract's help on pages.
const pagesHelp = `
HTML pages are files that begin as such, or are named .html, .htm, .shtml,
.xhtml or .xht; standard input, and a file whose name has no extension or .txt,
also if they begin with any element. In a page the attributes that HTML says
hold references are read as it says: href, src, action, cite, srcset, ping and
so on, <base href> and <meta http-equiv=refresh>, their character references
decoded. Every URI in them counts, of whatever scheme; a value that is no
reference is left out. In all else, text, comments, scripts, styles and other
attributes, the rules above find URIs; the character references of these are
decoded, too, but for comments, scripts and styles, where HTML has none. XML
begins with "<?xml", or is named .xml: it is a text with character references,
as sitemaps have them and feeds.

--resolve prints what these attributes refer to, relative references, too, as
the command resolve does. The base is that of section 5.1 of RFC 3986: the first
<base href> of the page, which counts for what stands before it, too, unless
that is over 1 MiB; around it the WARC-Target-URI of the record; then --base.
Without any, relative references are left out, with a note. The header
Content-Location is no base. URIs in texts stay as they are.

WARC files (1.0, 1.1; also WET) begin with "WARC/". The body of a record is read
as a page if its media type is that of HTML, or if it has none and begins like a
page; else as a text, as are the headers. Chunked, gzip and deflate bodies of
HTTP messages are decoded, and the place of all in them is that of the body. A
body with a NUL in its first 8 KiB is binary. What is wrong has a diagnostic
FILE:LINE:BYTE: kind; what is no record is a text.

    bad-warc-header   the record has no version or no good Content-Length
    bad-warc-length   here is no record, though the one before says it ends
                      here
    truncated-record  the file ends in this record
    unknown-coding    the body has another Content-Encoding
    bad-coding        the body cannot be decoded to its end

--as says how to read what does not tell.
`

func newExtract(std stream.Std) *cobra.Command {
	var base string
	x := &extract.Options{Job: record.Job{Reading: pipeline.Reading{MaxLine: defaultMaxLine}}}
	c := &cobra.Command{
		Use:     "extract [flags] [FILE...]",
		Short:   "Print the URLs inside texts, logs, pages and folders",
		Long:    extractLong,
		Example: extractExample,
		RunE: func(c *cobra.Command, files []string) error {
			if c.Flags().Changed("base") {
				if err := setBase(x, base); err != nil {
					return err
				}
			}
			return x.Run(c.Context(), std, files)
		},
	}
	flags := c.Flags()
	flags.BoolVar(&x.Find.Page.Text.AnyScheme, "any-scheme", false, "take every scheme, also without \"//\"")
	flags.BoolVar(&x.WithPosition, "with-position", false, "print FILE:LINE:BYTE: before each URI")
	flags.Var(&textFlag[extract.Template]{&x.Format, "TEMPLATE", extract.ParseTemplate}, "format", "print what the template says, such as '{scheme} {host|-}'")
	flags.BoolVar(&x.Join, "join", false, "read <...> without the blanks and line breaks inside")
	flags.Var(formFlag(&x.As), "as", "read files as text, html, xml or warc; auto is what they look like")
	flags.BoolVar(&x.Find.Page.Resolve, "resolve", false, "print what the attributes of pages refer to, relative references, too")
	flags.StringVar(&base, "base", "", "resolve against `URI`, from which the pages came; implies --resolve")
	flags.BoolVar(&x.Find.Binary, "binary", false, "search binary files, too")
	flags.BoolVar(&x.Hidden, "hidden", false, "search hidden files and folders, too")
	flags.BoolVar(&x.NoIgnore, "no-ignore", false, "search what .gitignore and .ignore leave out, too")
	flags.Var(compressedFlag(&x.Compressed), "compressed", "search compressed files in folders: fast (gzip and zstd), all (bzip2, too) or none")
	flags.StringVarP(&x.Output, "output", "o", "", "write to `FILE` instead of standard output")
	flags.Var((*lineSize)(&x.MaxLine), "max-line",
		"longer URIs are left out: too-long. Bytes, or a number with K, M, G")
	addPipelineFlags(&x.Job, flags)
	flags.BoolVar(&x.Verbose, "verbose", false, "print a note for each file that is skipped")
	flags.BoolVar(&x.Quiet, "quiet", false, "print no diagnostics and no notes")
	return c
}

// setBase makes base, the value of --base, the base of x. The error does not quote it: it
// may hold a password.
func setBase(x *extract.Options, base string) error {
	b, err := resolve.NewBase(base, 0)
	if err != nil {
		flaw := diag.FlawOfError(err)
		return fmt.Errorf("bad --base: %s at byte %d", flaw.Kind, flaw.Offset+1)
	}
	x.Find.Page.Resolve, x.Find.Page.Base = true, b
	return nil
}
