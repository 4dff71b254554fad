package normalize

import (
	"encoding/binary"
	"math/bits"
	"unsafe"

	"github.com/uriscan/uriscan/scanner"
)

// This file defines the hash of bytes that Hash returns. Its values are stable for ever:
// a change here may make it faster, but must not change a result.
//
// Words have 64 bits and are read with the low byte first, sums of words are
// modulo 2^64, (lo, hi) is the number lo + hi*2^64, and x·y is the full product.
//
//	absorb((a, b), x, y)  =  p·q + q + p·2^64  modulo 2^128
//	                         where p = a xor x, q = b xor y
//
// With y fixed, absorb is injective in x, and with x fixed, in y: if two results
// were equal, their difference Δp·(q + 2^64), or Δq·(p + 1), would be a multiple
// of 2^128, but it is neither 0 nor that large. A product alone would lose one
// factor where the other is 0.
//
// There are four lanes, each a pair of words that begins as start[2i] xor s and
// start[2i+1] xor t, where t·2^64 + s = (seed xor seedKey)·seedFactor.
//
//   - While more than 64 bytes are left, the last 64 of them are removed, and
//     lane i absorbs bytes 16i to 16i+15 of those 64.
//   - If any were removed, the lanes then absorb the first 64 bytes of the input,
//     some of them again.
//   - Else, if the input has n ≥ 16 bytes, the lanes absorb the 16 bytes from 0,
//     min(16, n-16), max(32, n)-32 and n-16 on.
//   - Else lane 0 absorbs the bytes, followed by zeros.
//
// Then the lanes become one, together with the length, which tells inputs apart
// that differ only in zeros at the end. Two rounds spread each bit over the result;
// they are invertible, so nothing is lost:
//
//	p  = a0 xor b1 xor rotl(a2, 23) xor rotl(b3, 41)
//	q  = b0 xor a1 xor rotl(b2, 23) xor rotl(a3, 41) xor length
//	(lo, hi) = absorb((p, q), 0, 0)
//	hi = hi xor fold(lo·key0); lo = lo xor fold(hi·key1)
//
// where fold of a product is the xor of its halves. The bytes are removed from the end
// because versions before 1.0 read the normal form in that direction.

// start has the fractions of the square roots of the first eight primes (FIPS
// 180-4, 5.3.5). The factors are odd words of its section 4.2.3, of cube roots.
var start = [8]uint64{
	0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
	0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
}

const (
	seedKey    = 0xb5c0fbcfec4d3b2f
	seedFactor = 0x59f111f1b605d019
	key0       = 0x923f82a4af194f9b
	key1       = 0x71374491_23ef65cd
)

// A lane is a pair of words that absorbs pairs of words. Four lanes in four
// variables stay in registers; in an array they would not.
type lane struct{ lo, hi uint64 }

func (l lane) absorb(x, y uint64) lane {
	p, q := l.lo^x, l.hi^y
	hi, lo := bits.Mul64(p, q)
	lo, carry := bits.Add64(lo, q, 0)
	return lane{lo, hi + p + carry}
}

// take absorbs b[i:i+16].
func (l lane) take(b []byte, i int) lane { return l.absorb(word(b, i), word(b, i+8)) }

func word(b []byte, i int) uint64 { return binary.LittleEndian.Uint64(b[i:]) }

// stripe is the number of bytes that the lanes absorb at a time.
const stripe = 64

// lanes returns the initial lanes.
func lanes(seed uint64) (l0, l1, l2, l3 lane) {
	t, s := bits.Mul64(seed^seedKey, seedFactor)
	return lane{start[0] ^ s, start[1] ^ t}, lane{start[2] ^ s, start[3] ^ t},
		lane{start[4] ^ s, start[5] ^ t}, lane{start[6] ^ s, start[7] ^ t}
}

// spread spreads each bit of the one lane (p, q) over the result.
func spread(p, q uint64, n int) Sum {
	one := lane{p, q}.absorb(0, uint64(n))
	one.hi ^= fold(one.lo, key0)
	one.lo ^= fold(one.hi, key1)
	return Sum{one.hi, one.lo}
}

func fold(x, y uint64) uint64 {
	hi, lo := bits.Mul64(x, y)
	return hi ^ lo
}

// short returns fewer than 16 bytes, followed by zeros, as two words.
func short(b []byte) (x, y uint64) {
	switch n := len(b); {
	case n >= 8:
		return word(b, 0), word(b, n-8) >> (8 * uint(16-n))
	case n >= 4:
		return uint64(binary.LittleEndian.Uint32(b)) | uint64(binary.LittleEndian.Uint32(b[n-4:]))<<(8*uint(n-4)), 0
	case n > 0:
		return uint64(b[0]) | uint64(b[n/2])<<(8*uint(n/2)) | uint64(b[n-1])<<(8*uint(n-1)), 0
	}
	return 0, 0
}

// sum returns the hash of b.
func sum(b []byte, seed uint64) Sum {
	return hash(unsafe.SliceData(b), len(b), scanner.Ref{}, 0, seed)
}

// hash is [Hash]. It hashes the bytes itself if no rung can change them. It is one
// function because the lanes do not fit in the registers for arguments, and because a
// call takes a tenth of the time.
func hash(p *byte, n int, ref scanner.Ref, f Flags, seed uint64) Sum {
	b := unsafe.Slice(p, n)
	if !KnownNormal(ref, f) {
		return sumForm(b, ref, f, seed)
	}
	l0, l1, l2, l3 := lanes(seed)
	if n < 16 {
		l0 = l0.absorb(short(b))
	} else {
		for ; len(b) > stripe; b = b[:len(b)-stripe] {
			last := b[len(b)-stripe:]
			l0 = l0.take(last, 0)
			l1 = l1.take(last, 16)
			l2 = l2.take(last, 32)
			l3 = l3.take(last, 48)
		}
		b = b[:min(n, stripe)]
		l0 = l0.take(b, 0)
		l1 = l1.take(b, min(16, len(b)-16))
		l2 = l2.take(b, max(32, len(b))-32)
		l3 = l3.take(b, len(b)-16)
	}
	return spread(
		l0.lo^l1.hi^bits.RotateLeft64(l2.lo, 23)^bits.RotateLeft64(l3.hi, 41),
		l0.hi^l1.lo^bits.RotateLeft64(l2.hi, 23)^bits.RotateLeft64(l3.lo, 41), n)
}
