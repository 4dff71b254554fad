package dedupe

import (
	"fmt"
	"slices"
	"strings"

	"github.com/uriscan/uriscan/scanner"
)

// Parts are components of a reference: each once, in the order of a reference, and disjoint.
type Parts []scanner.Component

// PartNames are the names that Set knows, in the order of the help.
var PartNames = []string{"scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment", "origin"}

// partsNamed returns the parts of that name, nil if there is no such name.
func partsNamed(name string) []scanner.Component {
	if name == "origin" {
		return []scanner.Component{scanner.Scheme, scanner.Host, scanner.Port}
	}
	for c := scanner.Scheme; c != 0; c <<= 1 {
		if c.String() == name {
			return []scanner.Component{c}
		}
	}
	return nil
}

// Set adds the parts that a list names, which are joined by ",".
func (p *Parts) Set(list string) error {
	for name := range strings.SplitSeq(list, ",") {
		parts := partsNamed(name)
		if parts == nil {
			return fmt.Errorf("no part %q; they are %s", name, strings.Join(PartNames, ", "))
		}
		*p = append(*p, parts...)
	}
	slices.Sort(*p)
	*p = slices.Compact(*p)
	if slices.Contains(*p, scanner.Authority) { // its own parts add nothing
		*p = slices.DeleteFunc(*p, func(c scanner.Component) bool {
			return c == scanner.Userinfo || c == scanner.Host || c == scanner.Port
		})
	}
	return nil
}

// String returns the names of the parts, joined by ",".
func (p *Parts) String() string {
	var names []string
	for _, c := range *p {
		names = append(names, c.String())
	}
	return strings.Join(names, ",")
}
