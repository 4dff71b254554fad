package kernel

import (
	"os"
	"slices"
	"strconv"
	"strings"
)

// A Level is an implementation of the kernels.
type Level uint8

// The levels: the portable one, those of amd64, each faster than those before
// it, and that of arm64.
const (
	Portable Level = iota
	AVX2           // with what needs_amd64.go lists,
	AVX512         // like this one
	NEON           // which every arm64 has
)

var levelNames = [...]string{"portable", "avx2", "avx512", "neon"}

// String returns the name of l in URISCAN_KERNEL.
func (l Level) String() string { return levelNames[l] }

// level is what the kernels run on: the best the machine has, or the one named
// by URISCAN_KERNEL if the machine has it.
var level = asked(os.Getenv("URISCAN_KERNEL"))

// asked says on standard error, as Go does of what GODEBUG asks in vain, that the
// kernel of that name does not run, or who tests it would test another. A program
// goes on nevertheless: the answers are the same. println and not os.Stderr, for
// a reader that went away would end the program.
func asked(name string) Level {
	l, complaint := choose(name)
	if complaint != "" {
		println(complaint)
	}
	return l
}

// choose returns the level of that name, or the best and, unless the name is
// empty, why that.
func choose(name string) (l Level, complaint string) {
	all := Levels()
	best := all[len(all)-1]
	if name == "" {
		return best, ""
	}
	i := slices.Index(levelNames[:], name)
	switch {
	case i < 0:
		complaint = "is none of " + strings.Join(levelNames[:], ", ")
	case !slices.Contains(all, Level(i)):
		complaint = "is not in this machine or build"
	default:
		return Level(i), ""
	}
	return best, "uriscan: the kernel of URISCAN_KERNEL=" + strconv.Quote(name) + " " + complaint + ": " + best.String() + " runs"
}

// Use makes the kernels run on l, or on the best level if the machine lacks l,
// and returns the level they ran on before. It is for tests and comparisons, and
// not safe while others call kernels.
func Use(l Level) (before Level) {
	before = level
	level, _ = choose(l.String())
	return before
}

// Vectors reports whether there are kernels, without which [Locate] is not worth the
// call. It does not allocate.
func Vectors() bool { return level != Portable }

// best is the level that supported names, asked once: on a virtual machine every
// cpuid leaves it, which takes longer than some hundred calls of a kernel.
var best = supported()

// Levels returns the levels that this machine has, the slowest first.
func Levels() []Level {
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
