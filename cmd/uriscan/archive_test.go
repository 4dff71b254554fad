package main

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// packers compress a text into one member.
var packers = map[string]func(text string) []byte{
	"gzip":  packGzip,
	"zstd":  packZstd,
	"bzip2": func(text string) []byte { return packBzip2(text, 700) },
}

// gzipWriters are reused: a new one has a megabyte to clear.
var gzipWriters = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

func packGzip(text string) []byte {
	var out bytes.Buffer
	w := gzipWriters.Get().(*gzip.Writer)
	defer gzipWriters.Put(w)
	w.Reset(&out)
	w.Name, w.Comment, w.Extra = "name", "comment", []byte("extra")
	io.WriteString(w, text)
	w.Close()
	return out.Bytes()
}

var zstdWriter = sync.OnceValue(func() *zstd.Encoder {
	w, err := zstd.NewWriter(nil)
	if err != nil {
		panic(err) // there are no options that could be wrong
	}
	return w
})

func packZstd(text string) []byte { return zstdWriter().EncodeAll([]byte(text), nil) }

// packMembers compresses text into so many members, wherever that cuts it.
func packMembers(pack func(string) []byte, text string, members int) (out []byte) {
	for left := members; left > 0; left-- {
		n := len(text) / left
		out = append(out, pack(text[:n])...)
		text = text[n:]
	}
	return out
}

// archives are a text in every format, of one and of many members.
func archives(text string) map[string][]byte {
	all := map[string][]byte{"plain": []byte(text)}
	for name, pack := range packers {
		for _, members := range []int{1, 2, 50} {
			all[fmt.Sprint(name, " ", members)] = packMembers(pack, text, members)
		}
	}
	skippable := "\x5a\x2a\x4d\x18\x03\x00\x00\x00abc"
	all["zstd, skippable frames"] = []byte(skippable + string(all["zstd 1"]) + skippable)
	all["gzip, an empty member"] = append(packGzip(""), all["gzip 1"]...)
	return all
}

// What was compressed gives the bytes that it gives as it was, on both streams,
// however it comes.
func TestArchivesAreTexts(t *testing.T) {
	t.Chdir(t.TempDir())
	text := mixedLines(4, 60)
	commands := [][]string{
		{"check"},
		{"parse", "--json"},
		{"parse", "-0", "--format", "{path}", "--on-error", "keep", "--max-line", "500"},
		{"normalize"},
		{"resolve", "--base", "http://a/b/"},
		{"relativize", "--base", "http://a/b/"},
		{"explain"},
		{"extract", "--binary", "--with-position"},
	}
	inputs := archives(text)
	want := runWith(text, "parse")
	for name, in := range inputs {
		if got := runOn(iotest.OneByteReader(bytes.NewReader(in)), "parse"); got != want {
			t.Errorf("parse of %s, byte by byte, = %s, want %s", name, clip(got), clip(want))
		}
	}
	tries := 0
	for _, args := range commands {
		want := runWith(text, args...)
		for name, in := range inputs {
			tries++
			for _, how := range inTurn(tries, "-j 1", "-j 8 --block-size 1", "-j 2 --block-size 100", "-j 8 --block-size 256K") {
				args := args
				if args[0] != "explain" { // which has no say in that
					args = append(args, strings.Fields(how)...)
				}
				if got := runOn(iotest.HalfReader(bytes.NewReader(in)), args...); got != want {
					t.Errorf("run(%q) on %s = %s, want %s", args, name, clip(got), clip(want))
				}
			}
		}
	}
}

// Files and folders are told by what is in them, not by their names.
func TestArchiveFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	const text = "http://a/\nhttp://b c\nlast"
	writeAll(t, map[string]string{
		"d/1.gz": text, "d/2": string(packGzip(text)), "d/3.gz": string(packZstd(text)), "d/4": string(packBzip2(text, 9)), "d/5": "",
		"binary": string(packGzip("\x00http://a/")),
	})
	tests := []struct {
		args []string
		want outcome
	}{
		{[]string{"parse", "--format", "{path}", "d/1.gz", "d/2", "d/3.gz", "d/4", "d/5"}, outcome{exitBad,
			strings.Repeat("/\nlast\n", 4), "d/1.gz:2:9: bad-host\nd/2:2:9: bad-host\nd/3.gz:2:9: bad-host\nd/4:2:9: bad-host\n"}},
		{[]string{"extract", "--compressed", "all", "--with-position", "d"}, outcome{exitGood,
			"d/1.gz:1:1: http://a/\nd/1.gz:2:1: http://b\nd/2:1:1: http://a/\nd/2:2:1: http://b\n" +
				"d/3.gz:1:1: http://a/\nd/3.gz:2:1: http://b\nd/4:1:1: http://a/\nd/4:2:1: http://b\n", ""}},
		{[]string{"extract", "binary"}, outcome{exitGood, "", "uriscan: binary: a binary file, skipped\n"}},
	}
	for _, tt := range tests {
		if got := runWith("", tt.args...); got != tt.want {
			t.Errorf("run(%q) = %+v, want %+v", tt.args, got, tt.want)
		}
	}
}

// Texts that begin like an archive, or are arguments, are texts.
func TestTextsAreTexts(t *testing.T) {
	for _, in := range []string{"", "B", "BZ", "BZh", "BZh9", "BZh9\n", "BZh91AY&S\n", "BZh01AY&SY", "BZh91", "(", "(\n", "P", "P*M", "P*M\n", "\x1f", "\x1f\n"} {
		want := strings.TrimSuffix(in, "\n") + "\n"
		if in == "" {
			want = ""
		}
		if got := runWith(in, "parse", "--format", "{path}", "--on-error", "keep", "--quiet"); got.out != want || got.status == exitIO {
			t.Errorf("parse of %q = %+v, want %q", in, got, want)
		}
	}
	if got := runWith("", "explain", "BZh91AY&SY"); got.status != exitGood || !strings.HasPrefix(got.out, "BZh91AY&SY\n") {
		t.Errorf("explain BZh91AY&SY = %+v, want a drawing", got)
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
		must(t, err)
		want := outcome{exitGood, "a\nc\n", ""}
		if got := runOn(bytes.NewReader(in), "parse", "--format", "{scheme}"); got != want {
			t.Errorf("parse of what %s makes = %+v, want %+v", name, got, want)
		}
	}
}

// A compressor compresses what is written to it.
type compressor interface {
	io.WriteCloser
	Flush() error
}

var compressors = map[string]func(io.Writer) compressor{
	"gzip": func(w io.Writer) compressor { return gzip.NewWriter(w) },
	"zstd": func(w io.Writer) compressor { z, _ := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1)); return z },
}

// Lines that were compressed and written slowly come out as they came in.
func TestArchiveOfSlowLines(t *testing.T) {
	for name, open := range compressors {
		in, feed := io.Pipe()
		out, written := io.Pipe()
		go func() {
			run(t.Context(), []string{"parse", "--format", "{path}"}, streams{in, written, written})
			written.Close()
		}()
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
			must(t, <-flushed)
		}
		feed.Close()
		io.Copy(io.Discard, out)
	}
}

// An archive that becomes a thousand times as long takes no more memory.
func TestBomb(t *testing.T) {
	const members, size = 8, 64 << 20
	zeros := strings.NewReader(strings.Repeat("\x00", 1<<20))
	for name, open := range compressors {
		var in bytes.Buffer
		z := open(&in)
		for range size / members >> 20 {
			zeros.Seek(0, io.SeekStart)
			io.Copy(z, zeros)
		}
		z.Close()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		got := runOn(bytes.NewReader(bytes.Repeat(in.Bytes(), members)), "check", "--max-line", "1M", "-j", "2")
		runtime.ReadMemStats(&after)
		if want := (outcome{exitBad, "", "-:1:1048577: too-long\n"}); got != want {
			t.Errorf("check of a bomb of %s = %+v, want %+v", name, clip(got), want)
		}
		if took := after.TotalAlloc - before.TotalAlloc; took > size/4 {
			t.Errorf("check of a bomb of %s took %d bytes of memory, want less than a quarter of the %d in it", name, took, size)
		}
	}
}

// A frame that needs more memory than it gets, or a dictionary, is refused with
// what can be done.
func TestZstdRefused(t *testing.T) {
	t.Chdir(t.TempDir())
	good := string(packZstd("a:b\n"))
	tests := []struct{ name, in, out, want string }{
		{"window", zstdFrameMagic + "\x00\xa8", "",
			"the zstd frame at byte 0 needs a window of 2147483648 bytes of memory, more than the 134217728 given to it: zstd -dc --long=31 FILE | uriscan ..."},
		{"second window", good + zstdFrameMagic + "\x00\x89", "a\n", fmt.Sprintf(
			"the zstd frame at byte %d needs a window of 150994944 bytes of memory, more than the 134217728 given to it: zstd -dc --long=28 FILE | uriscan ... after 4 bytes", len(good))},
		{"single segment", zstdFrameMagic + "\xa0\x01\x00\x00\x08", "",
			"the zstd frame at byte 0 needs a window of 134217729 bytes of memory, more than the 134217728 given to it: zstd -dc --long=28 FILE | uriscan ..."},
		{"dictionary", zstdFrameMagic + "\x03\x00\x01\x00\x00\x00", "",
			"the zstd frame at byte 0 needs a dictionary: zstd -dc -D DICTIONARY FILE | uriscan ..."},
		{"a byte three times", zstdFrameMagic + "\x00\x00\x10\x00\x00a:\x1a\x00\x00b\x09\x00\x00\n", "a\n", ""},
		{"just what it may take", zstdFrameMagic + "\x00\x88\x21\x00\x00a:b\n", "a\n", ""},
	}
	for _, tt := range tests {
		write(t, "in", tt.in)
		want := outcome{exitIO, tt.out, "uriscan: in: " + tt.want + "\n"}
		if tt.want == "" {
			want = outcome{exitGood, tt.out, ""}
		}
		if got := runWith("", "parse", "--format", "{scheme}", "in"); got != want {
			t.Errorf("%s: parse = %+v, want %+v", tt.name, got, want)
		}
	}
	want := outcome{exitIO, "", "uriscan: in: the zstd frame at byte 0 needs a window of 16777216 bytes of memory, more than the 10485760 given to it by --memory: zstd -dc --long=24 FILE | uriscan ...\n"}
	write(t, "in", zstdFrameMagic+"\x00\x70")
	if got := runWith("", "dedupe", "--memory", "16M", "in"); got != want {
		t.Errorf("dedupe --memory 16M = %+v, want %+v", got, want)
	}
}
