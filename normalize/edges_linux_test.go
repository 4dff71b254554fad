package normalize

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/guardpage"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

// edgeTexts are beginnings and repeated parts of references, normal and not.
var edgeTexts = []struct{ begin, repeated string }{
	{"http://h/", "a/b.c"}, {"HTTP://", "Host."}, {"//h/", "%7e%41/"}, {"//h/", "a/../"}, {"a:", ".././"}, {"/?", "%c3%A9"}, {"http://U@h:80/", "x"},
	{"//h/a#", "%2f"}, {"/", "./"}, {"", "a"}, {"//h/b/..", "/%2E%2e"}, {"ws://", "a"},
}

// edgeText returns a valid reference of the length, or a shorter one if its end would not be
// valid.
func edgeText(i, length int) []byte {
	e := edgeTexts[i%len(edgeTexts)]
	text := (e.begin + strings.Repeat(e.repeated, length/len(e.repeated)+1))[:length]
	for !scanner.Valid(text, scanner.URIReference) {
		text = text[:len(text)-1]
	}
	return []byte(text)
}

// eachEdge calls check with texts of every length to 4096 between unreadable pages, and
// with their forms.
func eachEdge(t *testing.T, f Flags, check func(t *testing.T, b, form []byte, ref scanner.Ref)) {
	texts := func(length int) []guardpage.Text {
		return []guardpage.Text{{Name: "a text", Text: edgeText(length, length)}}
	}
	isBorder := func(length int) bool { return length < 300 && ((length+2)%62 < 5 || (length+2)%64 < 5) }
	guardpage.Each(t, texts, isBorder, func(text []byte) func(b []byte) {
		form, ref, err := Append(nil, slices.Clone(text), f)
		testkit.Must(t, err)
		return func(b []byte) { check(t, b, form, ref) }
	})
}

// No byte before or after an input is read, and none changes the answer.
func TestStaysInsideItsInput(t *testing.T) {
	base, err := resolve.NewBase("http://h/", 0)
	testkit.Must(t, err)
	var out []byte
	eachEdge(t, SchemeBased, func(t *testing.T, b, form []byte, ref scanner.Ref) {
		own, _ := scanner.Parse(b)
		var got scanner.Ref
		if out, got = AppendRef(out[:0], b, own, SchemeBased); !bytes.Equal(out, form) || got != ref {
			t.Errorf("AppendRef = %q, %v, want %q, %v", out, got, form, ref)
		}
		if got, want := Needed(b, own, SchemeBased) == 0, bytes.Equal(b, form); got != want {
			t.Errorf("Needed: normal is %v, want %v", got, want)
		}
		if got, want := Hash(b, own, SchemeBased, 7), Hash(form, ref, 0, 7); got != want {
			t.Errorf("Hash = %x, want %x", got, want)
		}
		if !Equal(b, form, SchemeBased) {
			t.Errorf("Equal(%q) = false, want true", form)
		}
		_, _, _, err := AppendResolved(out[:0], base, b, SchemeBased)
		testkit.Must(t, err)
	})
}

// Writes stay inside the capacity of dst, after len(dst). dst ends at an unreadable page
// and has room for the longest possible form, for the form itself, or for less.
func TestStaysInsideItsOutput(t *testing.T) {
	pages := guardpage.Pages(t)
	eachEdge(t, SchemeBased, func(t *testing.T, b, form []byte, ref scanner.Ref) {
		const kept = "kept"
		for _, room := range []int{max(len(b), len(form)) + maxGrowth, len(form), len(form) / 2} {
			size := len(kept) + min(room, len(pages)-len(kept))
			dst := pages[len(pages)-size : len(pages) : len(pages)]
			for i := range 16 {
				pages[max(0, len(pages)-size-16+i)] = '!'
			}
			dst = append(dst[:0], kept...)
			own, _ := scanner.Parse(b)
			out, got := AppendRef(dst, b, own, SchemeBased)
			if string(out[:len(kept)]) != kept || !bytes.Equal(out[len(kept):], form) || got != ref {
				t.Errorf("AppendRef with room for %d = %q, %v, want %q, %v", room, out, got, form, ref)
			}
			for i := max(0, len(pages)-size-16); i < len(pages)-size; i++ {
				if pages[i] != '!' {
					t.Fatalf("AppendRef with room for %d writes before dst", room)
				}
			}
		}
	})
}
