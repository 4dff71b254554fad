package archive

import (
	"bytes"
	"compress/bzip2"
	stdgzip "compress/gzip"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/packed"
	"github.com/uriscan/uriscan/internal/testkit/suite"
)

func TestMain(m *testing.M) { suite.Run(m) }

// The lines of the archives that are damaged here, in two members.
const (
	firstLines  = "http://a/1\nhttp://a/2\n"
	secondLines = "http://b/3\nhttp://b/4\nhttp://b/5\n"
)

type unpacked struct{ out, err, trailing string }

// unpack reads what r holds, up to a limit.
func unpack(r io.Reader, delim byte) unpacked {
	u := NewReader(r, delim)
	out, err := io.ReadAll(io.LimitReader(u, maxReading))
	return unpacked{string(out), said(err), said(u.Trailing())}
}

// maxReading is how much decompressed data is read.
const maxReading = 1 << 20

func unpackText[T ~string | ~[]byte](in T) unpacked {
	return unpack(strings.NewReader(string(in)), '\n')
}

func said(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// An archive that was cut off at any byte gives what precedes that, that is all of the
// whole members, and an error.
func TestCutOff(t *testing.T) {
	for name, pack := range packed.Packers {
		least := map[string]int{"gzip": 2, "zstd": 2, "bzip2": 6}[name] // bytes that no text has
		first, second := pack(firstLines), pack(secondLines)
		for _, in := range []string{string(first) + string(second), string(pack(""))} {
			for n := range len(in) {
				got := unpackText(in[:n])
				switch {
				case n == len(first):
					if got != (unpacked{out: firstLines}) {
						t.Errorf("%s, first member alone: %+v, want its lines", name, got)
					}
				case n < least:
					if got != (unpacked{out: in[:n]}) {
						t.Errorf("%s, %d bytes: %+v, want it to be a text", name, n, got)
					}
				case !strings.Contains(got.err, "unexpected end") || !strings.HasPrefix(firstLines+secondLines, got.out),
					n > len(first) && !strings.HasPrefix(got.out, firstLines):
					t.Errorf("%s, %d of %d bytes: %+v, want the beginning and an error", name, n, len(in), got)
				}
			}
		}
	}
}

// A changed byte is found, or does not matter; what precedes its member is not
// affected.
func TestFlipped(t *testing.T) {
	for name, pack := range packed.Packers {
		first, second := pack(firstLines), pack(secondLines)
		for i := range len(first) + len(second) {
			for _, flip := range []byte{1, 0x80, 0xff} {
				in := append(bytes.Clone(first), second...)
				in[i] ^= flip
				got := unpackText(in)
				isHarmless := got == unpacked{out: firstLines + secondLines} || got == unpacked{out: string(in)}
				isFound := got.err+got.trailing != "" && (i < len(first) || strings.HasPrefix(got.out, firstLines))
				if !isHarmless && !isFound {
					t.Errorf("%s, byte %d of %d+%d, xor %#x: %+v, want an error", name, i, len(first), len(second), flip, got)
				}
			}
		}
	}
}

// The error says where the damage is, and which lines it affects.
func TestDamageText(t *testing.T) {
	for name, pack := range packed.Packers {
		first, second := pack(firstLines), pack(secondLines)
		wrongSum := append(bytes.Clone(first), second...)
		sumAt := map[string]int{"gzip": 8, "zstd": 4, "bzip2": 4}[name] // from the end
		wrongSum[len(wrongSum)-sumAt] ^= 0xff
		part := pack("http://x")
		part[len(part)-sumAt] ^= 0xff
		partOfLine := string(part)
		const before = "; 55 bytes and 5 lines were read before, those from line 3 on are of the damaged member and may be wrong"
		damaged := func(at int, text string) string {
			return fmt.Sprintf("%s data is damaged at offset %d: %s", name, at, text)
		}
		garbage := fmt.Sprintf("the %s data ends at offset %d and garbage follows; all 22 bytes and 2 lines of the data were read", name, len(first))
		tests := []struct {
			what, in string
			want     unpacked
		}{
			{"checksum", string(wrongSum), unpacked{firstLines + secondLines, damaged(len(wrongSum), "wrong checksum"+before), ""}},
			{"cut off in a checksum", string(wrongSum[:len(wrongSum)-1]), unpacked{firstLines + secondLines, damaged(len(wrongSum)-1, "unexpected end"+before), ""}},
			{"cut off in a header", string(first) + string(second[:5]), unpacked{firstLines, damaged(len(first)+5,
				"unexpected end; 22 bytes and 2 lines were read before, none of the damaged member"), ""}},
			{"checksum of a part of a line", string(first) + partOfLine, unpacked{firstLines + "http://x", damaged(len(first)+len(partOfLine),
				"wrong checksum; 30 bytes and 2 lines were read before, none of the damaged member"), ""}},
			{"garbage", string(first) + "http://a/3\n", unpacked{firstLines, "", garbage}},
			{"garbage after NULs", string(first) + strings.Repeat("\x00", 6000) + "x", unpacked{firstLines, "", garbage}},
			{"garbage of a byte", string(first) + "x", unpacked{firstLines, "", garbage}},
			{"garbage of a NUL and a line's end", string(first) + "\x00\n", unpacked{firstLines, "", garbage}},
			{"garbage after a line that has no end", string(pack("a://b/c\nd://e")) + "xyz", unpacked{"a://b/c\nd://e", "", fmt.Sprintf(
				"the %s data ends at offset %d and garbage follows; all 13 bytes and 2 lines of the data were read", name, len(pack("a://b/c\nd://e")))}},
		}
		for n := range map[string]int{"gzip": 2, "zstd": 4, "bzip2": 10}[name] {
			likeMember := tests[4]
			likeMember.in = string(first) + string(second[:n]) + "~~~~~~~~~~"
			tests = append(tests, likeMember)
		}
		for _, tt := range tests {
			if got := unpackText(tt.in); got != tt.want {
				t.Errorf("%s, %s: %+v, want %+v", name, tt.what, got, tt.want)
			}
			got := unpack(strings.NewReader(tt.in), 0)
			if !strings.Contains(got.err, " and 0 lines ") && !strings.Contains(got.trailing, " and 1 lines of the data ") {
				t.Errorf("%s, %s: %+v, want the lines that NULs end", name, tt.what, got)
			}
		}
	}
}

// Wherever in a byte the data of bzip2 ends, what follows it is garbage.
func TestGarbageAfterBits(t *testing.T) {
	for n := range 40 {
		text := strings.Repeat("a://b/"+strings.Repeat("c", n)+"\n", n)
		in := packed.Packers["bzip2"](text)
		want := unpacked{text, "", fmt.Sprintf("the bzip2 data ends at offset %d and garbage follows; all %d bytes and %d lines of the data were read", len(in), len(text), n)}
		if got := unpackText(string(in) + "xyz"); got != want {
			t.Errorf("of %d lines: %+v, want %+v", n, got, want)
		}
	}
}

// However many members come before, the lines that may be wrong are those of the damaged one.
func TestDamagedMember(t *testing.T) {
	for name, pack := range packed.Packers {
		var in []byte
		out, lines := "", 0
		for k := 1; k <= 5; k++ {
			text := strings.Repeat("http://a/"+strings.Repeat("b", k)+"\n", k)
			in, out = append(in, pack(text)...), out+text
			damaged := bytes.Clone(in)
			damaged[len(in)-map[string]int{"gzip": 8, "zstd": 4, "bzip2": 4}[name]] ^= 0xff
			where := fmt.Sprintf("those from line %d on are of the damaged member", lines+1)
			if lines += k; !strings.Contains(unpackText(string(damaged)).err, fmt.Sprintf("; %d bytes and %d lines were read before, %s", len(out), lines, where)) {
				t.Errorf("%s with damage in member %d: %+v, want %s", name, k, unpackText(string(damaged)), where)
			}
		}
	}
}

// NULs that fill up the last block of a tape are not garbage.
func TestPadded(t *testing.T) {
	for name, pack := range packed.Packers {
		for _, n := range []int{1, 2, 3, 4, 5, 511, 10000} {
			if got := unpackText(string(pack(firstLines)) + strings.Repeat("\x00", n)); got != (unpacked{out: firstLines}) {
				t.Errorf("%s and %d NULs: %+v, want the lines", name, n, got)
			}
		}
	}
	line := "http://a/"
	for n := range 24 { // streams of bzip2 end within a byte, with any of its bits
		line += strings.Repeat(fmt.Sprint(n*n), 10)
		if got := unpackText(string(packed.Bzip2(line+"\n", 700)) + "\x00"); got != (unpacked{out: line + "\n"}) {
			t.Errorf("bzip2 of %q and a NUL: %+v, want the line", line, got)
		}
	}
}

// An input that fails together with its last bytes gives all that they hold, and
// so does one that fails where its end is expected.
func TestReadFaultAtEnd(t *testing.T) {
	broken := iotest.ErrReader(&fs.PathError{Op: "read", Path: "in", Err: errors.New("cable cut")})
	for name, pack := range packed.Packers {
		in := string(pack(firstLines)) + string(pack(secondLines))
		want := unpacked{firstLines + secondLines, fmt.Sprintf("%s data is damaged at offset %d: "+
			"cable cut; 55 bytes and 5 lines were read before, none of the damaged member", name, len(in)), ""}
		if name == "bzip2" { // which looks for what follows before it ends a stream
			want.err = strings.Replace(want.err, "none of the damaged member", "those from line 3 on are of the damaged member and may be wrong", 1)
		}
		for _, r := range []io.Reader{
			io.MultiReader(strings.NewReader(in), broken), iotest.DataErrReader(io.MultiReader(strings.NewReader(in), broken)),
			iotest.DataErrReader(iotest.OneByteReader(io.MultiReader(strings.NewReader(in), broken))),
			io.MultiReader(strings.NewReader(in+map[string]string{"gzip": "x", "zstd": "x"}[name]), broken),
		} {
			if got := unpack(r, '\n'); got != want {
				t.Errorf("%s: %+v, want %+v", name, got, want)
			}
		}
		if got := unpack(io.MultiReader(strings.NewReader(in+strings.Repeat("\x00", 6000)), broken), '\n'); got.out != want.out || !strings.Contains(got.err, "cable cut") {
			t.Errorf("%s, in NULs that fill it up: %+v, want all lines and cable cut", name, got)
		}
	}
}

// Texts that begin like an archive are read as texts.
func TestTextsAreTexts(t *testing.T) {
	for _, in := range []string{"", "B", "BZ", "BZh", "BZh9", "BZh9\n", "BZh91AY&S\n", "BZh01AY&SY", "BZh91", "(", "(\n", "P", "P*M", "P*M\n", "\x1f", "\x1f\n"} {
		if got := unpackText(in); got != (unpacked{out: in}) {
			t.Errorf("of %q: %+v, want all of it", in, got)
		}
	}
	// However slowly they come, all bytes of what begins an archive are waited for.
	for _, in := range []string{"BZh91AY&Sx\n", "(\xb5/x\n", "P*M\x17\n"} {
		if got := unpack(iotest.OneByteReader(strings.NewReader(in)), '\n'); got != (unpacked{out: in}) {
			t.Errorf("of %q, a byte at a time: %+v, want all of it", in, got)
		}
	}
}

// What the programs of the same names make, from "a:b\nc:d\n" by
// { printf 'a:b\n' | bzip2; printf 'c:d\n' | bzip2 -1; } and likewise.
func TestArchivesOfPrograms(t *testing.T) {
	for name, text := range map[string]string{
		"bzip2":                   "425a68393141592653591a1a198200000149000010001030002000219a68334d173c5dc914e1424068686608425a683131415926535943d68efd0000014900001000100c002000219a68334d173c5dc914e142410f5a3bf4",
		"gzip":                    "1f8b08000000000000034bb44ae2020007cf3c3c040000001f8b08000000000004034bb64ae102000aa06fc004000000",
		"zstd":                    "28b52ffd0458210000613a620a2c7c302828b52ffd0068210000633a640a",
		"gzip of a file":          "1f8b08082ca6016b00036162004bb44ae24ab64ae10200b64cd79b08000000",
		"bzip2, of nothing first": "425a683917724538509000000000425a6839314159265359c94224d60000024900001000103c00200030c00869b28823278bb9229c284864a1126b00",
	} {
		in, err := hex.DecodeString(text)
		testkit.Must(t, err)
		if got := unpackText(in); got != (unpacked{out: "a:b\nc:d\n"}) {
			t.Errorf("of what %s makes: %+v", name, got)
		}
	}
}

type compressor interface {
	io.WriteCloser
	Flush() error
}

var compressors = map[string]func(io.Writer) compressor{
	"gzip": func(w io.Writer) compressor { return gzip.NewWriter(w) },
	"zstd": func(w io.Writer) compressor { z, _ := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1)); return z },
}

// Lines that were compressed and written slowly come out as they came in.
func TestSlowLines(t *testing.T) {
	for name, open := range compressors {
		in, feed := io.Pipe()
		out, written := io.Pipe()
		go io.Copy(written, NewReader(in, '\n'))
		z := open(feed)
		for i := range 3 {
			line, flushed := fmt.Sprintln(i), make(chan error, 1)
			go func() {
				io.WriteString(z, line)
				flushed <- z.Flush()
			}()
			got := make([]byte, len(line))
			if _, err := io.ReadFull(out, got); string(got) != line || err != nil {
				t.Fatalf("%s: line %d = %q, %v, want %q", name, i, got, err, line)
			}
			testkit.Must(t, <-flushed)
		}
		feed.Close()
		out.Close()
	}
}

// An archive that expands a thousand times takes no more memory, and nor do many members.
func TestBomb(t *testing.T) {
	const members, size = 512, 64 << 20
	for name, open := range compressors {
		var in bytes.Buffer
		z := open(&in)
		z.Write(make([]byte, size/members))
		z.Close()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		n, err := io.CopyBuffer(struct{ io.Writer }{io.Discard}, NewReader(bytes.NewReader(bytes.Repeat(in.Bytes(), members)), '\n'), make([]byte, 64<<10))
		if runtime.ReadMemStats(&after); n != size || err != nil {
			t.Errorf("a bomb of %s holds %d bytes, %v, want %d", name, n, err, size)
		}
		if took := after.TotalAlloc - before.TotalAlloc; took > size/4 {
			t.Errorf("a bomb of %s takes %d bytes of memory, want less than a quarter of the %d in it", name, took, size)
		}
	}
}

// A frame takes the window that it asks for, and little more.
func TestWindow(t *testing.T) {
	const window, size = 8 << 20, 24 << 20
	var in bytes.Buffer
	z, err := zstd.NewWriter(&in, zstd.WithWindowSize(window), zstd.WithEncoderConcurrency(1))
	testkit.Must(t, err)
	for range size >> 20 {
		z.Write(make([]byte, 1<<20))
	}
	testkit.Must(t, z.Close())
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	n, err := io.CopyBuffer(struct{ io.Writer }{io.Discard}, NewReader(&in, '\n'), make([]byte, 64<<10))
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; n != size || err != nil || took > window+window/4 {
		t.Errorf("a frame with a window of %d bytes holds %d, %v, and takes %d bytes of memory", window, n, err, took)
	}
}

// What is read of any bytes does not depend on how many come at a time, and is what the
// standard library makes of gzip and bzip2 data without a fault.
func FuzzUnpack(f *testing.F) {
	for _, in := range packed.Archives(firstLines + secondLines) {
		f.Add(in)
	}
	odd := packed.Bzip2("h", 1)
	odd[len(odd)-1] |= 1 // after the last bit that counts
	f.Add(append(odd, '0'))
	f.Fuzz(func(t *testing.T, in []byte) {
		got := unpackText(in)
		if slowly := unpack(iotest.OneByteReader(bytes.NewReader(in)), '\n'); slowly != got {
			t.Errorf("byte by byte %+v, want %+v", slowly, got)
		}
		if want, ok := readStandard(in); ok && got != (unpacked{out: want}) {
			t.Errorf("of data without a fault %+v, want %q", got, want)
		}
	})
}

// readStandard reads what in holds if that is valid gzip or bzip2 data.
func readStandard(in []byte) (out string, ok bool) {
	r := io.Reader(bzip2.NewReader(bytes.NewReader(in)))
	if z, err := stdgzip.NewReader(bytes.NewReader(in)); err == nil {
		r = z
	}
	all, err := io.ReadAll(io.LimitReader(r, maxReading))
	return string(all), err == nil && len(all) < maxReading && !hasReservedFlag(in)
}

// hasReservedFlag reports whether there is a header with a flag that must be zero,
// which the standard library does not look at (RFC 1952, section 2.3.1.2).
func hasReservedFlag(in []byte) bool {
	for {
		i := bytes.Index(in, []byte("\x1f\x8b\x08"))
		if i < 0 || i+3 >= len(in) {
			return false
		}
		if in = in[i+3:]; in[0]>>5 != 0 {
			return true
		}
	}
}

// An error says whether data ends early, has another checksum, or is damaged otherwise.
func TestCauseOf(t *testing.T) {
	for err, want := range map[error]error{
		io.EOF: errEndsEarly, io.ErrUnexpectedEOF: errEndsEarly, zstd.ErrCRCMismatch: errBadChecksum, gzip.ErrChecksum: errBadChecksum,
		bzip2.StructuralError("checksum mismatch"): errBadChecksum, bzip2.StructuralError("bad magic value"): errCorrupt, gzip.ErrHeader: errCorrupt, zstd.ErrReservedBlockType: errCorrupt,
		fmt.Errorf("a block: %w", io.ErrUnexpectedEOF): errEndsEarly, fmt.Errorf("a block: %w", zstd.ErrCRCMismatch): errBadChecksum,
	} {
		if got := causeOf(err); got != want {
			t.Errorf("the cause of %v is %v, want %v", err, got, want)
		}
	}
}

// An archive that comes in large pieces is read as a whole, although what it holds is written to
// where its first piece was; it is read in large pieces, too, and comes out in such.
func TestLargePieces(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 27))
	var text strings.Builder
	for text.Len() < 200_000 {
		fmt.Fprintf(&text, "%x\n", random.Uint64())
	}
	for name, pack := range packed.Packers {
		in := packed.Members(pack, text.String(), 3)
		for _, size := range []int{70_000, 1 << 20} {
			calls, file := 0, bytes.NewReader(in)
			r := NewReader(testkit.ReaderFunc(func(p []byte) (int, error) { calls++; return file.Read(p) }), '\n')
			var out bytes.Buffer
			parts := 0
			w := testkit.WriterFunc(func(p []byte) (int, error) { parts++; return out.Write(p) })
			if _, err := io.CopyBuffer(w, struct{ io.Reader }{r}, make([]byte, size)); out.String() != text.String() || err != nil {
				t.Errorf("%s, read %d bytes at a time: %d bytes, %v, want %d", name, size, out.Len(), err, text.Len())
			}
			if most := len(in)>>15 + 4; calls > most || parts > most {
				t.Errorf("%s of %d bytes, read %d bytes at a time, is read in %d calls, and comes in %d parts, want %d at most", name, len(in), size, calls, parts, most)
			}
		}
	}
}
