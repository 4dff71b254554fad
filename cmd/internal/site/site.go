package site

import (
	"bufio"
	"encoding/json"
	"errors"
	"hash/crc32"
	"io"
	"strings"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"

	"github.com/uriscan/uriscan/normalize/crawl"
)

// A Finder returns the registrable domain of a host in lower case, which is a part of the
// host. ok is false if it has no such domain: if the host is a public suffix itself, has an
// empty label, or ends in a number as an address does. A dot at the end of the host is ignored.
type Finder func(host string) (site string, ok bool)

// Builtin is a Finder for the list that was current when the command was built.
func Builtin(host string) (site string, ok bool) { return siteBy(publicsuffix.List, host) }

// siteBy is crawl.RegistrableDomain, which also refuses a last label that is "0x" and hex digits:
// in the URL standard of the WHATWG the host would be an address.
func siteBy(list crawl.PublicSuffixList, host string) (site string, ok bool) {
	last := strings.TrimSuffix(host, ".")
	last = last[strings.LastIndexByte(last, '.')+1:]
	if hex, ok := strings.CutPrefix(last, "0x"); ok && strings.Trim(hex, "0123456789abcdef") == "" {
		return "", false
	}
	return crawl.RegistrableDomain(host, list)
}

// BuiltinSum returns a checksum that identifies the version of the list in Builtin.
func BuiltinSum() uint32 { return crc32.ChecksumIEEE([]byte(publicsuffix.List.String())) }

// A list has the rules of a public suffix list by name, without the mark "!" or "*.".
type list map[string]rule

// A rule is what the list says about a name, one bit each.
type rule uint8

const (
	suffix    rule = 1 << iota // co.uk: it is public
	wildcard                   // *.ck: so is every name with one more label
	exception                  // !www.ck: not public in spite of a wildcard
)

// Read returns a Finder for a list in the format of publicsuffix.org, and a checksum of its
// rules, in whatever order and with whatever comments they are there.
func Read(r io.Reader) (find Finder, sum uint32, err error) {
	rules := list{}
	lines := bufio.NewScanner(r)
	for left := maxList; lines.Scan(); {
		if left -= len(lines.Bytes()) + 1; left < 0 {
			return nil, 0, errLong
		}
		// A rule ends at the first blank.
		words := strings.Fields(lines.Text())
		if len(words) > 0 && !strings.HasPrefix(words[0], "//") {
			rules.add(words[0])
		}
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, 0, errLong
	} else if err != nil {
		return nil, 0, err
	}
	if len(rules) == 0 {
		return nil, 0, errors.New("no rules of a public suffix list are in it")
	}
	return func(host string) (string, bool) { return siteBy(rules, host) }, rules.sum(), nil
}

// maxList is how long a list may be: 50 times as long as that of 2026.
const maxList = 16 << 20

var errLong = errors.New("it, or a line of it, is too long for a list of public suffixes")

// sum returns a checksum of the rules, which JSON has in the order of their names.
func (l list) sum() uint32 {
	text, _ := json.Marshal(l) // it has nothing that could fail
	return crc32.ChecksumIEEE(text)
}

// longestRule is more than a name of the DNS takes in UTF-8. x/net/idna takes time by the square of
// the length of a label.
const longestRule = 4 * maxName

// add inserts a rule, unless it is too long for a name. Names in other scripts are converted as
// IDNA does, as they appear in URIs.
func (l list) add(name string) {
	kind := suffix
	if rest, ok := strings.CutPrefix(name, "!"); ok {
		kind, name = exception, rest
	} else if rest, ok := strings.CutPrefix(name, "*."); ok {
		kind, name = wildcard, rest
	}
	name = strings.ToLower(strings.Trim(name, "."))
	if len(name) > longestRule {
		return
	}
	if ascii, err := idna.ToASCII(name); err == nil {
		name = ascii
	}
	if name != "" {
		l[name] |= kind
	}
}

// PublicSuffix returns the public suffix of a domain by the algorithm of publicsuffix.org: what is
// above an exception, else what the longest rule names, else the last label.
func (l list) PublicSuffix(domain string) string {
	longest := ""
	for name := domain; ; {
		_, above, more := strings.Cut(name, ".")
		kind := l[name]
		if kind&exception != 0 {
			return above
		}
		if longest == "" && (kind&suffix != 0 || more && l[above]&wildcard != 0 || !more) {
			longest = name
		}
		if !more {
			return longest
		}
		name = above
	}
}

func (l list) String() string { return "the list of --psl" }
