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
of them, one per line, in the order and the spelling of the text. Every line it
prints is a URI of RFC 3986. Without FILE or for "-" it reads standard input;
folders are searched with everything below them, in lexical order. gzip, zstd
and bzip2 data is decompressed.

A URI begins with a scheme that no letter, digit, "+", "-" or "." precedes; the
letter of an escape such as \n does not count. So git+https://a/ is one URI, and
+http://a/ is not, not even in a diff: sed 's/^[-+]/ /' helps there. By default
a scheme needs "//" and something after it other than punctuation, unless it is
one of these with what their URIs look like: acct, cid, data, did, doi, geo,
magnet, mailto, mid, news, sip, sips, sms, stun, stuns, tag, tel, turn, turns,
urn and xmpp. --any-scheme takes every scheme that something follows, so also
"note:this". The prefix of <URL:http://a/> is not part of the URI.

A URI ends where no valid URI can continue, and before

- a ")" without its "(" in the URI;
- the quote "'", the "," or the ";" that also directly precedes the URI;
- a "," or ";" followed by the scheme and "://" of another URI; the next URI of
  such a list has the same byte before it as the first one;
- a variable: $NAME in capitals, $1, $(...) and ${...}, and after the host any
  $name. A URI with a variable in its host is not printed;
- &lt; &gt; &quot; &apos; &nbsp; and their numeric forms.

These are then removed from its end: . , ; : ! ? ' and an open bracket, an HTML
entity, a "*", "_" or "~" that also directly precedes the URI, and a "*/" before
a blank or the end of the line. Other brackets and quotes cannot be part of a
URI and end it anyway.

A backslash also ends it, unless it begins the escape of a byte that URIs have:
\/ and \u0026 and so on, as in JSON and scripts, with up to 7 backslashes where
they were escaped again, and \_ \- \& \% \# \? \= \: of Markdown, TeX, manual
pages, shells and Java properties. URIs are printed without escapes. A regular
expression such as /http:\/\/a\.b/ is not a URI.
` + pagesHelp + `
No part of a longer URL is printed. URLs that go on with a letter, a digit or a
symbol beyond ASCII, with "[" or with "^", are left out, and so are, in pages,
values that are not references. They are counted in a line of each kind on
standard error, at the end; --verbose prints each with its position.

--with-position prints FILE:LINE:BYTE: before each URI, the position of its
first byte: LINE and BYTE count from 1, standard input is "-".

--format prints a line of your own for each URI, as parse does: {scheme},
{host|-} and the other fields of "uriscan parse --help", and {uri} {file} {line}
{byte}, {page}, which is the URL of the page by its record or --base, or else
the file, and in pages {element} {attr} {rel} of the tag that holds a reference.

--join reads <...> without the blanks and line breaks inside, as Appendix C asks
for, if that makes a URI with its scheme in one piece, in at most 8 KiB. A
hyphen at the end of a line is kept: it may be part of the URI.

In folders these are skipped, with a note under --verbose. A file that is named
as an argument is always read.

- Files and folders whose names begin with "."; --hidden searches them.
- What .ignore, .gitignore and .git/info/exclude exclude, there and in the
  folders above, in this order, the nearest first, the last two only in a
  repository. What they include again with "!" is searched even if hidden.
  --no-ignore reads none of them.
- bzip2 data, which takes long, unless --compressed is all; a note at the end
  counts the skipped files. With --compressed none, gzip and zstd data is also
  skipped.
- The file that the output goes to.

Files with a NUL in their first 8 KiB are binary and skipped, with a note if
they were named or with --verbose; --binary searches them. Standard input is
always searched. In folders, symbolic links are not followed, and only regular
files are opened; --verbose notes the others. A URI longer than --max-line is
left out, with a diagnostic FILE:LINE:BYTE: too-long. A tag that is 64 KiB
longer has the same diagnostic and is read as a text.

The exit status is never 1: not for bad URIs, and not if there are no URIs. If
an input or a part of a WARC file could not be read, it is 3.`

const extractExample = `  uriscan extract README.md docs                          # files and folders
  uriscan extract --with-position src | grep -F http://   # where to change them
  uriscan extract --base http://www.example.com/a/ pages  # all links of pages
  uriscan extract --format '{host}' . | sort | uniq -c | sort -rn  # the hosts
  journalctl | uriscan extract | sort | uniq -c | sort -rn  # the most frequent`

// pagesHelp is the part of extract's help on pages.
const pagesHelp = `
HTML pages are files that begin like one, or are named .html, .htm, .shtml,
.xhtml or .xht. Standard input, and a file named .txt or without an extension,
is also a page if it begins with any element. In a page the attributes that hold
references are read as HTML says: href, src, action, cite, srcset, ping and so
on, <base href> and <meta http-equiv=refresh>, with their character references
decoded. Every URI in them counts, whatever its scheme. Everywhere else, in
text, comments, scripts, styles and other attributes, the rules above find URIs.
Character references are decoded there, too, except in comments, scripts and
styles, where HTML has none. XML begins with "<?xml" or is named .xml. It is
read as a text with character references, as in sitemaps and feeds.

--resolve prints the targets of these attributes, relative references included,
as the command resolve does. The base is that of section 5.1 of RFC 3986: the
first <base href> of the page, which also counts for what comes before it,
unless that is over 1 MiB; then the WARC-Target-URI of the record; then --base
BASE. A FILE has BASE as it is, a page a/b.html below a FOLDER has
BASE/a/b.html, percent-encoded where necessary. Without a base, relative
references are left out and counted. The header Content-Location is not a base.
URIs in texts stay as they are.

WARC files (1.0, 1.1; also WET) begin with "WARC/". The body of a record is read
as a page if its media type is that of HTML, or if it has no media type and
begins like a page; otherwise as a text, and so are the headers, less the ids of
records. Chunked, gzip, deflate and brotli bodies of HTTP messages are decoded;
the position of every URI in them is that of the body. A body with a NUL in its
first 8 KiB is binary. Damage has a diagnostic FILE:LINE:BYTE: kind; what is not
a record is read as a text.

    bad-warc-header   the record has no version or no good Content-Length
    bad-warc-length   no record begins here, where the last one should end
    truncated-record  the file ends in this record
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
	flags.Var(oneOf(&x.As, "FORM", "auto", "text", "html", "warc", "xml"), "as", "read files as text, html, xml or warc; auto is what they look like")
	flags.BoolVar(&x.Find.Page.Resolve, "resolve", false, "print the targets of references in pages, also of relative ones")
	flags.StringVar(&base, "base", "", "base `URI` of pages that name none, or of the FOLDER they are in; implies --resolve")
	flags.BoolVar(&x.Find.Binary, "binary", false, "search binary files, too")
	flags.BoolVar(&x.Hidden, "hidden", false, "search hidden files and folders, too")
	flags.BoolVar(&x.NoIgnore, "no-ignore", false, "search what .gitignore and .ignore leave out, too")
	flags.Var(oneOf(&x.Compressed, "WHICH", "fast", "all", "none"), "compressed", "compressed files in folders: fast (gzip and zstd), all (bzip2, too) or none")
	addOutputFlag(&x.Job, flags)
	addMaxLineFlag(&x.Job, flags,
		"longer URIs are left out: too-long. Bytes, or a number with K, M, G")
	addPipelineFlags(&x.Job, flags)
	flags.BoolVar(&x.Verbose, "verbose", false, "print a note for each file that is skipped and each value left out")
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
	x.Find.Page.Resolve, x.Find.Page.Base, x.Base = true, b, base
	return nil
}
