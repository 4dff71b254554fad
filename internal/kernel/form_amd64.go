//go:build amd64 && !purego

package kernel

import "unsafe"

// Form writes to out what the rungs of section 6.2.2 make of b, the reference that has
// the words w, without what stands between its host and b[from:]: its port or nothing.
// It returns the words of the form. It is not ok, and nothing is written, unless there
// is an authority without userinfo and triplets, the rest is short, and the kernels can.
// out has room for b and shares nothing with it or begins where b does. It does not
// allocate.
func Form(out, b []byte, w Words, from uint32) (form Words, ok bool) {
	hostEnd := uint32(w.W1)
	if hostEnd >= 64 || len(b)-int(from) >= 64 || len(out) < len(b) {
		return w, false
	}
	for _, c := range b[from:uint32(w.W1>>32)] {
		if c == '%' {
			return w, false // the port of a Split reference
		}
	}
	pathEnd, queryEnd, end, dots, percents, ok := write(unsafe.SliceData(out), unsafe.SliceData(b),
		int(hostEnd), int(from), int(w.W1>>32), int(uint32(w.W2)), int(w.W2>>32), len(b))
	if !ok {
		return w, false
	}
	return w.formed(from, pathEnd, queryEnd, end, dots != 0, percents != 0), true
}

// formed returns w as the words of a form without what stood between its host and from,
// that ends and whose path and query end where it is said. dots and percents tell
// whether any are left.
func (w Words) formed(from uint32, pathEnd, queryEnd, end int, dots, percents bool) Words {
	hostEnd := uint32(w.W1)
	pathStart := uint32(w.W1>>32) + hostEnd - from
	const judged = SuspectOpen | Suspects | 1<<32 - 1
	flags := w.W3 &^ judged
	if pathStart > hostEnd || pathEnd == int(pathStart) || dots || w.Host() == IPv6Address {
		flags |= Suspect
	}
	if percents {
		flags |= Percent
	}
	return Words{
		w.W0,
		uint64(hostEnd) | uint64(pathStart)<<32,
		uint64(pathEnd) | uint64(queryEnd)<<32,
		uint64(end) | flags,
	}
}

// write calls the kernel by its name: through a pointer its arguments would move to the
// heap.
func write(out, p *byte, hostEnd, from, pathStart, pathEnd, queryEnd, end int) (newPathEnd, newQueryEnd, newEnd int, dots, percents uint64, ok bool) {
	switch level {
	case AVX512:
		return form512(out, p, hostEnd, from, pathStart, pathEnd, queryEnd, end)
	case AVX2:
		return form256(out, p, hostEnd, from, pathStart, pathEnd, queryEnd, end)
	}
	return 0, 0, 0, 0, 0, false
}
