package query

import (
	"bytes"
	"sync"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/lut"
)

// AppendSorted appends query with its parameters in the order of their decoded names, byte by
// byte. Parameters with the same name keep their order, unless f has [Spelled]. Separators stay
// where they are: if there are both, the first remains the first. dst may be query[:0]. The time
// is n log n, and linear in the length for each of the log n rounds. It allocates to grow dst
// and to fill a pool, which keeps room for 131,072 parameters and 4 MiB until the garbage
// collector empties it.
func AppendSorted[B lut.Bytes](dst []byte, query B, f Flags) []byte {
	s := sorters.Get().(*sorter)
	defer s.release()
	s.text = append(s.text[:0], kernel.Bytes(query)...)
	s.params = s.params[:0]
	isSorted := true
	for i, end := first(s.text, f); end >= 0; i, end = next(s.text, end, f) {
		p := param{i, i + len(nameOf(s.text[i:end])), end}
		isSorted = isSorted && (len(s.params) == 0 || !isBefore(s.text, p, s.params[len(s.params)-1], f))
		s.params = append(s.params, p)
	}
	if isSorted {
		return append(dst, s.text...)
	}
	s.sort(f)
	at := 0
	for i, p := range s.params {
		if i > 0 {
			at += indexSeparator(s.text[at:], f)
			dst = append(dst, s.text[at])
			at++
		}
		dst = append(dst, s.text[p.start:p.end]...)
	}
	return dst
}

// IsSorted reports whether [AppendSorted] with f would change nothing. It does not allocate.
func IsSorted[B lut.Bytes](query B, f Flags) bool {
	b := kernel.Bytes(query)
	var last param
	for i, end := first(b, f); end >= 0; i, end = next(b, end, f) {
		p := param{i, i + len(nameOf(b[i:end])), end}
		if i > 0 && isBefore(b, p, last, f) {
			return false
		}
		last = p
	}
	return true
}

// isBefore reports whether parameter p of b comes before q. It takes no longer than either of
// them is long.
func isBefore(b []byte, p, q param, f Flags) bool {
	if f&Spelled == 0 {
		return compare(b[p.start:p.nameEnd], b[q.start:q.nameEnd], f) < 0
	}
	if n := bytes.Compare(b[p.start:p.nameEnd], b[q.start:q.nameEnd]); n != 0 {
		return n < 0
	}
	return bytes.Compare(b[p.nameEnd:p.end], b[q.nameEnd:q.end]) < 0
}

// A param has the offsets of a parameter: start <= nameEnd <= end.
type param struct{ start, nameEnd, end int }

// A sorter has a copy of a query, so that it may be overwritten.
type sorter struct {
	text         []byte
	params, more []param
}

var sorters = sync.Pool{New: func() any { return new(sorter) }}

// release returns s to the pool, without memory that few queries need. To append may have made
// twice as much as was needed.
func (s *sorter) release() {
	if cap(s.text) > 2*4<<20 {
		s.text = nil
	}
	if max(cap(s.params), cap(s.more)) > 2*131_072 {
		s.params, s.more = nil, nil
	}
	sorters.Put(s)
}

// sort merges runs of 1, 2, 4 and so on parameters. A comparison takes no longer than the
// parameter that it moves is long, which slices.SortStableFunc does not promise.
func (s *sorter) sort(f Flags) {
	for n, width := len(s.params), 1; width < n; width *= 2 {
		to := s.more[:0]
		for at := 0; at < n; at += 2 * width {
			middle := min(at+width, n)
			a, b := s.params[at:middle], s.params[middle:min(middle+width, n)]
			for len(a) > 0 && len(b) > 0 {
				if isBefore(s.text, b[0], a[0], f) {
					to, b = append(to, b[0]), b[1:]
				} else {
					to, a = append(to, a[0]), a[1:]
				}
			}
			to = append(append(to, a...), b...)
		}
		s.params, s.more = to, s.params
	}
}
