package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

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
		"a long one":  bytes.Join([][]byte{in, in}, packGzip(strings.Repeat(text, 16<<20/len(text)))),
	}
	for name, in := range inputs {
		want := runOn(bytes.NewReader(in), "parse", "-j", "1", "--format", "{host}")
		for _, cores := range []string{"2", "8"} {
			for _, step := range []int{1000, len(in)} {
				if got := runOn(&stepReader{in, step}, "parse", "-j", cores, "--format", "{host}"); got != want {
					t.Errorf("%s, %s cores: %s, want %s", name, cores, clip(got), clip(want))
				}
			}
		}
		if whole := runWith(text, "parse", "--format", "{host}"); name == "whole" && whole != want {
			t.Errorf("%s: %s, want %s", name, clip(want), clip(whole))
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
