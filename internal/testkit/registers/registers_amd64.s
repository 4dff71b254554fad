#include "funcdata.h"
#include "textflag.h"

// func After(f func(b []byte) (w0, w1, w2, w3 uint64), b []byte) (w0, w1, w2, w3, r8 uint64)
TEXT ·After(SB), 0, $24-72
	NO_LOCAL_POINTERS
	MOVQ f+0(FP), DX
	MOVQ b_base+8(FP), AX
	MOVQ b_len+16(FP), BX
	MOVQ b_cap+24(FP), CX
	MOVQ (DX), SI
	CALL SI
	MOVQ AX, w0+32(FP)
	MOVQ BX, w1+40(FP)
	MOVQ CX, w2+48(FP)
	MOVQ DI, w3+56(FP)
	MOVQ R8, r8+64(FP)
	RET
