//go:build amd64 && !purego

package kernel

import (
	"bytes"
	"strings"
	"testing"
)

// The kernels write these themselves; that they write what the portable path does, the
// tests of normalize say.
func TestForm(t *testing.T) {
	const head, lower = "HTTPS://WWW.Example.org", "https://www.example.org"
	fill := "/" + strings.Repeat("x", 20)
	tests := []struct{ name, rest, want string }{
		{"head alone", fill, fill},
		{"triplet decoded", fill + "%7Eu%41", fill + "~uA"},
		{"triplet in upper case", fill + "%c3%bc?%2f#%aF", fill + "%C3%BC?%2F#%AF"},
		{"one dot", "/./a/./." + fill, "/a" + fill},
		{"two dots", fill + "/a/b/../../c" + fill, fill + "/c" + fill},
		{"dots at the end", fill + "/a/..", fill + "/"},
		{"one dot at the end", fill + "/.", fill + "/"},
		{"more than there are", "/../.." + fill, fill},
		{"empty segments", fill + "//..///../b", fill + "//b"},
		{"dots of no segment", fill + "/.a/..b/...", fill + "/.a/..b/..."},
		{"dots behind the path", fill + "?/./../%2E#/./", fill + "?/./../.#/./"},
	}
	for _, l := range Levels()[1:] {
		t.Run(l.String(), func(t *testing.T) {
			defer Use(Use(l))
			for _, tt := range tests {
				// All that a kernel reads is on one page, at whose end it leaves a form.
				b := append(make([]byte, 0, 128), head+tt.rest...)
				w, ok := locatePortable(b)
				if !ok {
					t.Fatalf("%s: %q is no reference", tt.name, b)
				}
				out := bytes.Repeat([]byte{'!'}, len(b)+8)
				form, ok := Form(out, b, w, uint32(w.W1))
				want := lower + tt.want
				if wantWords, _ := locatePortable([]byte(want)); !ok || string(out[:form.Len()]) != want || form != wantWords {
					t.Errorf("%s: Form(%q) = %q, %x, %v, want %q, %x", tt.name, b, out[:form.Len()], form, ok, want, wantWords)
				}
				if rest := out[len(b):]; bytes.Count(rest, []byte{'!'}) != len(rest) {
					t.Errorf("%s: Form(%q) writes beyond its room", tt.name, b)
				}
			}
		})
	}
}

// What is not for a kernel it leaves as it is.
func TestFormLeaves(t *testing.T) {
	tests := []struct{ name, in string }{
		{"triplet in the host", "http://www.%65xample.org/aaaaaaaaaaaaaaaa"},
		{"no triplet", "http://www.example.org/aaaaaaaaaaaaaaaa%4"},
		{"no HEXDIG", "http://www.example.org/aaaaaaaaaaaaaaaa%4g"},
		{"octet from 0x80 for a HEXDIG", "http://www.example.org/aaaaaaaaaaaaaaaa%4\xb1"},
		{"long host", "http://" + strings.Repeat("h", 57) + "/a"},
		{"long path", "http://www.example.org/" + strings.Repeat("a", 63)},
	}
	for _, l := range Levels() {
		t.Run(l.String(), func(t *testing.T) {
			defer Use(Use(l))
			for _, tt := range tests {
				path := strings.Index(tt.in[7:], "/") + 7
				o := Offsets{4, 7, uint32(path), uint32(path), uint32(len(tt.in)), uint32(len(tt.in)), uint32(len(tt.in))}
				out := make([]byte, len(tt.in))
				if _, ok := Form(out, []byte(tt.in), o.Pack(RegName, '/'), uint32(path)); ok || bytes.Count(out, []byte{0}) != len(out) {
					t.Errorf("%s: Form(%q) = %q, %v, want nothing", tt.name, tt.in, out, ok)
				}
			}
		})
	}
}
