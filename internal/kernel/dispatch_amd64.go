//go:build amd64 && !purego

package kernel

// supported returns the best level that the processor and the operating system
// support.
func supported() Level {
	const (
		osxsave   = 1 << 27 // leaf 1, ECX
		popcnt    = 1 << 23
		pclmulqdq = 1 << 1
		needed    = osxsave | popcnt | pclmulqdq
		saved256  = 0x06                          // XCR0: SSE and AVX
		saved512  = 0xE6                          // and the three parts of AVX-512
		needed256 = 1<<3 | 1<<5 | 1<<8            // leaf 7, EBX: BMI1, AVX2, BMI2
		needed512 = 1<<16 | 1<<17 | 1<<28 | 1<<30 // F, DQ, CD, BW
		more512   = 1<<1 | 1<<6 | 1<<8            // leaf 7, ECX: VBMI, VBMI2, GFNI
	)
	highest, _, _, _ := cpuid(0, 0)
	_, _, ecx1, _ := cpuid(1, 0)
	if highest < 7 || ecx1&needed != needed {
		return Portable
	}
	_, ebx, ecx, _ := cpuid(7, 0)
	saved := xgetbv()
	switch {
	case saved&saved256 != saved256 || ebx&needed256 != needed256:
		return Portable
	case saved&saved512 != saved512 || ebx&needed512 != needed512 || ecx&more512 != more512:
		return AVX2
	}
	return AVX512
}
