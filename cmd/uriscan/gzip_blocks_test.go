package main

import (
	"bufio"
	"bytes"
	stdgzip "compress/gzip"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"
)

// blocksOf makes a member of several blocks, each of so many bytes of text, between
// which there are empty ones that are stored.
func blocksOf(text string, size int) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	for len(text) > 0 {
		n := min(size, len(text))
		io.WriteString(w, text[:n])
		w.Flush()
		text = text[n:]
	}
	w.Close()
	return out.Bytes()
}

// packStandard makes a member as the standard library does, of blocks that begin at
// any place in a byte.
func packStandard(text string) []byte {
	var out bytes.Buffer
	w := stdgzip.NewWriter(&out)
	io.WriteString(w, text)
	w.Close()
	return out.Bytes()
}

// linesLike are lines of which the first ones come again, long after a window, as
// similar makes it likelier.
func linesLike(seed uint64, n int, similar float64) string {
	rng := rand.New(rand.NewPCG(seed, 11))
	word := func() string {
		var letters [9]byte
		for i := range letters {
			letters[i] = byte('a' + rng.IntN(26))
		}
		return string(letters[:1+rng.IntN(9)])
	}
	var text strings.Builder
	line := "http://example.com/"
	for range n {
		if rng.Float64() > similar {
			line = "http://" + word() + ".example/" + word() + "?" + word()
		}
		fmt.Fprintf(&text, "%s/%d\n", line, rng.IntN(100))
	}
	return text.String()
}

// A member that is decompressed from several blocks on gives what it gives from its
// beginning on, whether the bytes of the window are soon gone or never.
func TestBlocksAhead(t *testing.T) {
	withSmallSizes(t)
	usualSizes.chunk = 4 << 10
	gzipParts.apart, gzipParts.memberSearch, gzipParts.window = 50<<10, 100<<10, 8<<20
	gzipParts.blockSearch, gzipParts.blockLen = 100<<10, 100<<10
	noise := make([]byte, 1<<19)
	rand.NewChaCha8([32]byte{}).Read(noise)
	lines, letters := linesLike(1, 50_000, 0.95), base64.StdEncoding.EncodeToString(noise)
	for name, text := range map[string]string{
		"lines": lines, "letters": letters, "stored": lines + string(noise) + lines,
	} {
		in := packStandard(text)
		u := unpack(bytes.NewReader(in), '\n', 2)
		got, err := readGuessed(u)
		if string(got) != text || err != nil || u.trailing() != nil {
			t.Errorf("%s: %d bytes, %v, %v, want the %d of the text", name, len(got), err, u.trailing(), len(text))
		}
		if h := u.packed.ahead; h.right == 0 {
			t.Errorf("%s: no guess was right, of %d bytes", name, len(in))
		}
		u.close()
	}
}

// What is read of a member of many blocks, and what is wrong with it, is the same from
// one core and from several wherever it is damaged or cut off.
func TestDamagedBlocks(t *testing.T) {
	withSmallSizes(t)
	gzipParts.apart, gzipParts.memberSearch, gzipParts.window = 300, 40, 20_000
	text := linesLike(3, 9000, 0.97)
	in := append(blocksOf(text, 4000), blocksOf(text[:50_000], 9000)...)
	right := 0
	for i := 0; i < len(in); i += rarely(499) {
		flipped := bytes.Clone(in)
		flipped[i] ^= 1 << (i % 8)
		for how, in := range map[string][]byte{"cut off": in[:i], "flipped": flipped} {
			want := readAll(in, len(in), 1)
			u := unpack(&stepReader{in, max(1, i%3*len(in)/2)}, '\n', maxSpans)
			out, err := io.ReadAll(u)
			if got := (reading{string(out), said(err), said(u.trailing())}); got != want {
				t.Fatalf("%s at byte %d: %d bytes, %s, %s, want %d, %s, %s",
					how, i, len(got.out), got.err, got.trailing, len(want.out), want.err, want.trailing)
			}
			u.close()
			if u.packed != nil {
				right += u.packed.ahead.right
			}
		}
	}
	if right < 100 {
		t.Errorf("%d guesses were right, want many", right)
	}
}

// Blocks are found at every place in a byte.
func TestDeflateBlock(t *testing.T) {
	t.Parallel()
	noise := make([]byte, 1<<20)
	rand.NewChaCha8([32]byte{3}).Read(noise)
	in := packStandard(hex.EncodeToString(noise))[10:]
	places := 0
	walkBlocks(t, in[:len(in)-100_000], func(at int) {
		if got := deflateBlock(in[at/8:], 1, len(in)); got != at%8 {
			t.Errorf("deflateBlock at %d = %d, want %d", at, got, at%8)
		}
		places |= 1 << (at % 8)
	})
	if places != 0xff {
		t.Errorf("blocks begin at the bits %08b of a byte, want all", places)
	}
	for name, data := range map[string][]byte{
		"nothing":       {},
		"text":          []byte(strings.Repeat("http://a/b?c#d\n", 9000)),
		"the last one":  packGzip(linesLike(5, 50, 0))[10+5+13:],
		"only the head": in[:40],
	} {
		if got := deflateBlock(data, len(data), len(data)); got >= 0 {
			t.Errorf("%s: deflateBlock = %d, want -1", name, got)
		}
	}
}

// walkBlocks calls each with where blocks begin behind another one, in bits.
func walkBlocks(t *testing.T, data []byte, each func(at int)) {
	file := &counted{r: bytes.NewReader(data)}
	p := &packed{file: file, src: bufio.NewReader(file)}
	d := newInflater(p, 0, nil, func(at, _ int64) bool { each(int(at)); return false })
	if _, err := io.Copy(io.Discard, struct{ io.Reader }{d}); err != nil && err != io.ErrUnexpectedEOF {
		t.Fatal(err)
	}
}

// From each block on, the rest is decompressed, and up to each, what comes before,
// behind stored ones as well.
func TestInflater(t *testing.T) {
	t.Parallel()
	noise := make([]byte, 5000)
	rand.NewChaCha8([32]byte{1}).Read(noise)
	text := linesLike(6, 300, 0.5) + string(noise) + linesLike(7, 900, 0.5)
	data := blocksOf(text, 2000)[10:]
	var begins []int
	walkBlocks(t, data, func(at int) { begins = append(begins, at) })
	if len(begins) < 2*len(text)/2000 {
		t.Fatalf("%d blocks, want two of each part of the text", len(begins))
	}
	for _, begin := range begins {
		file := &counted{r: bytes.NewReader(data)}
		p := &packed{file: file, src: bufio.NewReader(file)}
		d := newInflater(p, 0, nil, func(at, _ int64) bool { return at == int64(begin) })
		before, err := io.ReadAll(d)
		if err != nil || !d.stopped() || d.end != int64(begin) {
			t.Fatalf("up to %d: %v, ended at %d", begin, err, d.end)
		}
		file = &counted{r: bytes.NewReader(data[begin/8:])}
		p = &packed{file: file, src: bufio.NewReader(file)}
		d = newInflater(p, uint8(begin%8), before[max(0, len(before)-windowLen):], func(_, _ int64) bool { return false })
		if after, err := io.ReadAll(d); err != nil || string(before)+string(after) != text {
			t.Errorf("from %d on: %d bytes and then %d, %v, want %d", begin, len(before), len(after), err, len(text))
		}
	}
}

// Any byte of the window is told by what comes of the two that stand for it.
func TestSettle(t *testing.T) {
	window := make([]byte, windowLen)
	rand.NewChaCha8([32]byte{2}).Read(window)
	var s settler
	s.set(window)
	memory := append(bytes.Clone(windowOnce[:]), windowTwice[:]...)
	c := &chunk{data: memory[: windowLen : 2*windowLen], twice: true}
	if s.settle(c); !bytes.Equal(c.data, window) {
		t.Error("the windows do not become what they stand for")
	}
	copy(memory[windowLen:], window)
	if s.settle(c); !bytes.Equal(c.data, window) {
		t.Error("what is the same does not stay as it is")
	}
}

// Cores have time if one of them is busy and another is not, for as long as they use it.
func TestHaveTime(t *testing.T) {
	const ms = time.Millisecond
	for _, tt := range []struct {
		name string
		used []time.Duration // in steps of 100 ms
		want string
	}{
		{"one is idle", []time.Duration{110 * ms, 190 * ms, 195 * ms}, "yes yes yes"},
		{"both are busy", []time.Duration{160 * ms, 170 * ms}, "no no"},
		{"both are idle", []time.Duration{20 * ms, 90 * ms}, "no no"},
		{"first idle, then not", []time.Duration{20 * ms, 120 * ms, 180 * ms}, "no yes yes"},
		{"others need them", []time.Duration{110 * ms, 140 * ms, 140 * ms, 110 * ms}, "yes yes no no"},
		{"others need them once", []time.Duration{110 * ms, 140 * ms, 190 * ms, 140 * ms}, "yes yes yes yes"},
		{"others need them later", []time.Duration{110 * ms, 190 * ms, 100 * ms, 100 * ms, 190 * ms}, "yes yes yes no no"},
		{"little was idle, and is of use", []time.Duration{145 * ms, 175 * ms, 175 * ms}, "yes yes yes"},
		{"others need them for a while", slices.Concat([]time.Duration{110 * ms, 120 * ms}, slices.Repeat([]time.Duration{110 * ms}, 5), []time.Duration{130 * ms, 190 * ms}),
			"yes yes no no no no no yes yes"},
		{"and again, for twice as long", slices.Repeat([]time.Duration{110 * ms}, 20), "yes yes no no no no no yes yes no no no no no no no no no no yes"},
	} {
		now := time.Now()
		w := &coreWatch{cores: 2, since: now, used: time.Hour, pause: firstPause}
		used, answers := time.Hour, []string(nil)
		for _, more := range tt.used {
			if before := w.have; w.haveTime(now.Add(watchFor-1), used) != before {
				t.Errorf("%s: it changes its mind before it can know", tt.name)
			}
			now, used = now.Add(watchFor), used+more
			answers = append(answers, map[bool]string{true: "yes", false: "no"}[w.haveTime(now, used)])
		}
		if got := strings.Join(answers, " "); got != tt.want {
			t.Errorf("%s: haveTime() = %s, want %s", tt.name, got, tt.want)
		}
	}
	if used, known := cpuTime(); known && used <= 0 {
		t.Errorf("cpuTime() = %v, want some", used)
	}
}
