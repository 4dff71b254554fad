//go:build amd64 && !purego

package kernel

import (
	"bytes"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/automaton"

	"github.com/uriscan/uriscan/internal/testkit"
)

// Every call of a kernel is in a case of a switch, for a level that has what the
// kernel needs, so that no other level, known or not, can reach it.
func TestKernelsAreCalledAtTheirLevel(t *testing.T) {
	files, err := os.ReadDir(".")
	testkit.Must(t, err)
	calls := 0
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") {
			continue
		}
		n, wrong := callsOfKernels(testkit.Read(t, f.Name()))
		calls += n
		for _, name := range wrong {
			t.Errorf("%s calls %s outside a case of its level", f.Name(), name)
		}
	}
	if calls < 5 {
		t.Errorf("%d calls of kernels found: the test is blind", calls)
	}
}

// Bodies that the test above must accept or refuse.
func TestCallsOfKernels(t *testing.T) {
	for body, want := range map[string]int{
		"switch level {\n\tcase AVX512:\n\t\tf512()\n\t}":                      0,
		"switch level {\n\tcase AVX2:\n\t\tf256()\n\t}":                        0,
		"switch level {\n\tcase AVX512, AVX2:\n\t\treturn f256()\n\t}":         0,
		"switch level {\n\tcase AVX512:\n\t\tif a {\n\t\t\tf256()\n\t\t}\n\t}": 0,
		"f256()": 1,
		"switch level {\n\tcase AVX2:\n\t\tf512()\n\t}":                    1,
		"switch level {\n\tcase AVX512, AVX2:\n\t\tf512()\n\t}":            1,
		"switch level {\n\tdefault:\n\t\tf256()\n\t}":                      1,
		"switch level {\n\tcase Portable:\n\t\tf256()\n\t}":                1,
		"switch level {\n\tcase AVX2:\n\t}\n\tf256()":                      1,
		"switch other {\n\tcase AVX2:\n\t\tf256()\n\t}":                    1,
		"switch level {\n\t}\n\tswitch a {\n\tcase AVX2:\n\t\tf256()\n\t}": 1,
		"switch {\n\tcase level == AVX2:\n\t\tf256()\n\t}":                 1,
		"if level == AVX2 {\n\t\tf256()\n\t}":                              1,
	} {
		if n, wrong := callsOfKernels("func f() {\n\t" + body + "\n}\n"); n != 1 || len(wrong) != want {
			t.Errorf("%s: %d calls, wrong are %q, want %d", body, n, wrong, want)
		}
	}
}

// kernelCall is a call of a function with a level at the end of its name.
var kernelCall = regexp.MustCompile(`\b\w+(256|512)\(`)

// callsOfKernels counts the calls of kernels in src, as gofmt has it, and returns those that
// are not in a case for their level.
func callsOfKernels(src string) (n int, wrong []string) {
	allowed := map[string]string{"256": "AVX2 AVX512", "512": "AVX512"}
	outer, within := "none", []string(nil) // the indentation of a switch, and the levels of a case
	for line := range strings.Lines(src) {
		text := strings.TrimLeft(line, "\t")
		switch indent := line[:len(line)-len(text)]; {
		case text == "switch level {\n":
			outer, within = indent, nil
		case indent == outer:
			levels, isCase := strings.CutPrefix(text, "case ")
			if within = nil; isCase {
				within = strings.Split(strings.TrimSuffix(levels, ":\n"), ", ")
			} else if text == "}\n" {
				outer = "none"
			}
		}
		if strings.HasPrefix(text, "//") || strings.HasPrefix(text, "func ") {
			continue
		}
		for _, call := range kernelCall.FindAllStringSubmatch(text, -1) {
			n++
			notOf := func(l string) bool { return !slices.Contains(strings.Fields(allowed[call[1]]), l) }
			if len(within) == 0 || slices.ContainsFunc(within, notOf) {
				wrong = append(wrong, call[0])
			}
		}
	}
	return n, wrong
}

// Without a level nothing is proven, whatever a kernel would prove.
func TestPortableReachesNoKernel(t *testing.T) {
	unknown := Level(len(levelNames))
	for _, l := range []Level{Portable, NEON, unknown} {
		before := level
		level = l
		b := []byte("http://www.example.org/aaaaaaaaaaaaaaaaaaaaaa/../b")
		w0, w1, w2, w3 := locate(b)
		_, exact := Loose(b)
		slash := scanned([]byte("/"), automaton.Words{W2: 1})
		odd, again, harmless := Screen(slash), Rescreen(slash, OddShape), PlainTriplets([]byte("/%20x"), 0, 5)
		var s scratch
		taken := s.take(bytes.Repeat([]byte("/\n"), 500), '\n', 500)
		level = before
		if w0|w1|w2 != 0 || w3 != AllOpen {
			t.Errorf("level %d: locate = %x, %x, %x, %x, want nothing proven", l, w0, w1, w2, w3)
		}
		if odd != OddShape || again != Plain || harmless {
			t.Errorf("level %d: Screen is %v, Rescreen is %v, PlainTriplets is %v, want %v, %v and false", l, odd, again, harmless, OddShape, Plain)
		}
		if exact || taken != 0 {
			t.Errorf("level %d: Loose is exact: %v; a kernel takes %d lines", l, exact, taken)
		}
	}
}

// A level that lacks one extension, or whose registers the system does not save, is not
// available, and neither are those above it.
func TestSupportedNeedsAll(t *testing.T) {
	everything := func(uint32) [4]uint32 { return [4]uint32{1<<32 - 1, 1<<32 - 1, 1<<32 - 1, 1<<32 - 1} }
	for xcr0, want := range map[uint32]Level{0: Portable, 0x02: Portable, 0x06: AVX2, 0x66: AVX2, 0xE6: AVX512, 0xE7: AVX512} {
		if got := supportedBy(everything, func() uint32 { return xcr0 }); got != want {
			t.Errorf("XCR0 = %#x: %v, want %v", xcr0, got, want)
		}
	}
	lacking := append(needs[:], need{AVX2, 1, ecx, 1 << 27}) // OSXSAVE
	for _, n := range lacking {
		but := func(leaf uint32) [4]uint32 {
			answer := everything(leaf)
			if leaf == n.leaf {
				answer[n.register] &^= n.bit
			}
			return answer
		}
		if got, want := supportedBy(but, func() uint32 { return 0xE7 }), n.level-1; got != want {
			t.Errorf("without %+v: %v, want %v", n, got, want)
		}
	}
}

// A processor is asked for no leaf after its last one, whose answer would be that of another, and for
// the last one.
func TestAsk(t *testing.T) {
	for _, highest := range []uint32{1, 7, 0x80000001, 0x80000008} {
		cpuid := func(leaf, subleaf uint32) (a, b, c, d uint32) {
			if leaf == highest&0x80000000 {
				return highest, 0, 0, 0
			}
			return leaf, leaf, 3, subleaf
		}
		for leaf := highest - 1; leaf <= highest+1; leaf++ {
			want := [4]uint32{leaf, leaf, 3, 0}
			switch leaf {
			case highest & 0x80000000:
				continue
			case highest + 1:
				want = [4]uint32{}
			}
			if got := askOf(cpuid, leaf); got != want {
				t.Errorf("of %#x leaves, leaf %#x is %v, want %v", highest, leaf, got, want)
			}
		}
	}
}
