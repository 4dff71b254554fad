package query

import (
	"bytes"
	"sync"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/lut"
)

// AppendSorted appends query with its parameters in the order of their decoded names, byte by
// byte. Parameters with the same name keep their order, unless f has [Spelled]. Separators stay
// where they are: if there are both, the first remains the first. dst may be query[:0]. The time is n log n, and
// linear in the length for each of the log n rounds. It allocates to grow dst and, where a pool
// has no room for it, for over 4,096 parameters or 64 KiB.
func AppendSorted[B lut.Bytes](dst []byte, query B, f Flags) []byte {
	s := sorters.Get().(*sorter)
	defer s.release()
	s.text = append(s.text[:0], kernel.Bytes(query)...)
	s.params = s.params[:0]
	isSorted := true
	for i, end := first(s.text, f); end >= 0; i, end = next(s.text, end, f) {
		p := param{i, i + len(nameOf(s.text[i:end])), end}
		isSorted = isSorted && (len(s.params) == 0 || !s.less(p, s.params[len(s.params)-1], f))
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
	i, end := first(b, f)
	for end >= 0 {
		p := b[i:end]
		if i, end = next(b, end, f); end >= 0 && isBefore(b[i:end], p, f) {
			return false
		}
	}
	return true
}

// isBefore reports whether parameter p comes before q.
func isBefore(p, q []byte, f Flags) bool {
	a, b := nameOf(p), nameOf(q)
	if f&Spelled == 0 {
		return compare(a, b, f) < 0
	}
	if n := bytes.Compare(a, b); n != 0 {
		return n < 0
	}
	return bytes.Compare(p[len(a):], q[len(b):]) < 0
}

// A param has the offsets of a parameter: start <= nameEnd <= end.
type param struct{ start, nameEnd, end int }

// A sorter has a copy of a query, so that it may be overwritten.
type sorter struct {
	text         []byte
	params, more []param
}

var sorters = sync.Pool{New: func() any { return new(sorter) }}

// release returns s to the pool, without memory that few queries need.
func (s *sorter) release() {
	if cap(s.text) > 64<<10 {
		s.text = nil
	}
	if cap(s.params)+cap(s.more) > 2*4096 {
		s.params, s.more = nil, nil
	}
	sorters.Put(s)
}

func (s *sorter) less(p, q param, f Flags) bool {
	if f&Spelled != 0 {
		return isBefore(s.text[p.start:p.end], s.text[q.start:q.end], f)
	}
	return compare(s.text[p.start:p.nameEnd], s.text[q.start:q.nameEnd], f) < 0
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
				if s.less(b[0], a[0], f) {
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
