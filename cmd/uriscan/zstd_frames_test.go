package main

import (
	"bytes"
	"encoding/hex"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// Frames that ask for as much memory as any that are guessed are not held in more than
// is said.
func TestZstdFramesMemory(t *testing.T) {
	random := make([]byte, maxGuessed/2)
	rand.NewChaCha8([32]byte{}).Read(random)
	text := hex.AppendEncode(nil, random)
	w, err := zstd.NewWriter(nil, zstd.WithWindowSize(maxGuessed), zstd.WithEncoderConcurrency(1))
	if err != nil {
		t.Fatal(err)
	}
	frame := w.EncodeAll(text, nil)
	var frames []io.Reader
	for range 12 {
		frames = append(frames, bytes.NewReader(frame))
	}
	before := liveMemory()
	u := unpack(io.MultiReader(frames...), '\n', maxSpans)
	defer u.close()
	for i := range frames {
		if got, err := io.ReadAll(io.LimitReader(u, int64(len(text)))); !bytes.Equal(got, text) || err != nil {
			t.Fatalf("frame %d: %d bytes, %v, want the %d of the text", i, len(got), err, len(text))
		}
		if held := liveMemory(); held > before+aheadMemory {
			t.Errorf("frame %d: %d bytes of memory, want at most %d", i, held-before, aheadMemory)
		}
	}
	if u.packed.ahead.right == 0 {
		t.Error("no frame was guessed")
	}
}

// Frames beside each other give what they give one after the other, with whatever else
// stands between them.
func TestZstdFramesAhead(t *testing.T) {
	withSmallSizes(t)
	var frames [][]byte
	for i := range 40 {
		lines := mixedLines(uint64(i), 10)
		frame := packZstd(lines)
		switch i % 5 {
		case 1:
			frame = slices.Concat([]byte("\x5a\x2a\x4d\x18\x03\x00\x00\x00abc"), frame)
		case 2:
			frame = slices.Concat(frame, packZstd(string(frame)+zstdFrameMagic+lines), packZstd(""))
		case 3:
			frame = packBlocks(strings.Repeat(lines, 30))
		}
		frames = append(frames, frame)
	}
	in := bytes.Join(frames, nil)
	for name, in := range map[string][]byte{
		"whole": in, "in garbage": append(bytes.Clone(in), "garbage"...), "NULs": append(bytes.Clone(in), make([]byte, 999)...),
		"cut off": in[:len(in)-len(frames[39])-3],
		"window":  slices.Concat(in, []byte(zstdFrameMagic+"\x00\xa8"), in), "reserved": slices.Concat(in, []byte(zstdFrameMagic+"\x08\x00"), in),
		"dictionary": slices.Concat(in, []byte(zstdFrameMagic+"\x03\x00\x01\x00\x00\x00"), in),
	} {
		for _, step := range []int{99, len(in)} {
			if got, want := readAll(in, step, maxSpans), readAll(in, step, 1); got != want {
				t.Errorf("%s, %d at a time: %d bytes, %s, %s, want %d, %s, %s", name, step,
					len(got.out), got.err, got.trailing, len(want.out), want.err, want.trailing)
			}
		}
	}
}

// A frame is searched for by its magic and what it asks for.
func TestZstdFrameHeader(t *testing.T) {
	padding := strings.Repeat("\x00", maxFrameHeader)
	tests := []struct {
		name, in string
		want     int
	}{
		{"none", "http://a/" + padding, -1},
		{"window of 4 MiB", "abc" + zstdFrameMagic + "\x00\x60" + padding, 3},
		{"more", "abc" + zstdFrameMagic + "\x00\x61" + padding, -1},
		{"content of 4 MiB", zstdFrameMagic + "\xa0\x00\x00\x40\x00" + padding, 0},
		{"a byte more", zstdFrameMagic + "\xa0\x01\x00\x40\x00" + padding, -1},
		{"behind one of more", zstdFrameMagic + "\x00\xff" + zstdFrameMagic + "\x00\x00" + padding, 6},
		{"cut off", (zstdFrameMagic + "\x00\x60" + padding)[:maxFrameHeader-1], -1},
	}
	for _, tt := range tests {
		if got := frameHeader([]byte(tt.in)); got != tt.want {
			t.Errorf("%s: frameHeader(%q) = %d, want %d", tt.name, tt.in, got, tt.want)
		}
	}
}
