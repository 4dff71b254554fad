package main

import (
	"bytes"
	"compress/bzip2"
	stdgzip "compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/uriscan/uriscan/cmd/internal/archive"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/testkit/packed"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
)

// The lines of the archives that are damaged here, in two members.
const (
	firstLines  = "http://a/1\nhttp://a/2\n"
	secondLines = "http://b/3\nhttp://b/4\nhttp://b/5\n"
)

// showLines prints lines of paths as they are.
var showLines = []string{"parse", "--format", "{scheme}://{host}{path}", "--on-error", "keep"}

// isDamage reports whether got is what a damaged archive leaves: whole
// lines, and one error.
func isDamage(got outcome) bool {
	rest, told := strings.CutPrefix(got.err, "uriscan: standard input: ")
	return got.status == diag.ExitIO && told && strings.Count(rest, "\n") == 1 &&
		(got.out == "" || strings.HasSuffix(got.out, "\n"))
}

// isInner reports whether byte n of two members is far from their ends, and is not the one
// in four that a test tries there. The second member begins at first.
func isInner(n, first, all int) bool {
	return min(n, max(n-first, first-n), all-n) > 24 && n%4 > 0 && !*sizes.Thorough
}

// An archive that was cut off at any byte gives whole lines, those of all whole
// members among them, and an error.
func TestArchiveCutOff(t *testing.T) {
	t.Parallel()
	for name, pack := range packed.Packers {
		least := map[string]int{"gzip": 2, "zstd": 2, "bzip2": 6}[name] // bytes that no text has
		first, second := pack(firstLines), pack(secondLines)
		in := string(first) + string(second)
		for n := range len(in) {
			if isInner(n, len(first), len(in)) {
				continue
			}
			got := runWith(in[:n], showLines...)
			switch {
			case n == len(first):
				if want := (outcome{diag.ExitGood, firstLines, ""}); got != want {
					t.Errorf("%s, first member alone: %+v, want %+v", name, got, want)
				}
			case n < least:
				if got.status == diag.ExitIO {
					t.Errorf("%s, %d bytes: %+v, want it to be a text", name, n, got)
				}
			case !isDamage(got) || !strings.Contains(got.err, "unexpected end") || !strings.HasPrefix(firstLines+secondLines, got.out),
				n > len(first) && !strings.HasPrefix(got.out, firstLines):
				t.Errorf("%s, %d of %d bytes: %+v, want whole lines and one error", name, n, len(in), got)
			}
		}
	}
}

// A changed byte is found, or does not matter; what precedes its member is not
// affected.
func TestArchiveFlipped(t *testing.T) {
	t.Parallel()
	for name, pack := range packed.Packers {
		first, second := pack(firstLines), pack(secondLines)
		for i := range len(first) + len(second) {
			if isInner(i, len(first), len(first)+len(second)) {
				continue
			}
			for _, flip := range sizes.InTurn[byte](i, 1, 0x80, 0xff) {
				in := append(bytes.Clone(first), second...)
				in[i] ^= flip
				u := archive.NewReader(bytes.NewReader(in), '\n')
				if u.Read(make([]byte, 1)); !u.IsPacked() {
					continue // and a text like any other
				}
				got := runOn(bytes.NewReader(in), showLines...)
				harmless := got == outcome{diag.ExitGood, firstLines + secondLines, ""}
				inFirst := i < len(first)
				if !harmless && !(hasDamage(got) && (inFirst || strings.HasPrefix(got.out, firstLines))) {
					t.Errorf("%s, byte %d of %d+%d, xor %#x: %+v, want whole lines and one error", name, i, len(first), len(second), flip, got)
				}
			}
		}
	}
}

// hasDamage is isDamage where lines may have become bad ones.
func hasDamage(got outcome) bool {
	at := strings.Index(got.err, "uriscan: ")
	return at >= 0 && isDamage(outcome{got.status, got.out, got.err[at:]})
}

// The error says where the damage is, and which lines it affects.
func TestDamageText(t *testing.T) {
	t.Parallel()
	for name, pack := range packed.Packers {
		first, second := pack(firstLines), pack(secondLines)
		wrongSum := append(bytes.Clone(first), second...)
		sumAt := map[string]int{"gzip": 8, "zstd": 4, "bzip2": 4}[name] // from the end
		wrongSum[len(wrongSum)-sumAt] ^= 0xff
		const before = "55 bytes and 5 lines were read before, those from line 3 on are of the damaged member and may be wrong"
		tests := []struct{ what, in, out, err string }{
			{"checksum", string(wrongSum), firstLines + secondLines, fmt.Sprintf(
				"%s data is damaged at byte %d: wrong checksum; %s", name, len(first)+len(second), before)},
			{"cut off in a checksum", string(wrongSum[:len(wrongSum)-1]), firstLines + secondLines, fmt.Sprintf(
				"%s data is damaged at byte %d: unexpected end; %s", name, len(first)+len(second)-1, before)},
			{"cut off in a header", string(first) + string(second[:5]), firstLines, fmt.Sprintf(
				"%s data is damaged at byte %d: unexpected end; 22 bytes and 2 lines were read before, none of the damaged member", name, len(first)+5)},
			{"garbage", string(first) + "http://a/3\n", firstLines, fmt.Sprintf(
				"the %s data ends at byte %d and garbage follows; all 22 bytes and 2 lines of the data were read", name, len(first))},
			{"garbage after NULs", string(first) + strings.Repeat("\x00", 6000) + "x", firstLines, fmt.Sprintf(
				"the %s data ends at byte %d and garbage follows; all 22 bytes and 2 lines of the data were read", name, len(first))},
			{"garbage of a byte", string(first) + "x", firstLines, fmt.Sprintf(
				"the %s data ends at byte %d and garbage follows; all 22 bytes and 2 lines of the data were read", name, len(first))},
			{"garbage after a line that has no end", string(pack("a://b/c\nd://e")) + "xyz", "a://b/c\nd://e\n", fmt.Sprintf(
				"the %s data ends at byte %d and garbage follows; all 13 bytes and 2 lines of the data were read", name, len(pack("a://b/c\nd://e")))},
		}
		for n := range map[string]int{"gzip": 2, "zstd": 4, "bzip2": 10}[name] {
			likeMember := tests[3]
			likeMember.in = string(first) + string(second[:n]) + "~~~~~~~~~~"
			tests = append(tests, likeMember)
		}
		for _, tt := range tests {
			want := outcome{diag.ExitIO, tt.out, "uriscan: standard input: " + tt.err + "\n"}
			if got := runWith(tt.in, showLines...); got != want {
				t.Errorf("%s, %s: %+v, want %+v", name, tt.what, got, want)
			}
			if got := runWith(tt.in, append(showLines, "-0", "--quiet")...); !strings.Contains(got.err, " and 0 lines ") && !strings.Contains(got.err, " and 1 lines of the data ") {
				t.Errorf("%s, %s: %+v, want the lines that NULs end", name, tt.what, got)
			}
			extracted := runWith(tt.in, "extract")
			if extracted.status != diag.ExitIO || extracted.err != want.err || !strings.HasPrefix(want.out, extracted.out) {
				t.Errorf("%s, %s: extract = %+v, want its URIs and the same error", name, tt.what, extracted)
			}
		}
	}
}

// The line that the damage cut is dropped, and the input after it is read.
func TestDamagedLine(t *testing.T) {
	t.Chdir(t.TempDir())
	member := packed.Gzip("x:1\nx:2")
	testkit.Write(t, "cut", string(packed.Gzip("a:b\nc:"))+string(member[:len(member)-1]))
	testkit.Write(t, "next", "e:f\n")
	want := outcome{diag.ExitIO, "a\nc\ne\n", fmt.Sprintf("uriscan: cut: gzip data is damaged at byte %d: unexpected end; "+
		"13 bytes and 2 lines were read before, those from line 2 on are of the damaged member and may be wrong; "+
		"3 bytes of line 3 were read before and dropped\n", len(packed.Gzip("a:b\nc:"))+len(member)-1)}
	if got := runWith("", "parse", "--format", "{scheme}", "cut", "next"); got != want {
		t.Errorf("parse = %+v, want %+v", got, want)
	}
}

// NULs that fill up the last block of a tape are not garbage.
func TestArchivePadded(t *testing.T) {
	for name, pack := range packed.Packers {
		for _, n := range []int{1, 2, 3, 4, 5, 511, 10000} {
			in := string(pack(firstLines)) + strings.Repeat("\x00", n)
			want := outcome{diag.ExitGood, firstLines, ""}
			if got := runWith(in, showLines...); got != want {
				t.Errorf("%s and %d NULs: %+v, want %+v", name, n, got, want)
			}
		}
	}
	line := "http://a/"
	for n := range 24 { // streams of bzip2 end within a byte, with any of its bits
		line += strings.Repeat(fmt.Sprint(n*n), 10)
		if got := runWith(string(packed.Bzip2(line+"\n", 700))+"\x00", showLines...); got != (outcome{diag.ExitGood, line + "\n", ""}) {
			t.Errorf("bzip2 of %q and a NUL: %+v, want the line", line, got)
		}
	}
}

// An input that fails at its first read, its second and so on, until none is
// left to fail, gives whole lines and one error that has the reason.
func TestReadFaults(t *testing.T) {
	t.Parallel()
	reason := errors.New("cable cut")
	for name, in := range packed.Archives(firstLines + secondLines) {
		want := outcome{diag.ExitGood, firstLines + secondLines, ""}
		for reads := 0; ; reads++ {
			if reads > len(in) {
				t.Fatalf("%s: no end of reads", name)
			}
			got := runOn(&faulty{&stepReader{in, len(in)/12 + 1}, reads, reason}, showLines...)
			if got == want {
				break
			}
			if !isDamage(got) || !strings.Contains(got.err, reason.Error()) || !strings.HasPrefix(want.out, got.out) {
				t.Fatalf("%s, read %d fails: %+v, want whole lines and %v", name, reads, got, reason)
			}
		}
	}
}

// An input that fails together with its last bytes gives all that they hold, and
// so does one that fails where its end is expected.
func TestReadFaultAtEnd(t *testing.T) {
	broken := iotest.ErrReader(errors.New("cable cut"))
	for name, pack := range packed.Packers {
		in := string(pack(firstLines)) + string(pack(secondLines))
		want := outcome{diag.ExitIO, firstLines + secondLines, fmt.Sprintf("uriscan: standard input: %s data is damaged at byte %d: "+
			"cable cut; 55 bytes and 5 lines were read before, none of the damaged member\n", name, len(in))}
		if name == "bzip2" { // which looks for what follows before it ends a stream
			want.err = strings.Replace(want.err, "none of the damaged member", "those from line 3 on are of the damaged member and may be wrong", 1)
		}
		r := io.MultiReader(strings.NewReader(in), broken)
		if got := runOn(r, showLines...); got != want {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
		r = iotest.DataErrReader(io.MultiReader(strings.NewReader(in), broken))
		if got := runOn(r, showLines...); got != want {
			t.Errorf("%s, with the last bytes: %+v, want %+v", name, got, want)
		}
		r = io.MultiReader(strings.NewReader(in+strings.Repeat("\x00", 6000)), broken)
		if got := runOn(r, showLines...); !isDamage(got) || got.out != want.out || !strings.Contains(got.err, "cable cut") {
			t.Errorf("%s, in NULs that fill it up: %+v, want all lines and cable cut", name, got)
		}
	}
}

// A faulty reader fails after a number of reads.
type faulty struct {
	io.Reader
	reads int
	err   error
}

func (f *faulty) Read(p []byte) (int, error) {
	if f.reads == 0 {
		return 0, f.err
	}
	f.reads--
	return f.Reader.Read(p)
}

// A stepReader reads so many bytes at a time.
type stepReader struct {
	rest []byte
	step int
}

func (s *stepReader) Read(p []byte) (int, error) {
	if len(s.rest) == 0 {
		return 0, io.EOF
	}
	n := copy(p[:min(len(p), s.step)], s.rest)
	s.rest = s.rest[n:]
	return n, nil
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
		got := readPacked(in, len(in))
		if slowly := readPacked(in, 1); slowly != got {
			t.Errorf("byte by byte %+v, want %+v", slowly, got)
		}
		if want, ok := readStandard(in); ok && got != (unpacked{out: want}) {
			t.Errorf("of data without a fault %+v, want %q", got, want)
		}
	})
}

// maxReading is how much decompressed data is read.
const maxReading = 1 << 20

// An unpacked is what was read, and the error.
type unpacked struct{ out, err, trailing string }

// readPacked reads what in holds, which comes step bytes at a time.
func readPacked(in []byte, step int) unpacked {
	u := archive.NewReader(&stepReader{in, step}, '\n')
	out, err := io.ReadAll(io.LimitReader(u, maxReading))
	return unpacked{string(out), said(err), said(u.Trailing())}
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

func said(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
