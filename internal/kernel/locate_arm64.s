//go:build !purego

#include "textflag.h"
#include "masks_arm64.h"

// The single call for NEON. Masks have a bit for each of 64 bytes: position i is
// bit i. What it does not prove is not said to be wrong.

// The input, and what is found of it.
#define input     R0
#define length    R1
#define schemeEnd R3
#define hostStart R4
#define hostEnd   R5
#define pathStart R6
#define pathEnd   R7
#define queryEnd  R8
#define flags     R9
#define hint      R2  /* not 0: FormHint is set */
#define percents  R10 /* not 0: PercentHint is set */

// Masks of the block: the bytes inside the input, those of no component, and
// the delimiters. The end of the input counts as questions and as hashes.
#define inside    R11
#define special   R12
#define colons    R13
#define slashes   R14
#define questions R15
#define hashes    R19
#define ats       R20
#define ends      R21
#define from      R26 /* all from the authority on */
#define dots      R16
#define uppers    R17

// Scratch.
#define at R22
#define t0 R23
#define t1 R24
#define t2 R25

// The level, as in Go, and what is open in w3.
#define NEON     3
#define hostOpen (1<<62)
#define allOpen  (1<<63)

// func locate(b []byte) (w0, w1, w2, w3 uint64)
TEXT ·locate(SB), NOSPLIT, $0-56
	MOVBU ·level(SB), t0
	CMP   $NEON, t0
	BNE   portable
	B     ·locateNEON(SB)

portable:
	MOVD $allOpen, t0
	MOVD ZR, w0+24(FP)
	MOVD ZR, w1+32(FP)
	MOVD ZR, w2+40(FP)
	MOVD t0, w3+48(FP)
	RET

// func locateNEON(b []byte) (w0, w1, w2, w3 uint64)
TEXT ·locateNEON(SB), NOSPLIT, $0-56
	MOVD  b_base+0(FP), input
	MOVD  b_len+8(FP), length
	CBZ   length, empty
	LSR   $31, length, t0    // an offset has 31 bits
	CBNZ  t0, unproven
	MOVD  $tables<>(SB), t0
	VLD1  (t0), [V16.B16, V17.B16, V18.B16]
	VMOVI $0x0f, V19.B16

	// inside = n < 64 ? 1<<n - 1 : all
	// if n < 64 and the page may end within the block: edge
	MOVD $64, t0
	CMP  t0, length
	CSEL LO, length, t0, t1
	SUB  t1, t0, t1
	MOVD $-1, t2
	LSR  t1, t2, inside
	BHS  load
	AND  $4095, input, t2
	CMP  $(4096-64), t2
	BHI  edge

load:
	VLD1 (input), [V0.B16, V1.B16, V2.B16, V3.B16]

loaded:
	CLASSES
	EQUAL(':', V20, V21, V22, V23)
	EQUAL('/', V24, V25, V26, V27)
	MASKS(colons, slashes)
	EQUAL('?', V20, V21, V22, V23)
	WITHIN(0xff, V24, V25, V26, V27)
	MASKS(questions, special)
	EQUAL('.', V20, V21, V22, V23)
	UPPERS(V24, V25, V26, V27)
	MASKS(dots, uppers)
	AND  inside, colons
	AND  inside, slashes
	AND  inside, questions
	BIC  special, inside, special
	AND  inside, dots
	MOVD ZR, hashes
	MOVD ZR, ats
	MOVD ZR, hint
	MOVD ZR, percents
	CBNZ special, specials

	// end = 1<<n, 0 if that is not in this block
	// ends = '/' '?' '#' end; the first of ends and ':' ends the scheme if it is ':'
walk:
	ADD $1, inside, t0
	ORR hashes, questions
	ORR t0, questions
	ORR t0, hashes
	ORR questions, slashes, ends
	ORR colons, ends, t0
	CBZ t0, unproven
	NEG t0, t1
	AND t1, t0, t0        // the bit of the first
	MOVD ZR, schemeEnd
	MOVD ZR, hostStart    // the position after the scheme's ':'
	TST t0, colons
	BEQ hier

	// all before the ':' are a scheme's, the first is ALPHA; "//" must lie in the block
	WITHIN((plusEtc|digit|fromA|fromP), V20, V21, V22, V23)
	MASK(t1)
	SUB   $1, t0, t2
	BIC   t1, t2, t2
	CBNZ  t2, unproven
	MOVBU (input), t1
	ORR   $0x20, t1
	SUB   $'a', t1
	CMP   $26, t1
	BHS   unproven
	LOWEST(t0, schemeEnd)
	ADD   $1, schemeEnd, hostStart
	CMP   $62, hostStart
	BHI   unproven

	// "//" here: an authority
hier:
	LSR hostStart, slashes, t0
	AND $3, t0, t1
	CMP $3, t1
	BEQ authority

	// hint: a rootless path that begins with '.'
	LSR  hostStart, dots, t1
	AND  $1, t1
	CMP  $0, schemeEnd
	CSEL EQ, ZR, t1, t1
	ORR  t1, hint

	// flags = empty ? 0 : '/' here ? absolute : scheme ? rootless : noscheme
	MOVD hostStart, hostEnd
	MOVD hostStart, pathStart
	MOVD $3, t1
	CMP  $0, schemeEnd
	CINC NE, t1, t1
	MOVD $2, t2
	TST  $1, t0
	CSEL NE, t2, t1, t1
	LSR  hostStart, questions, t0
	TST  $1, t0
	CSEL NE, ZR, t1, t1
	LSL  $35, t1, flags
	B    path

	// pathStart = the first end from the authority on
	// t1 = the authority
authority:
	MOVD $-4, from
	LSL  hostStart, from, from
	ADD  $2, hostStart
	AND  from, ends
	CBZ  ends, far
	NEG  ends, t1
	AND  t1, ends, t1
	SUB  $1, t1
	AND  from, t1, t1
	LOWEST(ends, pathStart)

	// the userinfo ends at the only '@': t1 = what is after it
	AND  t1, ats
	CBZ  ats, host
	LOWEST(ats, hostStart)
	ADD  $1, hostStart
	SUB  $1, ats, t0
	TST  t0, ats
	BNE  unproven
	LSL  $1, ats, t0
	NEG  t0, t0
	AND  t0, t1, t1

	// the host ends at the first ':', digits follow; a port sets hint
host:
	MOVD pathStart, hostEnd
	AND  t1, colons
	CBZ  colons, hostKind
	LOWEST(colons, hostEnd)
	ORR  colons, hint
	NEG  colons, t0
	AND  t0, colons
	LSL  $1, colons, t0
	NEG  t0, t0
	AND  t0, t1, t1
	WITHIN(digit, V20, V21, V22, V23)
	MASK(t0)
	BIC  t0, t1, t1
	CBNZ t1, unproven

	// flags = reg-name, path-abempty, but if a digit ends the host, its kind is open. If
	// it is empty, '/' or '@' is before it
hostKind:
	SUB   $1, hostEnd, t0
	MOVBU (input)(t0), t0
	SUB   $'0', t0
	MOVD  $(4<<32|1<<35), flags
	ORR   $hostOpen, flags, t1
	CMP   $10, t0
	CSEL  LO, t1, flags, flags

	// hint: upper case before the path, "/." in it
path:
	MOVD $-1, t0
	LSL  pathStart, t0, t1
	BIC  t1, uppers
	ORR  uppers, hint
	SUB  $1, questions, t2
	BIC  questions, t2, t2
	AND  dots, t2, t2
	AND  t2>>1, slashes, t2
	AND  t1, t2
	ORR  t2, hint

	// pathEnd, queryEnd = the first '?' '#', the first '#', and the end; -1 while unknown
	LOWEST(questions, pathEnd)
	CMP  $0, questions
	CSEL EQ, t0, pathEnd, pathEnd
	LOWEST(hashes, queryEnd)
	CMP  $0, hashes
	CSEL EQ, t0, queryEnd, queryEnd
	MOVD $62, at
	CMP  $64, length
	BHI  block

	// an end that was not found is that of the input; no path after an authority, for
	// which the flag of a reg-name is, sets hint
done:
	CMP  length, pathEnd
	CSEL HI, length, pathEnd, pathEnd
	CMP  length, queryEnd
	CSEL HI, length, queryEnd, queryEnd
	CMP  pathStart, pathEnd
	CSET EQ, t0
	AND  flags>>34, t0, t0
	ORR  t0, hint
	CMP  $0, hint
	CSET NE, t0
	ORR  t0<<38, flags
	CMP  $0, percents
	CSET NE, t0
	ORR  t0<<39, flags
	ORR  hostStart<<32, schemeEnd, t0
	MOVD t0, w0+24(FP)
	ORR  pathStart<<32, hostEnd, t0
	MOVD t0, w1+32(FP)
	ORR  queryEnd<<32, pathEnd, t0
	MOVD t0, w2+40(FP)
	ORR  flags, length, t0
	MOVD t0, w3+48(FP)
	RET

empty:
	MOVD ZR, w0+24(FP)
	MOVD ZR, w1+32(FP)
	MOVD ZR, w2+40(FP)
	MOVD ZR, w3+48(FP)
	RET

unproven:
	MOVD $allOpen, t0
	MOVD ZR, w0+24(FP)
	MOVD ZR, w1+32(FP)
	MOVD ZR, w2+40(FP)
	MOVD t0, w3+48(FP)
	RET

	// V0 to V3 = the 64 bytes that end where the input does, moved down to begin where
	// it does: p is in the last 63 bytes of a page, all 64 are in it or the input
edge:
	ADD  length, input, t0
	SUB  $64, t0
	VLD1 (t0), [V20.B16, V21.B16, V22.B16, V23.B16]
	MOVD $ramp<>(SB), t0
	ADD  t1, t0
	VLD1 (t0), [V24.B16, V25.B16, V26.B16, V27.B16]
	VTBL V24.B16, [V20.B16, V21.B16, V22.B16, V23.B16], V0.B16
	VTBL V25.B16, [V20.B16, V21.B16, V22.B16, V23.B16], V1.B16
	VTBL V26.B16, [V20.B16, V21.B16, V22.B16, V23.B16], V2.B16
	VTBL V27.B16, [V20.B16, V21.B16, V22.B16, V23.B16], V3.B16
	B    loaded

	// '@', one '#', and '%' with two HEXDIG after it are welcome, nothing else. If this is
	// not the last block, a '%' in its last two bytes is judged in the next.
specials:
	EQUAL('%', V20, V21, V22, V23)
	EQUAL('#', V24, V25, V26, V27)
	MASKS(at, hashes)
	EQUAL('@', V20, V21, V22, V23)
	MASK(ats)
	AND  inside, at
	AND  inside, hashes
	AND  inside, ats
	BIC  at, special
	BIC  hashes, special
	BIC  ats, special
	CBNZ special, unproven
	SUB  $1, hashes, t0
	TST  t0, hashes
	BNE  unproven
	CBZ  at, walk
	MOVD at, percents
	HEXDIGS(t0)
	AND  inside, t0
	LSR  $1, t0, t1
	AND  t0>>2, t1, t1
	BIC  t1, at
	LSR  $2, inside, t0
	CMP  $64, length
	CSEL HI, t0, inside, t0
	TST  t0, at
	BNE  unproven
	B    walk

	// the authority goes on after the first block: it is proven if it is a host alone. One
	// that only begins there, after a scheme of 61 bytes, is not worth the care.
far:
	CBZ  from, unproven
	ORR  colons, ats, t0
	TST  from, t0
	BNE  unproven
	ORR  uppers, hint
	MOVD ZR, uppers
	MOVD ZR, dots
	MOVD $62, at

	// ends = '/' '?' '#', colons = ':' '@', in the authority or after it; the last block is
	// the last 64 bytes. hint: upper case before the first of ends
farBlock:
	SUB  $64, length, t0
	CMP  t0, at
	CSEL HI, t0, at, at
	ADD  at, input, t0
	VLD1 (t0), [V0.B16, V1.B16, V2.B16, V3.B16]
	EQUAL('/', V20, V21, V22, V23)
	OREQUAL('?', V20, V21, V22, V23)
	OREQUAL('#', V20, V21, V22, V23)
	EQUAL(':', V24, V25, V26, V27)
	OREQUAL('@', V24, V25, V26, V27)
	MASKS(ends, colons)
	MOVD $63, t0
	CMP  t0, at
	CSEL LO, at, t0, t0
	ASR  t0, from, t0
	AND  t0, ends
	AND  t0, colons
	UPPERS(V20, V21, V22, V23)
	MASK(t1)
	ORR  ends, colons, t0
	SUB  $1, t0, t2
	BIC  t0, t2, t2
	AND  t2, t1
	ORR  t1, hint
	CBNZ t0, farEnd
	ADD  $64, at
	CMP  length, at
	BLO  farBlock
	MOVD length, pathStart
	MOVD length, hostEnd
	B    hostKind

	// the first of ends must not be of colons
farEnd:
	NEG  t0, t1
	AND  t1, t0, t0
	TST  t0, colons
	BNE  unproven
	LOWEST(t0, pathStart)
	ADD  at, pathStart
	MOVD pathStart, hostEnd
	B    hostKind

	// the blocks after the first, from every 62nd byte: every triplet is whole in one.
	// The last block is the last 64 bytes. t2 = what is left from at
block:
	SUB  at, length, t2
	SUB  $64, length, t0
	CMP  t0, at
	CSEL HI, t0, at, at
	ADD  at, input, t0
	VLD1 (t0), [V0.B16, V1.B16, V2.B16, V3.B16]
	CLASSES
	EQUAL('?', V20, V21, V22, V23)
	WITHIN(0xff, V24, V25, V26, V27)
	MASKS(questions, special)
	EQUAL('/', V20, V21, V22, V23)
	EQUAL('.', V24, V25, V26, V27)
	MASKS(slashes, dots)
	MVN  special, special
	CBNZ special, blockSpecials

	// hint: "/." in this block before '?' and '#'
blockQuestions:
	SUB  $1, questions, t0
	BIC  questions, t0, t0
	AND  dots, t0, t0
	AND  t0>>1, slashes, t0
	CBNZ t0, blockDots

	// the first '?' or '#', if none is known
blockEnds:
	CBZ  questions, next
	LOWEST(questions, t0)
	ADD  at, t0
	CMP  t0, pathEnd
	CSEL HI, t0, pathEnd, pathEnd

next:
	ADD $62, at
	CMP $64, t2
	BHI block
	B   done

	// if the path goes on here, and the last "/." is in it
blockDots:
	CMP  at, pathEnd
	BLO  blockEnds
	CLZ  t0, t0
	SUB  t0, at, t0
	ADD  $63, t0
	CMP  pathStart, t0
	CSET HS, t0
	ORR  t0, hint
	B    blockEnds

	// the same as specials. A '#' that is known is seen again where blocks overlap
blockSpecials:
	EQUAL('%', V20, V21, V22, V23)
	EQUAL('#', V24, V25, V26, V27)
	MASKS(ends, hashes)
	EQUAL('@', V20, V21, V22, V23)
	MASK(t0)
	BIC  ends, special
	BIC  hashes, special
	BIC  t0, special
	CBNZ special, unproven
	ORR  hashes, questions
	CBZ  ends, blockHash
	ORR  ends, percents
	HEXDIGS(t0)
	LSR  $1, t0, t1
	AND  t0>>2, t1, t1
	BIC  t1, ends
	MOVD $-1, t0
	LSR  $2, t0, t1
	CMP  $64, t2
	CSEL HI, t1, t0, t0
	TST  t0, ends
	BNE  unproven

blockHash:
	CBZ  hashes, blockQuestions
	SUB  $1, hashes, t0
	TST  t0, hashes
	BNE  unproven
	LOWEST(hashes, t0)
	ADD  at, t0
	CMP  t0, queryEnd
	BEQ  blockQuestions
	CMN  $1, queryEnd
	BNE  unproven
	MOVD t0, queryEnd
	B    blockQuestions

// func nibbleTables() (low, high *[16]uint8)
TEXT ·nibbleTables(SB), NOSPLIT, $0-16
	MOVD $tables<>(SB), R0
	MOVD R0, low+0(FP)
	ADD  $16, R0
	MOVD R0, high+8(FP)
	RET
