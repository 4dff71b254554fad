package seen

import (
	"crypto/rand"
	"encoding/binary"
	"math/bits"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/scanner"
)

// A Key stands for a class of inputs. Keys of one Seed are equal for equal inputs
// and, as far as chance goes, for no others.
type Key struct{ Hi, Lo uint64 }

// A Seed is the secret of a set: 16 random bytes, of which the keys are a function
// as much as of the input.
type Seed [16]byte

// NewSeed returns a seed that nobody can guess.
func NewSeed() Seed {
	var s Seed
	rand.Read(s[:]) // never fails
	return s
}

// Sum returns the key of the bytes of src: SipHash-2-4 of 128 bits. Its time is
// linear in len(src). It does not allocate.
func Sum[B lut.Bytes](s *Seed, src B) Key { return sum(s, kernel.Bytes(src)) }

// SumRef returns the key of the normal form of src under the rungs of f: that of
// src itself if it is normal already, and else of the form in a buffer of a pool.
// ref must be the [scanner.Ref] of src. It does not allocate.
func SumRef[B lut.Bytes](s *Seed, src B, ref scanner.Ref, f normalize.Flags) Key {
	b := kernel.Bytes(src)
	if normalize.Needed(b, ref, f) == 0 {
		return sum(s, b)
	}
	form := lend()
	defer giveBack(form)
	form.B, _ = normalize.AppendRef(form.B, b, ref, f)
	return sum(s, form.B)
}

// sum is SipHash by Aumasson and Bernstein with 2 rounds a word and 4 at the end,
// as their reference implementation has it for an output of 16 bytes.
func sum(s *Seed, b []byte) Key {
	k0, k1 := binary.LittleEndian.Uint64(s[:8]), binary.LittleEndian.Uint64(s[8:])
	v0, v1 := k0^0x736f6d6570736575, k1^0x646f72616e646f6d^0xee
	v2, v3 := k0^0x6c7967656e657261, k1^0x7465646279746573
	last := uint64(len(b)) << 56
	for ; len(b) >= 8; b = b[8:] {
		m := binary.LittleEndian.Uint64(b)
		v3 ^= m
		v0, v1, v2, v3 = round(v0, v1, v2, v3)
		v0, v1, v2, v3 = round(v0, v1, v2, v3)
		v0 ^= m
	}
	last |= tail(b)
	v3 ^= last
	v0, v1, v2, v3 = round(v0, v1, v2, v3)
	v0, v1, v2, v3 = round(v0, v1, v2, v3)
	v0 ^= last
	v2 ^= 0xee
	v0, v1, v2, v3 = rounds4(v0, v1, v2, v3)
	lo := v0 ^ v1 ^ v2 ^ v3
	v1 ^= 0xdd
	v0, v1, v2, v3 = rounds4(v0, v1, v2, v3)
	return Key{Hi: v0 ^ v1 ^ v2 ^ v3, Lo: lo}
}

func round(v0, v1, v2, v3 uint64) (_, _, _, _ uint64) {
	v0 += v1
	v2 += v3
	v1 = bits.RotateLeft64(v1, 13) ^ v0
	v3 = bits.RotateLeft64(v3, 16) ^ v2
	v0 = bits.RotateLeft64(v0, 32)
	v2 += v1
	v0 += v3
	v1 = bits.RotateLeft64(v1, 17) ^ v2
	v3 = bits.RotateLeft64(v3, 21) ^ v0
	v2 = bits.RotateLeft64(v2, 32)
	return v0, v1, v2, v3
}

func rounds4(v0, v1, v2, v3 uint64) (_, _, _, _ uint64) {
	for range 4 {
		v0, v1, v2, v3 = round(v0, v1, v2, v3)
	}
	return v0, v1, v2, v3
}

// tail returns fewer than 8 bytes as a word.
func tail(b []byte) (w uint64) {
	for i := len(b) - 1; i >= 0; i-- {
		w = w<<8 | uint64(b[i])
	}
	return w
}
