package main

import (
	"encoding/binary"

	"github.com/uriscan/uriscan/cmd/uriscan/internal/seen"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/scanner"
)

// A keyer makes the keys of lines.
type keyer struct {
	level      classLevel
	parts      keyParts
	normalized bool // normal forms are printed
	seed       seen.Seed
}

// parses tells whether lines have to be references.
func (k *keyer) parses() bool { return k.level != identical || len(k.parts) > 0 }

// badTag stands before the bytes of a bad line, where other bytes stand for good
// ones: no encoded part and no reference begins like this.
const badTag = "\xff"

// The tags of parts.
const (
	definedPart   = 0
	undefinedPart = 1
)

// keyMemory is what a keyer writes what it compares into.
type keyMemory struct {
	scratch []byte
}

// beforeParts is how many bytes at most stand before the parts of an id: a tag and
// a length for each of the eight.
const beforeParts = 8 * (1 + binary.MaxVarintLen32)

// longer is how much longer than a reference its normal form may be.
const longer = 8

// of returns what is compared of the reference src, which is valid until the next
// call. A normal form that has to be made for that is written where the id then is:
// of a long line there is no room for both.
func (k *keyer) of(m *keyMemory, src []byte, ref scanner.Ref) []byte {
	room := 0
	if len(k.parts) > 0 {
		room = beforeParts
	}
	if flags := normalize.Flags(k.level); flags != 0 && normalize.Needed(src, ref, flags) != 0 {
		m.scratch, ref = normalize.AppendRef(roomFor(m.scratch, room+len(src)+longer)[:room], src, ref, flags)
		src = m.scratch[room:]
	} else if len(k.parts) > 0 {
		m.scratch = roomFor(m.scratch, room+len(src))
	}
	return k.idOf(m, src, ref)
}

// idOf returns what is compared of the normal form src, which may be in m behind
// beforeParts bytes: the parts are disjoint and in order, so that none is written
// over before it is read.
func (k *keyer) idOf(m *keyMemory, src []byte, ref scanner.Ref) []byte {
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

// roomFor returns b, empty, or other memory if it has no room for n bytes. Memory
// for a long line has not a byte more than that.
func roomFor(b []byte, n int) []byte {
	if cap(b) < n {
		return make([]byte, 0, max(n, min(2*cap(b), roomyCell)))
	}
	return b[:0]
}

// tagged returns bytes that are compared as they are with the tag before them.
func (m *keyMemory) tagged(tag string, line []byte) []byte {
	m.scratch = append(append(roomFor(m.scratch, len(tag)+len(line)), tag...), line...)
	return m.scratch
}
