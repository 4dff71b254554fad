package dedupe

import (
	"encoding/binary"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/seen"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/scanner"
)

// A keyer makes the keys of lines. Lines with the same key are equivalent.
type keyer struct {
	rungs normalize.Flags
	parts Parts
	seed  seen.Seed
}

// parses reports whether lines have to be references.
func (k *keyer) parses() bool { return k.rungs != 0 || len(k.parts) > 0 }

// badTag precedes the bytes of a bad line where other bytes represent good lines:
// no encoded part and no reference begins with it.
const badTag = "\xff"

// The tags of parts.
const (
	definedPart   = 0
	undefinedPart = 1
)

// keyMemory is the memory into which a keyer writes what it compares.
type keyMemory struct {
	scratch []byte
}

// beforeParts is the largest number of bytes before the parts of an id: a tag and
// a length for each of the eight.
const beforeParts = 8 * (1 + binary.MaxVarintLen32)

// longer is how much longer than a reference its normal form may be.
const longer = 8

// id returns what is compared of the reference src. The result is valid until the next
// call. If a normal form has to be made for that, the id overwrites it: for a long line
// there is no room for both.
func (k *keyer) id(m *keyMemory, src []byte, ref scanner.Ref) []byte {
	room := 0
	if len(k.parts) > 0 {
		room = beforeParts
	}
	if k.rungs != 0 && normalize.Needed(src, ref, k.rungs) != 0 {
		m.scratch, ref = normalize.AppendRef(column.RoomFor(m.scratch, room+len(src)+longer)[:room], src, ref, k.rungs)
		src = m.scratch[room:]
	} else if len(k.parts) > 0 {
		m.scratch = column.RoomFor(m.scratch, room+len(src))
	}
	return k.idOfNormal(m, src, ref)
}

// idOfNormal returns what is compared of the normal form src, which may be in m after
// beforeParts bytes: the parts are disjoint and in order, so none is overwritten
// before it is read.
func (k *keyer) idOfNormal(m *keyMemory, src []byte, ref scanner.Ref) []byte {
	if len(k.parts) == 0 {
		return src
	}
	id := m.scratch[:0]
	for _, c := range k.parts {
		if !ref.Has(c) {
			id = append(id, undefinedPart)
			continue
		}
		part := ref.Span(c).Of(src)
		id = binary.AppendUvarint(append(id, definedPart), uint64(len(part)))
		id = append(id, part...)
	}
	m.scratch = id
	return id
}

// idOfBad returns what is compared of a bad line: its bytes, after badTag.
func (m *keyMemory) idOfBad(line []byte) []byte {
	m.scratch = append(append(column.RoomFor(m.scratch, len(badTag)+len(line)), badTag...), line...)
	return m.scratch
}

// defined returns id, but empty instead of nil, so that it has a key.
func defined(id []byte) []byte {
	if id == nil {
		return []byte{}
	}
	return id
}
