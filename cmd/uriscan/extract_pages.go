package main

import (
	"fmt"

	"github.com/spf13/pflag"

	"github.com/uriscan/uriscan/resolve"
)

// pagesHelp is the part of extract's help on them.
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

// pageFlags are the flags of extract on pages and on archives of them.
type pageFlags struct {
	as      inputForm
	resolve bool
	baseURI string
	base    *resolve.Base // that of baseURI, nil if there is none
}

func (f *pageFlags) addPageFlags(flags *pflag.FlagSet) {
	flags.Var(f.as.flag(), "as", "read files as text, html, xml or warc; auto is what they look like")
	flags.BoolVar(&f.resolve, "resolve", false, "print what the attributes of pages refer to, relative references, too")
	flags.StringVar(&f.baseURI, "base", "", "resolve against `URI`, from which the pages came; implies --resolve")
}

// preparePages makes a base of --base. The error does not quote it: it may hold a
// password.
func (f *pageFlags) preparePages(flags *pflag.FlagSet) error {
	if !flags.Changed("base") {
		return nil
	}
	base, err := resolve.NewBase(f.baseURI, 0)
	if err != nil {
		flaw := flawOfError(err)
		return fmt.Errorf("bad --base: %s at byte %d", flaw.kind, flaw.offset+1)
	}
	f.resolve, f.base = true, base
	return nil
}
