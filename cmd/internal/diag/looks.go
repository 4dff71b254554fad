package diag

import (
	"bytes"
	"regexp"
	"strings"
	"sync"
)

// FormatOf says what data looks like that is not text, from its first bytes, and what to do
// about it; "" if it looks like something else.
func FormatOf(head []byte) string {
	switch start := string(head[:min(len(head), 6)]); {
	case start == "\xfd7zXZ\x00":
		return "xz data: xz -dc FILE | uriscan COMMAND"
	case strings.HasPrefix(start, "PK\x03\x04"):
		return "a zip archive: unzip -p FILE | uriscan COMMAND"
	case strings.HasPrefix(start, "\xff\xfe"), strings.HasPrefix(start, "\xfe\xff"), len(start) > 3 && alternates(start):
		return "UTF-16: iconv -f UTF-16 -t UTF-8 FILE | uriscan COMMAND"
	}
	return ""
}

// alternates reports whether every other byte of s is NUL.
func alternates(s string) bool {
	for i := range s[1:] {
		if (s[i] == 0) == (s[i+1] == 0) {
			return false
		}
	}
	return true
}

// ustarAt is where the magic of POSIX is in the header of a tar archive. Names before it end in NUL.
const ustarAt = 257

// looks are patterns of lines that are no references, and what they look like.
var looks = [...]struct{ pattern, like string }{
	{`^\{"`, "lines of JSON: --json-field PATH takes a member"},
	{`".* HTTP/.*"`, "an access log: --log takes the targets of its requests"},
	{`^[{[]$`, "JSON over several lines: jq -c . FILE | uriscan COMMAND --json-field PATH"},
	{`^\s*<(?i:!doctype|!--|html|head|body|\?xml)`, "a page: uriscan extract FILE prints its URLs"},
	{`^[^\x00-\x1f]+\x00(?:[A-Za-z][\w+.-]*:|[./])`, "lines that end in NUL: -0 reads them"},
	{`\r(?:[A-Za-z][\w+.-]*:)?/`, `lines that end in CR: tr '\r' '\n' <FILE | uriscan COMMAND`},
	{`^<\S+>$`, "URLs in angle brackets: uriscan extract FILE takes them out"},
	{`^"[^\s,]+"$|^'\S+'$`, "URLs in quotes: leave these out"},
	{`^[^:/?#]*,.*://|^"(?:[^"]|"")*",`, "CSV: --csv --field N takes a column"},
	{`^[^:/?#]*;.*://`, "CSV with semicolons: --csv --delimiter ';' --field N takes a column"},
	{`^#.*\s`, "comments: grep -v '^#' FILE | uriscan COMMAND"},
	{`\t`, "lines with TABs: --field N takes a column"},
	{`^\S+\s+.*://`, "text: uriscan extract FILE takes the URLs out, --field N --delimiter blanks a column"},
	{`^ +\S|\S +$`, "lines with blanks around: sed 's/^ *//; s/ *$//' FILE | uriscan COMMAND"},
	{`^[\w.-]+@[\w.-]+:[^/\d]`, "an address of scp: write ssh:// before it and / for the colon"},
	{`^(?:[\w.-]+|\[[\da-fA-F:.]+\]):\d{1,5}(?:[/?#]|$)`, "a host and a port: write http:// before it"},
	{`^\w+://[\da-fA-F]*:[\da-fA-F]*:[\da-fA-F:.]*(?:[/?#]|$)`, "an IPv6 address without brackets: write http://[::1]/"},
	{`//\[[\da-fA-F:.]+%`, "an IPv6 address with a zone, which URIs do not have: leave it out"},
}

// patterns are those of looks. Each is compiled when a line comes to it: few lines are looked
// at, and compiling all of them at the start would cost more.
var patterns = func() (all [len(looks)]func() *regexp.Regexp) {
	for i, l := range looks {
		all[i] = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?s)` + l.pattern) })
	}
	return all
}()

// LooksLike says what an input looks like in which a line is bad, or the line alone, and what
// to do about it.
func LooksLike(line []byte) string {
	line = line[:min(len(line), 4<<10)]
	if format := FormatOf(line); format != "" {
		return format
	}
	if bytes.HasPrefix(line[min(len(line), ustarAt):], []byte("ustar")) && bytes.IndexByte(line[:ustarAt], 0) >= 0 {
		return "a tar archive: tar -xOf FILE | uriscan COMMAND"
	}
	for i, pattern := range patterns {
		if pattern().Match(line) {
			return looks[i].like
		}
	}
	return ""
}
