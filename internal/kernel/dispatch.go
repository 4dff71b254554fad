package kernel

import "os"

// A Level is an implementation of the kernels.
type Level uint8

// The levels, each faster than those before it.
const (
	Portable Level = iota
	AVX2           // with BMI1 and BMI2
	AVX512         // with BW, CD, DQ, VBMI, VBMI2 and GFNI, and what AVX2 needs
)

var levelNames = [...]string{"portable", "avx2", "avx512"}

// String returns the name of l in URISCAN_KERNEL.
func (l Level) String() string { return levelNames[l] }

// level is what the kernels run on: the best the machine has, or the one named
// by URISCAN_KERNEL if the machine has it.
var level = choose(os.Getenv("URISCAN_KERNEL"))

func choose(name string) Level {
	best := supported()
	for l := range best {
		if l.String() == name {
			return l
		}
	}
	return best
}

// Use makes the kernels run on l and returns the level they ran on before. It
// is for tests and comparisons, and not safe while others call kernels.
func Use(l Level) (before Level) {
	before, level = level, min(l, supported())
	return before
}

// Levels returns the levels that this machine has.
func Levels() []Level {
	var all []Level
	for l := range supported() + 1 {
		all = append(all, l)
	}
	return all
}

// What a kernel leaves open it says in the fourth word: SuspectOpen where there is
// something that may make the reference [Suspect], HostOpen where the host consists
// of digits and dots and may be an IPv4address, AllOpen where nothing is proven.
// Words below SuspectOpen are proven in full.
const (
	SuspectOpen = 1 << 61
	HostOpen    = 1 << 62
	AllOpen     = 1 << 63
)
