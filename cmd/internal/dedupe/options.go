package dedupe

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/site"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/normalize/crawl"
	"github.com/uriscan/uriscan/normalize/template"
	"github.com/uriscan/uriscan/scanner"
)

// Options say which lines are equivalent, and what is printed of each class.
type Options struct {
	record.Job // how lines are read; Run sets what is done to each
	// Level has the rungs that are taken before lines are compared: normalize.Syntax,
	// normalize.SchemeBased, or none; lines then need not be references.
	Level normalize.Flags
	// Rungs that are taken instead of those of Level (Only, unless it is 0), too, or not.
	Only, With, Without normalize.Flags

	Profile    *crawl.Profile  // what is compared, instead of a normal form; nil: none
	Key        uint16          // what is compared of a reference, of PartNames; 0: all of it
	Rules      *template.Rules // of templates
	RulesSum   uint32          // a checksum of what Rules are made of
	Suffixes   *site.Cache     // of sites
	ListSum    uint32          // a checksum of the list of Suffixes
	Normalized bool            // print the normal form instead of the first spelling
	Count      bool            // print how many lines each class has
	Repeated   bool            // print only lines of classes with several lines
	Unique     bool            // print only lines of classes with no other line
	Memory     int64           // of the table, in bytes: at least LeastMemory
	Seen       string          // the file that keeps the set from one run to the next; "": none
	SeedOf     string          // the file of a set whose seed a new one has; "": a new seed
	Checkpoint int             // save the set after this many new lines; 0: at intervals of time
}

// LeastMemory is the least value of Memory.
const LeastMemory = 64 << 10

// counts reports whether it matters how many lines a class has.
func (o *Options) counts() bool { return o.Count || o.Repeated || o.Unique }

// note describes the lines that the set of Seen holds.
func (o *Options) note() string {
	var note string
	switch ladder := o.ladder(); {
	case o.Profile != nil:
		note = "--profile " + o.Profile.String()
	case ladder == normalize.Syntax:
		note = "--level syntax"
	case ladder == normalize.SchemeBased:
		note = "--level scheme"
	case ladder != 0:
		note = "--only " + ladder.String()
	default: // nothing is left of a level
		note = "--level identical"
	}
	if o.Key != 0 {
		note += " --key " + o.selection().String()
	}
	if o.Templates() {
		note += fmt.Sprintf(" --rules of checksum %08x", o.RulesSum)
	}
	if o.Sites() {
		note += fmt.Sprintf(" --psl of checksum %08x", o.ListSum)
	}
	return note
}

// ladder returns the rungs that are taken before lines are compared.
func (o *Options) ladder() normalize.Flags {
	return (cmp.Or(o.Only, o.Level) | o.With) &^ o.Without
}

// HasForm reports whether what is compared can differ from the line.
func (o *Options) HasForm() bool { return o.Profile != nil || o.ladder() != 0 }

// PartNames are the names of what can be compared, by the bits of Options.Key: components, and
// what is made of them.
var PartNames = []string{"scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment", "origin", "site", "template", "query-names"}

// The bits of Options.Key that are no components.
const (
	originPart = 1 << (8 + iota)
	sitePart
	templatePart
	namesPart
)

// Templates reports whether templates are compared.
func (o *Options) Templates() bool { return o.Key&templatePart != 0 }

// Sites reports whether registrable domains are compared.
func (o *Options) Sites() bool { return o.Key&sitePart != 0 }

// A selection is what the key of a reference consists of.
type selection struct {
	components scanner.Component // disjoint ones
	derived    uint16            // sitePart, templatePart and namesPart
}

// selection returns what Key names. Templates and names of parameters come with the origin,
// unless something before the path is named, and names with the path, unless its template is.
func (o *Options) selection() selection {
	const before = scanner.Scheme | scanner.Authority | scanner.Userinfo | scanner.Host | scanner.Port
	key := o.Key
	p := scanner.Component(key)
	if key&(templatePart|namesPart) != 0 && key&sitePart == 0 && p&before == 0 {
		key |= originPart
	}
	if key&namesPart != 0 && key&templatePart == 0 {
		p |= scanner.Path
	}
	if key&originPart != 0 {
		p |= scanner.Scheme | scanner.Host | scanner.Port
	}
	if p&scanner.Authority != 0 { // its own parts add nothing
		p &^= scanner.Userinfo | scanner.Host | scanner.Port
	}
	return selection{p, key & (sitePart | templatePart | namesPart)}
}

// String returns the names of the parts, joined by ",".
func (s selection) String() string {
	var names []string
	for i, name := range PartNames {
		if (uint16(s.components)|s.derived)>>i&1 != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, ",")
}
