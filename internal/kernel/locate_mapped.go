package kernel

import "math/bits"

// leastMapped is the length from which a reference is worth its maps.
const leastMapped = 16

// locateMapped is [locatePortable] for a reference of leastMapped octets or more.
// unknown says that it is none that [Words.begin] knows.
func locateMapped(src []byte) (w Words, ok, unknown bool) {
	a, b, c, d := mapsAt(src, 0)
	path := w.begin(src, a, b, c, d)
	if path == notLine {
		return w, false, true
	}
	a &= ^uint64(0) << (path & 63)
	d &= ^uint64(0) << (path & 63)
	if a&c != 0 && d&(a&c-1) == 0 {
		return w, w.close(a&b, a&c) == uint(len(src)), false
	}
	return w, w.rest(src, a, b, c, d) == uint(len(src)), false
}

// rest is [Words.close] for what does not end in the first window, a to d, or where
// d shows what it may in path, query and fragment.
func (w *Words) rest(src []byte, a, b, c, d uint64) (end uint) {
	pathEnd, queryEnd := notLine, notLine
	for at := uint(0); ; at += 64 {
		if pathEnd == notLine && a&b != 0 {
			pathEnd = at + uint(bits.TrailingZeros64(a&b))
		}
		if d &= a&c - 1; d != 0 {
			if queryEnd = w.marks(src, at, d, queryEnd); queryEnd == badMark {
				return notLine
			}
		}
		if a&c != 0 {
			end = at + uint(bits.TrailingZeros64(a&c))
			break
		}
		last := a &^ b >> 63 // a "/"
		a, b, c, d = mapsAt(src, int(at)+64)
		if pathEnd == notLine && (slashDot(a, b, c)|last&c)&^a&(a&b-1) != 0 {
			w.W3 |= Suspect
		}
	}
	w.W2 = uint64(pathEnd) | uint64(min(queryEnd, end))<<32
	w.W3 |= uint64(end)
	return end
}

// mapsAt returns the maps of the 64 octets of src from at on.
func mapsAt(src []byte, at int) (a, b, c, d uint64) {
	if len(src)-at >= 64 {
		s := (*[64]byte)(src[at:])
		k0, k1 := four(0, (*[4]byte)(s[12:])), four(0, (*[4]byte)(s[28:]))
		k0, k1 = four(k0, (*[4]byte)(s[8:])), four(k1, (*[4]byte)(s[24:]))
		k0, k1 = four(k0, (*[4]byte)(s[4:])), four(k1, (*[4]byte)(s[20:]))
		k0, k1 = four(k0, (*[4]byte)(s[0:])), four(k1, (*[4]byte)(s[16:]))
		k2, k3 := four(0, (*[4]byte)(s[44:])), four(0, (*[4]byte)(s[60:]))
		k2, k3 = four(k2, (*[4]byte)(s[40:])), four(k3, (*[4]byte)(s[56:]))
		k2, k3 = four(k2, (*[4]byte)(s[36:])), four(k3, (*[4]byte)(s[52:]))
		k2, k3 = four(k2, (*[4]byte)(s[32:])), four(k3, (*[4]byte)(s[48:]))
		return transposed(k0, k1, k2, k3)
	}
	k := [4]uint64{ends, ends, ends, ends}
	i := 0
	for ; at <= len(src)-16; at += 16 {
		k[i&3] = kinds16((*[16]byte)(src[at:]))
		i++
	}
	if more := len(src) - at; more > 0 { // the last 16 octets of src, less those before at
		const lanes = 0x0001_0001_0001_0001
		inside := uint64(1)<<(more&15)*lanes - lanes
		k[i&3] = kinds16((*[16]byte)(src[len(src)-16:]))>>((16-more)&15)&inside | ends&^inside
	}
	return transposed(k[0], k[1], k[2], k[3])
}

// kinds16 returns 16 bits of each map, one map above the other.
func kinds16(s *[16]byte) uint64 {
	k := four(four(0, (*[4]byte)(s[12:])), (*[4]byte)(s[8:]))
	return four(four(k, (*[4]byte)(s[4:])), (*[4]byte)(s[0:]))
}

// transposed returns 64 bits of each map from four times 16.
func transposed(k0, k1, k2, k3 uint64) (a, b, c, d uint64) {
	const even = 0x0000_ffff_0000_ffff
	const low = 1<<32 - 1
	ac0, bd0 := k0&even|k1&even<<16, k0>>16&even|k1&^even
	ac1, bd1 := k2&even|k3&even<<16, k2>>16&even|k3&^even
	return ac0&low | ac1<<32, bd0&low | bd1<<32, ac0>>32 | ac1&^low, bd0>>32 | bd1&^low
}
