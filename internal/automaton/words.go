package automaton

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
// fragment iff end > queryEnd. The authority-form of RFC 9112 alone has an authority
// without "//", from offset 0. The kind of its host shows it. The flags are the kind of the host in bits 0 to
// 2, that of the path in bits 3 to 5, and in 6 and 7 [FormHint] and [PercentHint]; the
// others are 0.
type Words struct{ W0, W1, W2, W3 uint64 }

// HostBits and PathBits are where the flags begin in W3, FaultBits where the kind of a
// scanner.Fault begins after its offset.
const (
	HostBits  = 32
	PathBits  = 35
	FaultBits = 32
)

// Offsets are the byte offsets that Words hold.
type Offsets struct {
	SchemeEnd, HostStart, HostEnd, PathStart, PathEnd, QueryEnd, End uint32
}

// Pack returns the words of o. firstPathByte is the first byte of the path, or 0 for
// an empty path; with the offsets it determines the kind of the path. Pack sets the
// hints only as far as they follow from its arguments; see [Words.WithHints].
func (o *Offsets) Pack(host Host, firstPathByte byte) Words {
	return Words{
		uint64(o.SchemeEnd) | uint64(o.HostStart)<<32,
		uint64(o.HostEnd) | uint64(o.PathStart)<<32,
		uint64(o.PathEnd) | uint64(o.QueryEnd)<<32,
		uint64(o.End) | uint64(host)<<HostBits | uint64(o.pathKind(host, firstPathByte))<<PathBits | o.formHint(host, firstPathByte),
	}
}

// The offsets in w, one accessor each. They do not allocate.
func (w Words) SchemeEnd() uint32 { return uint32(w.W0) }
func (w Words) HostStart() uint32 { return uint32(w.W0 >> 32) }
func (w Words) HostEnd() uint32   { return uint32(w.W1) }
func (w Words) PathStart() uint32 { return uint32(w.W1 >> 32) }
func (w Words) PathEnd() uint32   { return uint32(w.W2) }
func (w Words) QueryEnd() uint32  { return uint32(w.W2 >> 32) }
func (w Words) End() uint32       { return uint32(w.W3) }

// Offsets returns the offsets that w holds.
func (w Words) Offsets() Offsets {
	return Offsets{
		SchemeEnd: uint32(w.W0), HostStart: uint32(w.W0 >> 32),
		HostEnd: uint32(w.W1), PathStart: uint32(w.W1 >> 32),
		PathEnd: uint32(w.W2), QueryEnd: uint32(w.W2 >> 32),
		End: uint32(w.W3),
	}
}

// Len returns the length of the reference.
func (w Words) Len() int { return int(uint32(w.W3)) }

// Host returns the kind of the host.
func (w Words) Host() Host { return Host(w.W3 >> HostBits & 7) }

// Path returns the kind of the path.
func (w Words) Path() Path { return Path(w.W3 >> PathBits & 7) }

// pathKind is section 3.3: the path rule that applies follows from the components
// before the path and from its first byte.
func (o *Offsets) pathKind(host Host, first byte) Path {
	switch {
	case host != NoHost:
		return PathAbEmpty
	case o.PathEnd == o.PathStart:
		return PathEmpty
	case first == '/':
		return PathAbsolute
	case o.SchemeEnd > 0:
		return PathRootless
	}
	return PathNoScheme
}
