package dedupe

import (
	"encoding/binary"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/seen"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/scanner"
)

// A keyer makes the keys of lines. Equivalent lines have the same ID, a string of bytes, whose
// hash is their key.
type keyer struct {
	rungs normalize.Flags
	parts Parts
	seed  seen.Seed
}

// parses reports whether lines must be references.
func (k *keyer) parses() bool { return k.rungs != 0 || len(k.parts) > 0 }

// badTag begins the ID of a bad line. No reference and no encoded part begins with it.
const badTag = "\xff"

// The tags of parts in an ID.
const (
	definedPart   = 0
	undefinedPart = 1
)

// keyMemory is the memory into which a keyer writes IDs.
type keyMemory struct {
	scratch []byte
}

// beforeParts is the largest number of bytes that an ID has besides its parts: a tag and a
// length for each of eight parts.
const beforeParts = 8 * (1 + binary.MaxVarintLen32)

// maxGrowth is how many bytes longer than a reference its normal form may be.
const maxGrowth = 8

// id returns the ID of the reference src. It is valid until the next call. If a normal form
// is needed, the ID overwrites it: there is no memory for both forms of a long line.
func (k *keyer) id(m *keyMemory, src []byte, ref scanner.Ref) []byte {
	room := 0
	if len(k.parts) > 0 {
		room = beforeParts
	}
	if k.rungs != 0 && normalize.Needed(src, ref, k.rungs) != 0 {
		m.scratch, ref = normalize.AppendRef(column.RoomFor(m.scratch, room+len(src)+maxGrowth)[:room], src, ref, k.rungs)
		src = m.scratch[room:]
	} else if len(k.parts) > 0 {
		m.scratch = column.RoomFor(m.scratch, room+len(src))
	}
	return k.idOfNormal(m, src, ref)
}

// idOfNormal returns the ID of the normal form src, which may be in m after beforeParts
// bytes: the parts are disjoint and in order, so each is read before it is overwritten.
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

// idOfBad returns the ID of a bad line: its bytes after badTag.
func (m *keyMemory) idOfBad(line []byte) []byte {
	m.scratch = append(append(column.RoomFor(m.scratch, len(badTag)+len(line)), badTag...), line...)
	return m.scratch
}

// defined returns id, or an empty ID if id is nil: a line without an ID passes.
func defined(id []byte) []byte {
	if id == nil {
		return []byte{}
	}
	return id
}
