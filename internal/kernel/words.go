package kernel

// Words are the offsets of a reference's components in four words, the layout
// of scanner.Ref: low half first,
//
//	W0 schemeEnd | hostStart    W1 hostEnd | pathStart
//	W2 pathEnd   | queryEnd     W3 end     | flags
//
// With p = schemeEnd+1, or 0 without a scheme,
//
//	schemeEnd ≤ p ≤ hostStart ≤ hostEnd ≤ pathStart ≤ pathEnd ≤ queryEnd ≤ end
//
// and hostStart = hostEnd = pathStart = p without an authority. Then the
// authority is defined iff hostStart ≥ p+2, the userinfo iff hostStart > p+2,
// the port iff pathStart > hostEnd, the query iff queryEnd > pathEnd and the
// fragment iff end > queryEnd. The flags are the kind of the host in bits 0 to
// 2, that of the path in bits 3 to 5, and in 6 and 7 [Suspect] and [Percent]; the
// others are 0.
type Words struct{ W0, W1, W2, W3 uint64 }

// HostBits and PathBits are where the flags begin in W3.
const (
	HostBits = 32
	PathBits = 35
)

// Offsets are the byte offsets that Words hold.
type Offsets struct {
	SchemeEnd, HostStart, HostEnd, PathStart, PathEnd, QueryEnd, End uint32
}

// Pack returns the words of o. firstPathByte is the first octet of the path, 0
// for an empty one; with the offsets it gives the kind of the path. Of the
// suspects it has what follows from these; [Words.Judged] has all of them.
func (o *Offsets) Pack(host Host, firstPathByte byte) Words {
	return Words{
		uint64(o.SchemeEnd) | uint64(o.HostStart)<<32,
		uint64(o.HostEnd) | uint64(o.PathStart)<<32,
		uint64(o.PathEnd) | uint64(o.QueryEnd)<<32,
		uint64(o.End) | uint64(host)<<HostBits | uint64(o.pathKind(firstPathByte))<<PathBits | o.suspect(host, firstPathByte),
	}
}

// Offsets returns the offsets that w holds.
func (w Words) Offsets() Offsets {
	return Offsets{
		SchemeEnd: uint32(w.W0), HostStart: uint32(w.W0 >> 32),
		HostEnd: uint32(w.W1), PathStart: uint32(w.W1 >> 32),
		PathEnd: uint32(w.W2), QueryEnd: uint32(w.W2 >> 32),
		End: uint32(w.W3),
	}
}

// Host returns the kind of the host.
func (w Words) Host() Host { return Host(w.W3 >> HostBits & 7) }

// pathKind is section 3.3: which of the five path rules applies follows from
// what stands before the path and from its first octet.
func (o *Offsets) pathKind(first byte) Path {
	p := o.SchemeEnd
	if p > 0 {
		p++
	}
	switch {
	case o.HostStart > p:
		return PathAbEmpty
	case o.PathEnd == o.PathStart:
		return PathEmpty
	case first == '/':
		return PathAbsolute
	case p > 0:
		return PathRootless
	}
	return PathNoScheme
}
