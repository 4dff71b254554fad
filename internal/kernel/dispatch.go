package kernel

import "os"

// A Level is an implementation of the kernels.
type Level uint8

// The levels: the portable one, those of amd64, each faster than those before
// it, and that of arm64.
const (
	Portable Level = iota
	AVX2           // with BMI1, BMI2 and PCLMULQDQ
	AVX512         // with BW, CD, DQ, VBMI, VBMI2 and GFNI, and what AVX2 needs
	NEON           // which every arm64 has
)

var levelNames = [...]string{"portable", "avx2", "avx512", "neon"}

// String returns the name of l in URISCAN_KERNEL.
func (l Level) String() string { return levelNames[l] }

// level is what the kernels run on: the best the machine has, or the one named
// by URISCAN_KERNEL if the machine has it.
var level = choose(os.Getenv("URISCAN_KERNEL"))

func choose(name string) Level {
	all := Levels()
	for _, l := range all {
		if l.String() == name {
			return l
		}
	}
	return all[len(all)-1]
}

// Use makes the kernels run on l, or on the best level if the machine lacks l,
// and returns the level they ran on before. It is for tests and comparisons, and
// not safe while others call kernels.
func Use(l Level) (before Level) {
	before, level = level, choose(l.String())
	return before
}

// Vectors tells whether there are kernels, without which [Locate] and [Form] are not worth
// the call. It does not allocate.
func Vectors() bool { return level != Portable }

// Levels returns the levels that this machine has, the slowest first.
func Levels() []Level {
	best := supported()
	if best == NEON {
		return []Level{Portable, NEON}
	}
	return []Level{Portable, AVX2, AVX512}[:best+1]
}

// What a kernel leaves open it says in the fourth word: SuspectOpen where there is
// something that may make the reference [Suspect], HostOpen where a digit
// ends the host, which may be an IPv4address, AllOpen where nothing is proven.
// Words below SuspectOpen are proven in full.
const (
	SuspectOpen = 1 << 61
	HostOpen    = 1 << 62
	AllOpen     = 1 << 63
)
