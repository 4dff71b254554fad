//go:build amd64 && !purego

package kernel

// A need is an extension that CPUID reports in a bit of a register of a leaf, and
// the lowest level whose kernels use it.
type need struct {
	level    Level
	leaf     uint32
	register uint8
	bit      uint32
}

const (
	ebx = iota + 1
	ecx
)

// The register states that the operating system must save, in XCR0: those of SSE
// and AVX, and the three parts of AVX-512.
const (
	saved256 = 0x06
	saved512 = 0xE6
)

// supported returns the best level that the processor and the operating system
// support.
func supported() Level { return supportedBy(ask, xgetbv) }

// supportedBy returns the best level that has, with all below it, what it needs, by
// what CPUID answers for a leaf, and by XCR0.
func supportedBy(ask func(leaf uint32) [4]uint32, xcr0 func() uint32) Level {
	const osxsave = 1 << 27
	answer, leaf := ask(1), uint32(1)
	if answer[ecx]&osxsave == 0 {
		return Portable
	}
	best := Portable
	switch saved := xcr0(); {
	case saved&saved512 == saved512:
		best = AVX512
	case saved&saved256 == saved256:
		best = AVX2
	}
	for _, n := range needs {
		if n.leaf != leaf {
			answer, leaf = ask(n.leaf), n.leaf
		}
		if answer[n.register]&n.bit == 0 {
			best = min(best, n.level-1)
		}
	}
	return best
}

// ask returns what CPUID says of a leaf.
func ask(leaf uint32) [4]uint32 { return askOf(cpuid, leaf) }

// askOf returns what cpuid says of a leaf: nothing beyond the last one of its kind.
func askOf(cpuid func(leaf, subleaf uint32) (a, b, c, d uint32), leaf uint32) (registers [4]uint32) {
	if highest, _, _, _ := cpuid(leaf&0x80000000, 0); leaf > highest {
		return registers
	}
	a, b, c, d := cpuid(leaf, 0)
	return [...]uint32{a, b, c, d}
}
