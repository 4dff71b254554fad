package main

import (
	"encoding/binary"

	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/normalize/seen"
	"github.com/uriscan/uriscan/scanner"
)

// A keyer makes the keys of lines.
type keyer struct {
	level      classLevel
	parts      keyParts
	normalized bool // normal forms are printed
	verify     bool // what the keys are of is kept for each
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
	form []byte
	id   []byte
}

// of returns what is compared of the reference src, which is valid until the next
// call, and the form that is printed for it if normal forms are.
func (k *keyer) of(m *keyMemory, src []byte, ref scanner.Ref) (id, form []byte) {
	form = src
	if flags := normalize.Flags(k.level); flags != 0 && normalize.Needed(src, ref, flags) != 0 {
		m.form, ref = normalize.AppendRef(m.form[:0], src, ref, flags)
		form = m.form
	}
	if len(k.parts) == 0 {
		return form, form
	}
	m.id = m.id[:0]
	for _, c := range k.parts {
		if !ref.Has(c) {
			m.id = append(m.id, undefinedPart)
			continue
		}
		part := ref.Span(c).Of(form)
		m.id = binary.AppendUvarint(append(m.id, definedPart), uint64(len(part)))
		m.id = append(m.id, part...)
	}
	return m.id, form
}

// tagged returns bytes that are compared as they are with the tag before them.
func (m *keyMemory) tagged(tag string, line []byte) []byte {
	m.id = append(append(m.id[:0], tag...), line...)
	return m.id
}
