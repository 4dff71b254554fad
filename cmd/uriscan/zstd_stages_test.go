package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"
	"testing/synctest"

	"github.com/klauspost/compress/zstd"
)

// A memoryFile is a regular file in memory.
type memoryFile struct{ *bytes.Reader }

func (f memoryFile) Stat() (fs.FileInfo, error) {
	return fstest.MapFS{"in": {Data: make([]byte, f.Size())}}.Stat("in")
}

// withShortStages has archives of a few short blocks be decompressed in stages.
func withShortStages(t testing.TB) {
	usual := stagedSizes
	t.Cleanup(func() { stagedSizes = usual })
	stagedSizes.bytes, stagedSizes.blocks, stagedSizes.block, stagedSizes.buffer = 0, 1, 1<<10, 3000
}

// packBlocks compresses text in zstd blocks of a KiB.
func packBlocks(text string) []byte {
	w, err := zstd.NewWriter(nil, zstd.WithWindowSize(1<<10), zstd.WithEncoderConcurrency(1))
	if err != nil {
		panic(err)
	}
	return w.EncodeAll([]byte(text), nil)
}

// unpackFile unpacks a regular file.
func unpackFile(in []byte, cores int) *unpacker {
	return unpack(steady(memoryFile{bytes.NewReader(in)}), '\n', cores)
}

// readInStages reads a regular file to its end, and tells whether that began in stages.
func readInStages(in []byte, cores int) (got reading, staged bool) {
	u := unpackFile(in, cores)
	defer u.close()
	out, err := io.ReadAll(u)
	return reading{string(out), said(err), said(u.trailing())}, u.stages != nil
}

// What is read of zstd data in stages, and what is wrong with it, is the same as
// otherwise, wherever it is damaged or cut off.
func TestZstdStages(t *testing.T) {
	withShortStages(t)
	text := mixedLines(7, 300)
	const skippable = "\x53\x2a\x4d\x18\x05\x00\x00\x00abcde"
	one := packBlocks(text)
	inputs := map[string][]byte{
		"whole": one, "two": append(bytes.Clone(one), one...), "skippable": []byte(skippable + string(one) + skippable),
		"NULs": append(bytes.Clone(one), make([]byte, 5000)...), "garbage": append(bytes.Clone(one), "garbage"...),
		"dictionary": append(bytes.Clone(one), zstdFrameMagic+"\x03\x00\x01\x00\x00\x00"...),
		"window":     append(bytes.Clone(one), zstdFrameMagic+"\x00\xa8"...),
		"noise":      packBlocks(text + string(one) + text),
	}
	for i := range one {
		flipped := bytes.Clone(one)
		flipped[i] ^= 1 << (i % 8)
		for _, damaged := range inTurn(i, one[:i], flipped) {
			inputs[fmt.Sprintf("damaged at %d, %d bytes", i, len(damaged))] = damaged
		}
	}
	for size := 300; size < len(text); size += 300 { // where the frame is longer than it says
		short := bytes.Clone(one)
		binary.LittleEndian.PutUint16(short[6:], uint16(size-256))
		inputs[fmt.Sprint("size ", size)] = short
	}
	staged := 0
	for name, in := range inputs {
		want, _ := readInStages(in, 1)
		got, inStages := readInStages(in, 2)
		if got != want {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
		if inStages {
			staged++
		}
	}
	if staged < len(inputs)/2 {
		t.Errorf("%d of %d inputs were read in stages, want most of them", staged, len(inputs))
	}
}

// Nothing is left at work when nobody reads on.
func TestZstdStagesClose(t *testing.T) {
	withShortStages(t)
	in := packBlocks(strings.Repeat(mixedLines(7, 20), 100))
	for _, n := range []int{1, 5000} {
		synctest.Test(t, func(t *testing.T) {
			u := unpackFile(in, 2)
			if _, err := io.ReadFull(u, make([]byte, n)); err != nil || u.stages == nil {
				t.Errorf("%d bytes: %v, stages %v, want some and no error", n, err, u.stages != nil)
			}
			u.close()
		})
	}
}

// A file that cannot be read again says so, where it was read so far.
func TestZstdStagesReadFails(t *testing.T) {
	withShortStages(t)
	text := mixedLines(7, 300)
	in := packBlocks(text)
	in = in[:len(in)-1]
	want, _ := readInStages(in, 1)
	name := filepath.Join(t.TempDir(), "in")
	write(t, name, string(in))
	for nth := 0; ; nth++ {
		f := &fault{nth: nth, call: "pread", err: syscall.EIO}
		restore := inject(f, 100)
		opened, err := openFile(name, os.O_RDONLY)
		restore()
		if err != nil {
			t.Fatal(err)
		}
		u := unpack(steady(opened), '\n', 2)
		out, err := io.ReadAll(u)
		u.close()
		opened.Close()
		switch got := (reading{string(out), said(err), said(u.trailing())}); {
		case got == want && !f.wasHit():
			return
		case got != want && (!strings.HasPrefix(want.out, got.out) || !errors.Is(err, syscall.EIO)):
			t.Fatalf("read %d fails: %d bytes, %v, want some of %d and that", nth, len(out), err, len(want.out))
		}
	}
}

// A countingReader counts the calls of ReadAt.
type countingReader struct {
	io.ReaderAt
	calls int64
}

func (r *countingReader) ReadAt(p []byte, at int64) (int, error) {
	r.calls++
	return r.ReaderAt.ReadAt(p, at)
}

// Whether it is worth to decompress in stages is known after a few reads.
func TestZstdStagesBegin(t *testing.T) {
	long := string(packBlocks(mixedLines(7, 300)))
	const skippable = "\x5a\x2a\x4d\x18\x00\x00\x00\x00"
	for _, tt := range []struct {
		name, in string
		want     bool
	}{
		{"long", long, true},
		{"short", string(packZstd("http://a/\n")), false},
		{"some skippable frames, then long", strings.Repeat(skippable, mostSkipped) + long, true},
		{"many skippable frames", strings.Repeat(skippable, 1000) + long, false},
		{"skippable and cut off", skippable + long[:3], false},
		{"cut off", long[:len(long)/2], false},
	} {
		file := &countingReader{ReaderAt: strings.NewReader(tt.in)}
		if got := beginsLong(file, 0); got != tt.want || file.calls > 1+mostSkipped+stagedSizes.blocks {
			t.Errorf("%s: beginsLong() = %t after %d reads, want %t after few", tt.name, got, file.calls, tt.want)
		}
	}
}
