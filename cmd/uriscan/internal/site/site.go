package site

import (
	"bufio"
	"errors"
	"io"
	"strings"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"
)

// A Finder returns the registrable domain of a host in lower case, a part of it,
// and false if there is none: the host is a public suffix itself, or it has an
// empty label. A dot at its end counts for nothing.
type Finder func(host string) (site string, ok bool)

// Builtin is a Finder by the list that was current when the command was built.
func Builtin(host string) (site string, ok bool) {
	site, err := publicsuffix.EffectiveTLDPlusOne(strings.TrimSuffix(host, "."))
	return site, err == nil
}

// A list is the rules of a list, by what is behind their first mark.
type list map[string]rule

// A rule is what the list has on a name, a bit each.
type rule uint8

const (
	suffix    rule = 1 << iota // co.uk: it is public
	wildcard                   // *.ck: so is every label before it
	exception                  // !www.ck: it is not, all the same
)

// Read returns a Finder by a list in the format of publicsuffix.org.
func Read(r io.Reader) (Finder, error) {
	rules := list{}
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		// A rule ends at the first blank.
		words := strings.Fields(lines.Text())
		if len(words) == 0 || strings.HasPrefix(words[0], "//") {
			continue
		}
		rules.add(words[0])
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if len(rules) == 0 {
		return nil, errors.New("no rules of a public suffix list are in it")
	}
	return rules.find, nil
}

// add enters a rule. Names in other scripts stand in URIs as IDNA has them.
func (l list) add(name string) {
	kind := suffix
	if rest, ok := strings.CutPrefix(name, "!"); ok {
		kind, name = exception, rest
	} else if rest, ok := strings.CutPrefix(name, "*."); ok {
		kind, name = wildcard, rest
	}
	name = strings.ToLower(strings.Trim(name, "."))
	if ascii, err := idna.ToASCII(name); err == nil {
		name = ascii
	}
	if name != "" {
		l[name] |= kind
	}
}

// find looks for the longest suffix by the rules; without any it is the last
// label.
func (l list) find(host string) (site string, ok bool) {
	host = strings.TrimSuffix(host, ".")
	if host == "" || host[0] == '.' || host[len(host)-1] == '.' || strings.Contains(host, "..") {
		return "", false
	}
	// above is the name with one label less at the front, before is where the
	// label in front of a name begins.
	for name, before := host, -1; ; {
		_, above, more := strings.Cut(name, ".")
		kind := l[name]
		public := kind&suffix != 0 || more && l[above]&wildcard != 0 || !more
		switch {
		case kind&exception != 0:
			return name, true
		case public && before < 0:
			return "", false
		case public:
			return host[before:], true
		}
		before = len(host) - len(name)
		name = above
	}
}
