//go:build !purego

package kernel

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/guardpage"
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
	{"abm", AVX2, 0x80000001, ecx, 5}, // LZCNT
	{"avx512f", AVX512, 7, ebx, 16},
	{"avx512dq", AVX512, 7, ebx, 17},
	{"avx512cd", AVX512, 7, ebx, 28},
	{"avx512bw", AVX512, 7, ebx, 30},
	{"avx512vl", AVX512, 7, ebx, 31},
	{"avx512vbmi", AVX512, 7, ecx, 1},
	{"avx512_vbmi2", AVX512, 7, ecx, 6},
	{"gfni", AVX512, 7, ecx, 8},
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
	system := map[string][]string{}
	for line := range strings.Lines(testkit.Read(t, "/proc/cpuinfo")) {
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

// The kernels take long inputs in large blocks, here across the end of what can be read; write
// no more positions than eight where a block has few line ends; and list the blocks of long
// lines until the list is full. No batch has positions of more than 30 bits, or 29 with AVX-512.
func TestBlocks(t *testing.T) {
	page := syscall.Getpagesize()
	huge := guardpage.Huge(t, "", 4*page)
	const most, piece = 1 << 30, 4 << 20
	eachLevel(t, func(t *testing.T) {
		const none, lines = 1<<32 - 1, 128
		block := map[Level]int{AVX2: 64, AVX512: 256}[level]
		if !guardpage.Faults(func() { Span(huge[page-block/2:][:block], 0, 0) }) {
			t.Errorf("Span does not read %d bytes at once", block)
		}
		if level != AVX512 {
			return
		}
		s := new(Batch).begin()
		s.pos[1+lines+8], s.level[maxBlocks-1] = none, none
		s.lines(make([]Line, maxBatch), bytes.Repeat([]byte("/"+strings.Repeat("a", 2000)+"\n"), lines), '\n', 0)
		if s.pos[1+lines+8] != none || s.level[maxBlocks-1] == none {
			t.Errorf("%d lines write position %d, and %d is the level of the last block of the list", lines, s.pos[1+lines+8], s.level[maxBlocks-1])
		}
	})
	src := guardpage.Repeated(t, strings.Repeat("|", piece), most+piece)
	copy(src[most:], strings.Repeat("\n", 16))
	for _, l := range Levels() {
		defer Use(Use(l))
		in := src
		if l == AVX512 {
			in = src[most/2:]
		}
		if n, _ := new(Batch).Lines(make([]Line, maxBatch), in, '\n', 0); n > 0 {
			t.Errorf("%v: a batch has %d lines that end after %d bytes", l, n, len(in)-piece)
		}
	}
}
