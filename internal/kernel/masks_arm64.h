// How masks come out of bytes, for locate_arm64.s. V0 to V3 hold the bytes of a
// block, V4 to V7 their classes, V16 and V17 the tables of the classes, V18 the
// weights and V19 0x0f; V20 to V31 are scratch.

// The cells of the nibble tables, as for AVX2: a high nibble or two times some low
// nibbles, a bit each, which together are the bytes of a reference outside IP
// literals, less '%', '@' and '#'. A byte whose class is 0 is special.
#define plusEtc 0x01 /* 2; BDE: '+' '-' '.' */
#define subEtc  0x02 /* 2; 1 4 6-9 A C F: '!' '$' '&' ''' '(' ')' '*' ',' '/' */
#define digit   0x04 /* 3; 0-9: DIGIT */
#define colEtc  0x08 /* 3; A B D F: ':' ';' '=' '?' */
#define fromA   0x10 /* 4 6; 1-F: 'A' to 'O' and 'a' to 'o' */
#define fromP   0x20 /* 5 7; 0-A: 'P' to 'Z' and 'p' to 'z' */
#define under   0x40 /* 5; F: '_' */
#define tilde   0x80 /* 7; E: '~' */

// By low nibble, by high nibble, and the weight of a byte in its mask's byte.
DATA tables<>+0x00(SB)/1, $(digit|fromP)
DATA tables<>+0x01(SB)/1, $(subEtc|digit|fromA|fromP)
DATA tables<>+0x02(SB)/1, $(digit|fromA|fromP)
DATA tables<>+0x03(SB)/1, $(digit|fromA|fromP)
DATA tables<>+0x04(SB)/1, $(subEtc|digit|fromA|fromP)
DATA tables<>+0x05(SB)/1, $(digit|fromA|fromP)
DATA tables<>+0x06(SB)/1, $(subEtc|digit|fromA|fromP)
DATA tables<>+0x07(SB)/1, $(subEtc|digit|fromA|fromP)
DATA tables<>+0x08(SB)/1, $(subEtc|digit|fromA|fromP)
DATA tables<>+0x09(SB)/1, $(subEtc|digit|fromA|fromP)
DATA tables<>+0x0A(SB)/1, $(subEtc|colEtc|fromA|fromP)
DATA tables<>+0x0B(SB)/1, $(plusEtc|colEtc|fromA)
DATA tables<>+0x0C(SB)/1, $(subEtc|fromA)
DATA tables<>+0x0D(SB)/1, $(plusEtc|colEtc|fromA)
DATA tables<>+0x0E(SB)/1, $(plusEtc|fromA|tilde)
DATA tables<>+0x0F(SB)/1, $(subEtc|colEtc|fromA|under)
DATA tables<>+0x10(SB)/2, $0
DATA tables<>+0x12(SB)/1, $(plusEtc|subEtc)
DATA tables<>+0x13(SB)/1, $(digit|colEtc)
DATA tables<>+0x14(SB)/1, $(fromA)
DATA tables<>+0x15(SB)/1, $(fromP|under)
DATA tables<>+0x16(SB)/1, $(fromA)
DATA tables<>+0x17(SB)/1, $(fromP|tilde)
DATA tables<>+0x18(SB)/8, $0
DATA tables<>+0x20(SB)/8, $0x8040201008040201
DATA tables<>+0x28(SB)/8, $0x8040201008040201
GLOBL tables<>(SB), RODATA|NOPTR, $48

// The numbers from 0, for VTBL.
DATA ramp<>+0x00(SB)/8, $0x0706050403020100
DATA ramp<>+0x08(SB)/8, $0x0F0E0D0C0B0A0908
DATA ramp<>+0x10(SB)/8, $0x1716151413121110
DATA ramp<>+0x18(SB)/8, $0x1F1E1D1C1B1A1918
DATA ramp<>+0x20(SB)/8, $0x2726252423222120
DATA ramp<>+0x28(SB)/8, $0x2F2E2D2C2B2A2928
DATA ramp<>+0x30(SB)/8, $0x3736353433323130
DATA ramp<>+0x38(SB)/8, $0x3F3E3D3C3B3A3938
DATA ramp<>+0x40(SB)/8, $0x4746454443424140
DATA ramp<>+0x48(SB)/8, $0x4F4E4D4C4B4A4948
DATA ramp<>+0x50(SB)/8, $0x5756555453525150
DATA ramp<>+0x58(SB)/8, $0x5F5E5D5C5B5A5958
DATA ramp<>+0x60(SB)/8, $0x6766656463626160
DATA ramp<>+0x68(SB)/8, $0x6F6E6D6C6B6A6968
DATA ramp<>+0x70(SB)/8, $0x7776757473727170
DATA ramp<>+0x78(SB)/8, $0x7F7E7D7C7B7A7978
GLOBL ramp<>(SB), RODATA|NOPTR, $128

// class = low[byte & 15] & high[byte >> 4], for 16 bytes.
#define CLASS(bytes, class, t) \
	VAND  V19.B16, bytes.B16, class.B16 \
	VUSHR $4, bytes.B16, t.B16          \
	VTBL  class.B16, [V16.B16], class.B16 \
	VTBL  t.B16, [V17.B16], t.B16         \
	VAND  t.B16, class.B16, class.B16

#define CLASSES \
	CLASS(V0, V4, V20) \
	CLASS(V1, V5, V21) \
	CLASS(V2, V6, V22) \
	CLASS(V3, V7, V23)

// a to d = 0xff where the byte is c, else 0.
#define EQUAL(c, a, b, c_, d) \
	VMOVI $c, V28.B16             \
	VCMEQ V28.B16, V0.B16, a.B16  \
	VCMEQ V28.B16, V1.B16, b.B16  \
	VCMEQ V28.B16, V2.B16, c_.B16 \
	VCMEQ V28.B16, V3.B16, d.B16

// a to d = 0xff where the byte is c, else as they are.
#define OREQUAL(c, a, b, c_, d) \
	VMOVI $c, V28.B16             \
	VCMEQ V28.B16, V0.B16, V29.B16 \
	VORR  V29.B16, a.B16, a.B16    \
	VCMEQ V28.B16, V1.B16, V29.B16 \
	VORR  V29.B16, b.B16, b.B16    \
	VCMEQ V28.B16, V2.B16, V29.B16 \
	VORR  V29.B16, c_.B16, c_.B16  \
	VCMEQ V28.B16, V3.B16, V29.B16 \
	VORR  V29.B16, d.B16, d.B16

// a to d = 0xff where the class is one of cells, else 0.
#define WITHIN(cells, a, b, c, d) \
	VMOVI  $cells, V28.B16        \
	VCMTST V28.B16, V4.B16, a.B16 \
	VCMTST V28.B16, V5.B16, b.B16 \
	VCMTST V28.B16, V6.B16, c.B16 \
	VCMTST V28.B16, V7.B16, d.B16

// a = the sums of four bytes of a to d each, weighted: half a mask's byte.
#define WEIGH(a, b, c, d) \
	VAND  V18.B16, a.B16, a.B16 \
	VAND  V18.B16, b.B16, b.B16 \
	VAND  V18.B16, c.B16, c.B16 \
	VAND  V18.B16, d.B16, d.B16 \
	VADDP b.B16, a.B16, a.B16   \
	VADDP d.B16, c.B16, c.B16   \
	VADDP c.B16, a.B16, a.B16

// r = the mask of V20 to V23.
#define MASK(r) \
	WEIGH(V20, V21, V22, V23)     \
	VADDP V20.B16, V20.B16, V20.B16 \
	VMOV  V20.D[0], r

// r, s = the masks of V20 to V23 and of V24 to V27.
#define MASKS(r, s) \
	WEIGH(V20, V21, V22, V23)       \
	WEIGH(V24, V25, V26, V27)       \
	VADDP V24.B16, V20.B16, V20.B16 \
	VMOV  V20.D[0], r               \
	VMOV  V20.D[1], s

// a to d = 0xff where the byte is one of 'A' to 'Z', else 0: byte - 'A' <= 25 is
// min(that, 25) = that.
#define UPPER(bytes, r) \
	VSUB  V28.B16, bytes.B16, r.B16 \
	VUMIN V29.B16, r.B16, V30.B16    \
	VCMEQ V30.B16, r.B16, r.B16

#define UPPERS(a, b, c, d) \
	VMOVI $'A', V28.B16 \
	VMOVI $25, V29.B16  \
	UPPER(V0, a)        \
	UPPER(V1, b)        \
	UPPER(V2, c)        \
	UPPER(V3, d)

// r = the mask of HEXDIG: digits, and bytes that with bit 5 set are 'a' to 'f'.
// (byte | 0x20) - 'a' <= 5.
#define LETTER(bytes, class, r) \
	VORR   V28.B16, bytes.B16, r.B16  \
	VSUB   V29.B16, r.B16, r.B16       \
	VUMIN  V30.B16, r.B16, V24.B16     \
	VCMEQ  V24.B16, r.B16, r.B16       \
	VCMTST V31.B16, class.B16, V24.B16 \
	VORR   V24.B16, r.B16, r.B16

#define HEXDIGS(r) \
	VMOVI $0x20, V28.B16 \
	VMOVI $'a', V29.B16  \
	VMOVI $5, V30.B16    \
	VMOVI $digit, V31.B16 \
	LETTER(V0, V4, V20)  \
	LETTER(V1, V5, V21)  \
	LETTER(V2, V6, V22)  \
	LETTER(V3, V7, V23)  \
	MASK(r)

// r = the number of the lowest bit of m, 64 if m is 0.
#define LOWEST(m, r) \
	RBIT m, r \
	CLZ  r, r
