package dedupe

import (
	"bytes"
	"encoding/binary"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/seen"
	"github.com/uriscan/uriscan/normalize/query"
	"github.com/uriscan/uriscan/normalize/template"
	"github.com/uriscan/uriscan/scanner"
)

// writePart writes a part so that no two sequences of parts are the same bytes.
func writePart(h *seen.Hash, m *keyMemory, part []byte, defined bool) {
	if !defined {
		h.Write(append(m.tag[:0], undefinedPart))
		return
	}
	h.Write(binary.AppendUvarint(append(m.tag[:0], definedPart), uint64(len(part))))
	h.Write(part)
}

// siteOf returns the registrable domain of the host, or the host if it has none.
func (k *keyer) siteOf(m *keyMemory, form []byte, ref scanner.Ref) []byte {
	host := ref.Host().Of(form)
	if ref.HostKind() != scanner.RegName {
		return host
	}
	p, ok := k.sites.Of(host)
	if !ok {
		return host
	}
	m.name = append(m.name[:0], host[p.Start:p.End]...)
	for i, c := range m.name {
		if 'A' <= c && c <= 'Z' { // nothing was normalized
			m.name[i] = c | 0x20
		}
	}
	return m.name
}

// writeTemplate writes the template of a path. It is not built: it can be several times as long.
// No byte of it is the one that ends it.
func (k *keyer) writeTemplate(h *seen.Hash, m *keyMemory, path []byte) {
	from := 0
	for span, name := range template.All(path, k.rules) {
		m.name = append(append(append(m.name[:0], '{'), name...), '}')
		h.Write(path[from:span.Start])
		h.Write(m.name)
		from = int(span.End)
	}
	h.Write(path[from:])
	h.Write(badTag)
}

const maxSorted = 131_072

// writeNames writes the decoded names of parameters, each once, in their order. What has
// neither a name nor a "=" is no parameter. More than maxSorted names stay in their order: to sort
// the millions that a hostile line can have takes hundreds of megabytes.
func writeNames(h *seen.Hash, m *keyMemory, q []byte) {
	m.query = column.RoomFor(m.query, len(q))
	if query.MoreThan(q, maxSorted, 0) {
		m.query = append(m.query, q...)
	} else {
		m.query = query.AppendSorted(m.query, q, 0)
	}
	var last []byte
	isFirst := true
	for _, p := range query.All(m.query, 0) {
		if len(p.Name) == 0 && !p.HasValue {
			continue
		}
		name, _ := query.AppendDecoded(p.Name[:0], p.Name, 0) // in m.query
		if isFirst || !bytes.Equal(name, last) {
			writePart(h, m, name, true)
		}
		last, isFirst = name, false
	}
	writePart(h, m, nil, false)
}
