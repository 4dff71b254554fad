package crawl

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// Rules are what a profile does to make a key, one bit each. Each works alone, and applying it
// twice changes nothing more.
type Rules uint16

// The rules.
const (
	// Normal is the normal form of [normalize.SchemeBased] (RFC 3986, 6.2.2 and 6.2.3).
	Normal Rules = 1 << iota

	// Fragment drops the fragment: none is sent to a server (6.1).
	Fragment

	// HashBang keeps a fragment that begins with "!" in spite of Fragment: pages made by scripts
	// had their state there.
	HashBang

	// Tracking cuts the parameters of a query that say where a visitor came from, by the names of
	// [Settings].Tracking and Hosts.
	Tracking

	// Sessions cuts session ids: parameters of a query and of path segments (";jsessionid=1") by
	// the names of [Settings].Sessions, and whole segments as ASP.NET writes them, "(S(...))"
	// with 24 letters and digits.
	Sessions

	// SessionValues cuts parameters whose value is 32 HEXDIG, whatever their name.
	SessionValues

	// Empty cuts empty parameters, "a&&b", and the "?" of an empty query.
	Empty

	// Order sorts the parameters, as they are spelled. A query with more than 131,072 of them,
	// after what other rules cut, stays as it is, so that memory is bounded, and AppendKey does
	// not return Order.
	Order

	// WWW cuts "www." before a host that goes on with at least two labels. It keeps "www2.".
	WWW

	// Slashes merges several "/" of a path into one.
	Slashes

	// Index cuts a last segment that is the name of a default page, of [Settings].Index.
	Index

	// TrailingSlash cuts all "/" at the end of a path, except the first of it.
	TrailingSlash
)

const all = TrailingSlash<<1 - 1

var ruleNames = [...]string{
	"normal", "fragment", "hash-bang", "tracking", "sessions", "session-values", "empty", "order", "www", "slashes", "index", "trailing-slash",
}

// String returns the names of the rules, joined by ",". It allocates for two or more.
func (r Rules) String() string {
	var names [len(ruleNames)]string
	n := 0
	for i, name := range ruleNames {
		if r&(1<<i) != 0 {
			names[n] = name
			n++
		}
	}
	return strings.Join(names[:n], ",")
}

// ParseRule returns the rule of that name. It does not allocate.
func ParseRule(name string) (r Rules, ok bool) {
	for i, n := range ruleNames {
		if n == name {
			return 1 << i, true
		}
	}
	return 0, false
}

// MarshalJSON writes r as a list of names.
func (r Rules) MarshalJSON() ([]byte, error) {
	names := []string{}
	for r &= all; r != 0; r &= r - 1 {
		names = append(names, (r & -r).String())
	}
	return json.Marshal(names)
}

// UnmarshalJSON reads a list of names.
func (r *Rules) UnmarshalJSON(text []byte) error {
	var names []string
	if json.Unmarshal(text, &names) != nil { // its error has an offset in text alone
		return errors.New("the rules are not an array of names")
	}
	*r = 0
	for _, name := range names {
		rule, ok := ParseRule(name)
		if !ok {
			return fmt.Errorf("no rule is called %q; there are %s", name, all)
		}
		*r |= rule
	}
	return nil
}
