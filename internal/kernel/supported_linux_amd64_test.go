//go:build !purego

package kernel

import (
	"encoding/binary"
	"os"
	"slices"
	"strings"
	"testing"
)

// extensions are needs by the names that Linux gives them, from the manuals of Intel and AMD.
var extensions = []struct {
	flag     string
	level    Level
	leaf     uint32
	register uint8
	bit      int
}{
	{"popcnt", AVX2, 1, ecx, 23},
	{"avx", AVX2, 1, ecx, 28},
	{"bmi1", AVX2, 7, ebx, 3},
	{"avx2", AVX2, 7, ebx, 5},
	{"bmi2", AVX2, 7, ebx, 8},
	{"avx512f", AVX512, 7, ebx, 16},
	{"avx512dq", AVX512, 7, ebx, 17},
	{"avx512cd", AVX512, 7, ebx, 28},
	{"avx512bw", AVX512, 7, ebx, 30},
	{"avx512vl", AVX512, 7, ebx, 31},
	{"avx512vbmi", AVX512, 7, ecx, 1},
	{"avx512_vbmi2", AVX512, 7, ecx, 6},
	{"gfni", AVX512, 7, ecx, 8},
	{"abm", AVX512, 0x80000001, ecx, 5}, // LZCNT
}

func TestNeeds(t *testing.T) {
	var want []need
	for _, e := range extensions {
		want = append(want, need{e.level, e.leaf, e.register, 1 << e.bit})
	}
	if !slices.Equal(needs[:], want) {
		t.Errorf("needs = %v, want %v", needs, want)
	}
}

// The levels are those that the operating system has the processor's flags for: a level
// that is never chosen would be slow, and not tested. Under an emulator the system speaks of
// the processor below it, which has another name.
func TestSupportedIsWhatTheSystemSays(t *testing.T) {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		t.Fatal(err)
	}
	system := map[string][]string{}
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(line, ":")
		system[strings.TrimSpace(name)] = strings.Fields(value)
	}
	if name := brand(); !slices.Equal(system["model name"], name) {
		t.Logf("%s is emulated on %s: nothing to compare", name, system["model name"])
		return
	}
	best := AVX512
	for _, e := range extensions {
		if !slices.Contains(system["flags"], e.flag) {
			t.Logf("%v needs %s, which this machine lacks", e.level, e.flag)
			best = min(best, e.level-1)
		}
	}
	if got := supported(); got != best {
		t.Errorf("supported() = %v, want %v", got, best)
	}
}

// brand returns the words of the processor's name, as CPUID has it.
func brand() []string {
	var name []byte
	for leaf := range uint32(3) {
		for _, register := range ask(0x80000002 + leaf) {
			name = binary.LittleEndian.AppendUint32(name, register)
		}
	}
	text, _, _ := strings.Cut(string(name), "\x00")
	return strings.Fields(text)
}
