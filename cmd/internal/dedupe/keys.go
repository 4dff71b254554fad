package dedupe

import (
	"bytes"
	"encoding/binary"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/seen"
	"github.com/uriscan/uriscan/cmd/internal/site"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/normalize/crawl"
	"github.com/uriscan/uriscan/normalize/template"
	"github.com/uriscan/uriscan/scanner"
	"github.com/uriscan/uriscan/scanner/target"
)

// A keyer makes the keys of lines: equivalent lines have the same one.
type keyer struct {
	rungs   normalize.Flags
	profile *crawl.Profile // instead of rungs, unless it is nil
	parts   selection
	rules   *template.Rules
	sites   *site.Cache
	seed    seen.Seed
}

// parses reports whether lines must be references.
func (k *keyer) parses() bool { return k.rungs != 0 || k.profile != nil || k.parts != (selection{}) }

// badTag comes before a bad line in its key: no reference or encoded part begins with it.
var badTag = []byte{'\xff'}

const definedPart, undefinedPart = 0, 1 // the tags of encoded parts

// keyMemory is the memory that a keyer needs. Its zero value is ready for use.
type keyMemory struct {
	normal []byte // a normal form
	tag    [1 + binary.MaxVarintLen32]byte
	hash   *seen.Hash
	query  []byte // a query that is sorted
	name   []byte // of a segment, or of a site
}

// begun returns the hash of m, to which nothing is written.
func (k *keyer) begun(m *keyMemory) *seen.Hash {
	if m.hash == nil {
		m.hash = seen.NewHash(&k.seed)
	}
	m.hash.Reset()
	return m.hash
}

// form returns what is compared of a line, which may be the line itself.
func (k *keyer) form(m *keyMemory, src []byte, ref scanner.Ref, rungs normalize.Flags) ([]byte, scanner.Ref) {
	if k.profile != nil || rungs != 0 && normalize.Needed(src, ref, rungs) != 0 {
		m.normal, ref, _ = k.appendForm(column.RoomFor(m.normal, len(src)+maxGrowth), src, ref, rungs)
		src = m.normal
	}
	return src, ref
}

var doubleSlash = []byte("//")

// keyOfTarget is keyOfNormal for the form of what record.ToNormalize returned. The authority
// before an origin-form is not a part of it, and is in the key only where a path that begins
// with "//" could be taken for another target.
func (k *keyer) keyOfTarget(m *keyMemory, form []byte, ref scanner.Ref, before int, of target.Form) seen.Key {
	if before > 0 && of == target.OriginForm && (k.parts != (selection{}) || !bytes.HasPrefix(form[before:], doubleSlash)) {
		if _, own, err := target.Parse([]byte("GET"), form[before:]); err == nil {
			form, ref = form[before:], own
		}
	}
	return k.keyOfNormal(m, form, ref)
}

// appendForm appends what is compared of a line, by the profile or these rungs, and reports
// whether it can differ from the line.
func (k *keyer) appendForm(dst, src []byte, ref scanner.Ref, rungs normalize.Flags) ([]byte, scanner.Ref, bool) {
	if k.profile != nil {
		dst, ref, rules := crawl.AppendKey(dst, src, ref, k.profile)
		return dst, ref, rules != 0
	}
	dst, ref = normalize.AppendRef(dst, src, ref, rungs)
	return dst, ref, true
}

// maxGrowth is how many bytes longer than a reference its normal form may be.
const maxGrowth = 8

func (k *keyer) keyOfNormal(m *keyMemory, form []byte, ref scanner.Ref) seen.Key {
	if k.parts == (selection{}) {
		return seen.Sum(&k.seed, form)
	}
	h := k.begun(m)
	for parts := k.parts.components; parts != 0; parts &= parts - 1 {
		c := parts & -parts
		writePart(h, m, ref.Span(c).Of(form), ref.Has(c))
	}
	if k.parts.derived&sitePart != 0 {
		writePart(h, m, k.siteOf(m, form, ref), ref.Has(scanner.Host))
	}
	if k.parts.derived&templatePart != 0 {
		k.writeTemplate(h, m, ref.Path().Of(form))
	}
	if k.parts.derived&namesPart != 0 {
		writeNames(h, m, ref.Query().Of(form))
	}
	return h.Key()
}

func (k *keyer) keyOfBad(m *keyMemory, line []byte) seen.Key {
	h := k.begun(m)
	h.Write(badTag)
	h.Write(line)
	return h.Key()
}
