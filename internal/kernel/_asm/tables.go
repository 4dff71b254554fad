package main

import (
	"encoding/binary"

	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

const (
	alpha      = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	digit      = "0123456789"
	unreserved = alpha + digit + "-._~"
	subDelims  = "!$&'()*+,;="
)

// table writes 128 classes as a read-only symbol.
func table(name string, class func(byte) byte) Mem {
	return data(name, 128, func(c int) byte { return class(byte(c)) })
}

// constant and halfConstant write a byte as often as a register of AVX-512, and of
// AVX2, holds it.
func constant(name string, c byte) Mem { return repeated(name, c, 64) }

func halfConstant(name string, c byte) Mem { return repeated(name, c, 32) }

func repeated(name string, c byte, times int) Mem {
	return data(name, times, func(int) byte { return c })
}

// data writes n bytes, a multiple of eight, as words of a read-only symbol.
func data(name string, n int, at func(i int) byte) Mem {
	m := GLOBL(name, roData)
	for i := 0; i < n; i += 8 {
		var word [8]byte
		for j := range word {
			word[j] = at(i + j)
		}
		DATA(i, U64(binary.LittleEndian.Uint64(word[:])))
	}
	return m
}

// bytes writes 64 bytes as a read-only symbol.
func bytes(name string, at func(int) byte) Mem { return data(name, 64, at) }

// eightOf writes a byte that is only ever loaded into whole registers, eight times.
func eightOf(name string, c byte) Mem { return repeated(name, c, 8) }

// dword and qword write a number that every lane is to have.
func dword(name string, v uint32) Mem { return qword(name, uint64(v)<<32|uint64(v)) }

func qword(name string, v uint64) Mem {
	return data(name, 8, func(i int) byte { return byte(v >> (8 * i)) })
}

const roData = attr.RODATA | attr.NOPTR
