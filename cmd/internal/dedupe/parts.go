package dedupe

import "github.com/uriscan/uriscan/scanner"

// PartNames are the names of what can be compared, by the bits of Options.Key: components, and
// last origin.
var PartNames = []string{"scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment", "origin"}

// parts returns the disjoint components that the key consists of.
func (o *Options) parts() scanner.Component {
	p := scanner.Component(o.Key)
	if o.Key>>(len(PartNames)-1) != 0 {
		p |= scanner.Scheme | scanner.Host | scanner.Port
	}
	if p&scanner.Authority != 0 { // its own parts add nothing
		p &^= scanner.Userinfo | scanner.Host | scanner.Port
	}
	return p
}
