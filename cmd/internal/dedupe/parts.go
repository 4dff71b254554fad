package dedupe

import (
	"fmt"
	"slices"
	"strings"

	"github.com/uriscan/uriscan/scanner"
)

// Parts are a set of disjoint components of a reference.
type Parts scanner.Component

// PartNames are the names that Set knows, in the order of the help: the components by their
// bits, and origin.
var PartNames = []string{"scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment", "origin"}

// Set adds the parts that a list names, which are joined by ",".
func (p *Parts) Set(list string) error {
	for name := range strings.SplitSeq(list, ",") {
		switch i := slices.Index(PartNames, name); {
		case i < 0:
			return fmt.Errorf("no part %q; they are %s", name, strings.Join(PartNames, ", "))
		case name == "origin":
			*p |= Parts(scanner.Scheme | scanner.Host | scanner.Port)
		default:
			*p |= 1 << i
		}
	}
	if *p&Parts(scanner.Authority) != 0 { // its own parts add nothing
		*p &^= Parts(scanner.Userinfo | scanner.Host | scanner.Port)
	}
	return nil
}

// String returns the names of the parts, joined by ",".
func (p *Parts) String() string { return strings.ReplaceAll(scanner.Component(*p).String(), "|", ",") }
