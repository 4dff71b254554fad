package main

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/klauspost/compress/gzip"
)

// storeGzip makes a member in which text stands as it is.
func storeGzip(text string) []byte {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.NoCompression)
	if err != nil {
		panic(err)
	}
	io.WriteString(w, text)
	w.Close()
	return out.Bytes()
}

// manyMembers are members of lines, and what they hold. In some of them stands
// what looks like members, and is not.
func manyMembers(n int) (members [][]byte, text string) {
	for i := range n {
		lines := fmt.Sprintf("http://a/%d\nhttp://b c/\nhttp://", i)
		pack := packGzip
		switch i % 10 {
		case 3:
			lines += string(packGzip("http://wrong/\n"))
			pack = storeGzip
		case 5:
			lines += strings.Repeat("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03", 20)
			pack = storeGzip
		case 7:
			lines += strings.Repeat("x", 2000)
		}
		members = append(members, pack(lines))
		text += lines
	}
	return members, text
}

// withSmallSizes makes small inputs be read as large ones are.
func withSmallSizes(t testing.TB) {
	usual, members, blocks, frames := usualSizes, gzipParts, bzip2Parts, zstdParts
	t.Cleanup(func() { usualSizes, gzipParts, bzip2Parts, zstdParts = usual, members, blocks, frames })
	usualSizes = sizes{buffer: 64, piece: 50, chunk: 100, chunks: 12}
	gzipParts.apart, gzipParts.window, bzip2Parts.window = 40, 1000, 1000
	zstdParts.apart, zstdParts.window = 40, 1000
	gzipParts.memberSearch, gzipParts.blockSearch, gzipParts.blockLen = 480, 400, 400
	gzipParts.watch = func(int) func() bool { return func() bool { return true } }
}

// Members that are decompressed beside each other give what they give one after
// the other, whatever they look like and wherever one is damaged.
func TestMembersAhead(t *testing.T) {
	members, text := manyMembers(300)
	in := bytes.Join(members, nil)
	half := len(bytes.Join(members[:150], nil))
	flip := func(at int) []byte {
		damaged := bytes.Clone(in)
		damaged[at] ^= 0xff
		return damaged
	}
	inputs := map[string][]byte{
		"whole": in, "in a header": flip(half), "in the data": flip(half + 60), "in a checksum": flip(half - 5),
		"cut off": in[:half+50], "cut off between": in[:half], "garbage": append(bytes.Clone(in), "garbage"...),
		"NULs within": bytes.Join([][]byte{in, in}, make([]byte, 9)),
		"a long one":  bytes.Join([][]byte{in, in}, packGzip(strings.Repeat(text, 9<<20/len(text)))),
	}
	type way struct {
		cores string
		step  int
	}
	tries := 0
	compare := func(t *testing.T) {
		for name, in := range inputs {
			want := runOn(bytes.NewReader(in), "parse", "-j", "1", "--format", "{host}")
			tries++
			for _, how := range inTurn(tries, way{"2", 1000}, way{"8", len(in)}, way{"2", len(in)}, way{"8", 1000}) {
				if got := runOn(&stepReader{in, how.step}, "parse", "-j", how.cores, "--format", "{host}"); got != want {
					t.Errorf("%s, %+v: %s, want %s", name, how, clip(got), clip(want))
				}
			}
			if whole := runWith(text, "parse", "--format", "{host}"); name == "whole" && whole != want {
				t.Errorf("%s: %s, want %s", name, clip(want), clip(whole))
			}
		}
	}
	t.Run("usual", compare)
	delete(inputs, "a long one")
	withSmallSizes(t)
	t.Run("small", compare)
}

// What is read of an archive, and what is wrong with it, is the same from one core and
// from several wherever it is damaged or cut off, and however it comes.
func TestDamageAhead(t *testing.T) {
	withSmallSizes(t)
	lines := mixedLines(9, 25)
	inputs := map[string][]byte{
		"gzip":         packMembers(packGzip, lines, 3),
		"zstd":         slices.Concat(packMembers(packZstd, lines, 3), packZstd(lines), packZstd("")),
		"bzip2":        slices.Concat(packBzip2(lines[:200], 90), packBzip2(lines[:90], 80)),
		"bzip2, empty": slices.Concat(packBzip2("", 1), packBzip2("http://a/", 9), packBzip2("", 1), []byte("\x00\x00")),
	}
	for name, in := range inputs {
		for i := 0; i < len(in); i += rarely(1) {
			flipped := bytes.Clone(in)
			flipped[i] ^= 1 << (i % 8)
			for how, in := range map[string][]byte{"cut off": in[:i], "flipped": flipped} {
				step := max(1, i%3*len(in)/2)
				if got, want := readAll(in, step, maxSpans), readAll(in, step, 1); got != want {
					t.Fatalf("%s, %s at byte %d, %d at a time: %+v, want %+v", name, how, i, step, got, want)
				}
			}
		}
	}
}

// A reading is what was read, and what is wrong with that.
type reading struct{ out, err, trailing string }

// readAll reads what in holds, of which so much is read at a time.
func readAll(in []byte, step, cores int) reading {
	u := unpack(&stepReader{in, step}, '\n', cores)
	defer u.close()
	out, err := io.ReadAll(u)
	return reading{string(out), said(err), said(u.trailing())}
}

// Members and blocks are guessed, and blocks that begin at any place in a byte are
// decompressed alone, however long they are.
func TestRightGuesses(t *testing.T) {
	withSmallSizes(t)
	members, text := manyMembers(100)
	inputs := map[string][][]byte{"gzip": slices.Repeat([][]byte{bytes.Join(members, nil)}, 8)}
	for _, block := range []int{50, 51, 52, 53, 54, 55, 120, 900, 5000} {
		inputs["bzip2"] = append(inputs["bzip2"], slices.Concat(packBzip2(text[:1000], block), packBzip2(text[1000:], 2*block)))
	}
	for name, ins := range inputs {
		right := 0
		for i, in := range ins {
			u := unpack(bytes.NewReader(in), '\n', maxSpans)
			if got, err := io.ReadAll(u); string(got) != text || err != nil || u.trailing() != nil {
				t.Errorf("%s %d: %d bytes, %v, %v, want the %d of the text", name, i, len(got), err, u.trailing(), len(text))
			}
			u.close()
			right += u.packed.ahead.right
		}
		if right == 0 {
			t.Errorf("%s: no guess was right", name)
		}
	}
}

// readGuessed reads all that u holds, of which something is guessed before the first
// part is read to its end: that is longer than what may wait to be read.
func readGuessed(u *unpacker) ([]byte, error) {
	var first [1]byte
	if _, err := io.ReadFull(u, first[:]); err != nil {
		return nil, err
	}
	hasGuess := func() bool {
		h := u.packed.ahead
		h.mu.Lock()
		defer h.mu.Unlock()
		return len(h.spans) > 1
	}
	for range 1000 {
		if hasGuess() {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	rest, err := io.ReadAll(u)
	return append(first[:], rest...), err
}

// What looks like members or blocks, and is none, is decompressed in vain a few times
// and does not matter otherwise.
func TestFalseGuesses(t *testing.T) {
	withSmallSizes(t)
	lines := mixedLines(5, 30)
	block := packSymbols(strings.Repeat("http://a/"+bzip2Block, 200))
	for name, in := range map[string][]byte{
		"members":         bytes.Repeat(storeGzip(strings.Repeat(string(packGzip(lines)), 30)), 50),
		"members, broken": bytes.Repeat(storeGzip(strings.Repeat(string(packGzip(lines)[:50]), 90)), 50),
		"blocks":          slices.Concat(packBzip2(lines, 500), bytes.Repeat(block, 20), packBzip2(lines, 500), block),
	} {
		want := readAll(in, len(in), 1)
		if want.err+want.trailing != "" || len(want.out) < 1000 {
			t.Fatalf("%s: %+v, want no fault", name, want)
		}
		u := unpack(bytes.NewReader(in), '\n', maxSpans)
		got, err := readGuessed(u)
		if string(got) != want.out || err != nil || u.trailing() != nil {
			t.Errorf("%s: %d bytes, %v, %v, want %d", name, len(got), err, u.trailing(), len(want.out))
		}
		h := u.packed.ahead
		if h.wrong == 0 || h.wrong > h.right+mostWrong+h.most {
			t.Errorf("%s: %d wrong and %d right guesses, want some wrong ones and not many more than right ones", name, h.wrong, h.right)
		}
		u.close()
	}
}

// However long an archive of whatever members is, what is held of it is not.
func TestAheadMemory(t *testing.T) {
	for name, size := range map[string]int{"small": 10 << 10, "middle": 3 << 20, "long": 30 << 20} {
		member := storeGzip(strings.Repeat("http://a/\n", size/10))
		var members []io.Reader
		for range 80 << 20 / size {
			members = append(members, bytes.NewReader(member))
		}
		before := liveMemory()
		u := unpack(io.MultiReader(members...), '\n', 2)
		var n int64
		for more := true; more; {
			m, err := io.CopyN(io.Discard, u, 10<<20)
			n += m
			more = err == nil
			if held := liveMemory(); held > before+aheadMemory {
				t.Errorf("%s: %d bytes of memory, want at most %d", name, held-before, aheadMemory)
			}
			if err != nil && err != io.EOF {
				t.Errorf("%s: %v", name, err)
			}
		}
		u.close()
		if want := int64(len(members) * (size / 10 * 10)); n != want {
			t.Errorf("%s: %d bytes, want %d", name, n, want)
		}
	}
}

// liveMemory returns how much memory is in use once nothing more is allocated.
func liveMemory() uint64 {
	var before, after runtime.MemStats
	for runtime.ReadMemStats(&after); before.TotalAlloc != after.TotalAlloc; runtime.ReadMemStats(&after) {
		before = after
		time.Sleep(5 * time.Millisecond)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	return after.HeapAlloc
}

// Whatever was begun ends when nobody reads on.
func TestAheadCloses(t *testing.T) {
	withSmallSizes(t)
	members, text := manyMembers(300)
	for name, in := range map[string][]byte{"gzip": bytes.Join(members, nil), "bzip2": packBzip2(text, 1000)} {
		for _, n := range []int{1, 100, 5000, len(text)} {
			synctest.Test(t, func(t *testing.T) {
				u := unpack(bytes.NewReader(in), '\n', maxSpans)
				if got, err := io.ReadFull(u, make([]byte, n)); err != nil {
					t.Errorf("%s: %d bytes, %v, want %d", name, got, err, n)
				}
				u.close()
			})
		}
	}
}

// A mark is read at one place alone: no two of them share bits.
func TestBzip2Marks(t *testing.T) {
	for _, a := range []string{bzip2Block, bzip2End} {
		for _, b := range []string{bzip2Block, bzip2End} {
			for shift := 1; shift < 8; shift++ {
				if numberOf(a)&(1<<(48-shift)-1) == numberOf(b)>>shift {
					t.Errorf("%x and %x share all but %d bits", a, b, shift)
				}
			}
		}
	}
}

func TestGzipHeader(t *testing.T) {
	header := string(packGzip(""))[:10]
	for _, tt := range []struct {
		name, in string
		want     int
	}{
		{"at once", header, 0},
		{"later", "abc" + header, 3},
		{"cut off", header[:9], -1},
		{"reserved flag", header[:3] + "\x20" + header[4:], -1},
		{"no deflate", "\x1f\x8b\x07" + header[3:], -1},
		{"no level", header[:8] + "\x01" + header[9:] + header, 10},
		{"within the magic", "\x1f\x8b" + header, 2},
	} {
		if got := gzipHeader([]byte(tt.in)); got != tt.want {
			t.Errorf("%s: gzipHeader(%q) = %d, want %d", tt.name, tt.in, got, tt.want)
		}
	}
}
