package dedupe

import (
	"strings"

	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/scanner"
)

// Options say which lines are equivalent, and what is printed of each class.
type Options struct {
	record.Job // how lines are read; Run sets what is done to each
	Level      Level
	Key        uint16 // what is compared of a reference, of PartNames; 0: all of it
	Normalized bool   // print the normal form instead of the first spelling
	Count      bool   // print how many lines each class has
	Repeated   bool   // print only lines of classes with several lines
	Unique     bool   // print only lines of classes with no other line
	Memory     int64  // of the table, in bytes: at least LeastMemory
	Seen       string // the file that keeps the set from one run to the next; "": none
	Checkpoint int    // save the set after this many new lines; 0: at intervals of time
}

// LeastMemory is the least value of Memory.
const LeastMemory = 64 << 10

// counts reports whether it matters how many lines a class has.
func (o *Options) counts() bool { return o.Count || o.Repeated || o.Unique }

// note describes the lines that the set of Seen holds.
func (o *Options) note() string {
	note := "--level " + o.Level.String()
	if o.Key != 0 {
		note += " --key " + strings.ReplaceAll(o.parts().String(), "|", ",")
	}
	return note
}

// A Level says how much may differ between the spellings of equivalent lines.
type Level uint8

// The levels.
const (
	Identical Level = iota // nothing; lines need not be references
	Syntax                 // what normalize.Syntax changes
	Scheme                 // what normalize.SchemeBased changes
)

// String returns the name of the level.
func (l Level) String() string { return [...]string{"identical", "syntax", "scheme"}[l] }

// rungs returns the rungs of normalization that are taken before lines are compared.
func (l Level) rungs() normalize.Flags {
	return [...]normalize.Flags{0, normalize.Syntax, normalize.SchemeBased}[l]
}

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
