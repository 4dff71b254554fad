package kernel

import (
	"fmt"
	"slices"
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

// String returns the name of l, as URISCAN_KERNEL has it for the command and tests.
func (l Level) String() string { return levelNames[l] }

// level is the level that the kernels run on: the best of the machine, unless Use has
// changed it.
var level = best

// Named returns the level of that name, and an error if no level has it or this
// machine or build lacks it.
func Named(name string) (Level, error) {
	have := Levels()
	i := slices.IndexFunc(have, func(l Level) bool { return l.String() == name })
	switch {
	case i >= 0:
		return have[i], nil
	case slices.Contains(levelNames[:], name):
		return 0, fmt.Errorf("this machine or build lacks the kernel %s: it has %v", name, have)
	}
	return 0, fmt.Errorf("no kernel is called %q: there are %s", name, strings.Join(levelNames[:], ", "))
}

// Use makes the kernels run on l, which [Levels] has to hold, and returns the level
// they ran on before. It is for the command, tests and comparisons, and not safe
// while others call kernels.
func Use(l Level) (before Level) {
	before, level = level, l
	return before
}

// best is the result of supported, computed once: on a virtual machine every CPUID
// exits to the host, which takes longer than some hundred calls of a kernel.
var best = supported()

// Levels returns the levels that this machine has, the slowest first.
func Levels() []Level {
	if best == NEON {
		return []Level{Portable, NEON}
	}
	return []Level{Portable, AVX2, AVX512}[:best+1]
}

// Flags of the fourth word for what a kernel leaves open: FormHintOpen if the reference
// may have [automaton.FormHint], HostOpen if the host ends in a digit and may be an
// IPv4address, AllOpen if nothing is proven. If the fourth word is below FormHintOpen,
// the words are proven in full. Stopped, beside AllOpen, says that the words are those of
// the bytes before the first that is wrong, or before the "[" of an IP literal that it is in. Of a byte
// of a scheme, a userinfo or a port it need not say so. With literalOpen, the words are those of a reference
// in which the first "[" and the "]" after it may stay, although no host begins there.
const (
	literalOpen  = 1 << 59
	Stopped      = 1 << 60
	FormHintOpen = 1 << 61
	HostOpen     = 1 << 62
	AllOpen      = 1 << 63
)
