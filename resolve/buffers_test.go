package resolve

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/growth"
	"github.com/uriscan/uriscan/internal/testkit/poison"
	"github.com/uriscan/uriscan/scanner"
	"github.com/valyala/bytebufferpool"
)

// A writer is one of the functions that append, made to take a reference or, by
// AppendWithoutDotSegments, a path.
type writer struct {
	name string
	to   func(dst, in []byte) ([]byte, error)
}

func writers(t testing.TB, base string) []writer {
	b := newBase(t, base, 0)
	return []writer{
		{"Append", func(dst, in []byte) ([]byte, error) { out, _, err := b.Append(dst, in); return out, err }},
		{"AppendString", func(dst, in []byte) ([]byte, error) { out, _, err := b.AppendString(dst, string(in)); return out, err }},
		{"AppendRef", func(dst, in []byte) ([]byte, error) {
			r, err := scanner.Parse(in)
			if err != nil {
				return dst, err
			}
			out, _, err := b.AppendRef(dst, in, r)
			return out, err
		}},
		{"AppendRelative", func(dst, in []byte) ([]byte, error) { out, _, err := b.AppendRelative(dst, in); return out, err }},
		{"AppendWithoutDotSegments", func(dst, in []byte) ([]byte, error) { return AppendWithoutDotSegments(dst, in), nil }},
		{"AppendRecomposed", func(dst, in []byte) ([]byte, error) {
			out, _, err := AppendRecomposed(dst, &Parts{Has: scanner.Query, Query: in})
			return out, err
		}},
	}
}

var inputs = []string{
	"", "g", "?y", "#s", "/g", "//g/x", "x:y", "g/../h", "../../../g", "x/y/z/../../../../g?q#f", "./.", "/y/..//b",
	"x:a/b/../../..//c", "http://a/b/../c", "bad one", "%", strings.Repeat("long/../", 40), strings.Repeat("long/", 40), "http://a/b/" + strings.Repeat("long/", 40),
}

// Whatever capacity dst has, the result is the same, the contents of dst and of the
// inputs do not change, and a sufficient dst is not replaced.
func TestCapacities(t *testing.T) {
	for _, base := range []string{rfcBase, "a:/x", "a:b/./c/../d"} {
		for _, w := range writers(t, base) {
			for _, in := range inputs {
				checkCapacities(t, w, []byte(in))
			}
		}
	}
}

func checkCapacities(t *testing.T, w writer, in []byte) {
	t.Helper()
	want, wantErr := w.to(nil, in)
	if most := len(want)*5/4 + 32; cap(want) > most {
		t.Fatalf("%s(nil, %q) has room for %d bytes, want %d at most", w.name, in, cap(want), most)
	}
	for _, prefix := range []string{"", "p", "a longer prefix /../ with dots"} {
		for room := range len(want) + 4 {
			dst := make([]byte, len(prefix), len(prefix)+room)
			copy(dst, prefix)
			read := bytes.Clone(in)
			out, err := w.to(dst, read)
			if string(out) != prefix+string(want) || (err == nil) != (wantErr == nil) {
				t.Fatalf("%s(%q, %q) with room for %d = %q, %v, want %q, %v", w.name, prefix, in, room, out, err, prefix+string(want), wantErr)
			}
			if string(dst) != prefix || !bytes.Equal(read, in) {
				t.Fatalf("%s(%q, %q) with room for %d changed its input to %q, %q", w.name, prefix, in, room, dst, read)
			}
			if stays := room >= len(want); len(prefix) > 0 && stays != (&out[0] == &dst[0]) {
				t.Fatalf("%s(%q, %q) with room for %d: in place = %v, want %v", w.name, prefix, in, room, !stays, stays)
			}
		}
	}
	var dst []byte
	moves := 0
	for range 100 {
		before := cap(dst)
		if dst, _ = w.to(dst, in); cap(dst) != before {
			moves++
		}
	}
	if moves > 40 {
		t.Fatalf("%s of %q, 100 times, moves dst %d times, want 40 at most", w.name, in, moves)
	}
}

// The input may be a part of dst.
func TestInputInsideDst(t *testing.T) {
	for _, w := range writers(t, rfcBase) {
		for _, in := range inputs {
			want, _ := w.to(nil, []byte(in))
			for _, room := range []int{0, len(want) / 2, len(want), 1000} {
				dst := make([]byte, 3+len(in)+2, 3+len(in)+2+room)
				copy(dst, "abc"+in+"de")
				out, _ := w.to(dst, dst[3:3+len(in)])
				if string(out) != "abc"+in+"de"+string(want) {
					t.Errorf("%s of %q inside dst with room for %d = %q, want %q after it", w.name, in, room, out, want)
				}
			}
		}
	}
}

func TestAppendWithoutDotSegmentsInPlace(t *testing.T) {
	for _, in := range inputs {
		want := string(AppendWithoutDotSegments(nil, in))
		for _, after := range []string{"", "after"} {
			for from := range 3 { // dst may also end anywhere before the path
				buf := []byte("ab"[:from] + in + after)
				path := buf[from : from+len(in)]
				if out := AppendWithoutDotSegments(buf[:0], path); string(out) != want {
					t.Errorf("AppendWithoutDotSegments(%q) %d bytes in front = %q, want %q", in, from, out, want)
				}
				if got := string(buf[from+len(in):]); got != after {
					t.Errorf("AppendWithoutDotSegments(%q) in place changed the bytes after it to %q", in, got)
				}
			}
		}
	}
}

// Each function takes time linear in reference and base.
func TestGrowth(t *testing.T) {
	var dst []byte
	var reused Base
	ignore := func([]byte, scanner.Ref) {}
	jobs := map[string]growth.Job{
		"String":             growth.Of(func(in string) { String(rfcBase, in) }),
		"String with a base": growth.Of(func(in string) { String(in, "../x?y") }),
		"Recompose": func(in string) func() {
			p := &Parts{Has: scanner.Fragment, Path: []byte(in), Fragment: []byte(in[:len(in)/4])}
			return func() { Recompose(p, ignore) }
		},
		"AppendWithoutDotSegments in place": func(in string) func() {
			path := []byte(in)
			return func() { AppendWithoutDotSegments(path[:0], path) }
		},
	}
	for _, w := range writers(t, rfcBase) {
		jobs[w.name] = growth.Of(func(in []byte) { dst, _ = w.to(dst[:0], in) })
		jobs[w.name+" to nil"] = growth.Of(func(in []byte) { w.to(nil, in) })
	}
	// A base of the input, what resolves against it, and both of it.
	for name, do := range map[string]func(b *Base, in []byte){
		"Reset":                       func(b *Base, in []byte) { reused.Reset(in, BaseDots); reused.Reset([]byte("s:"), 0) },
		"NewBase":                     func(b *Base, in []byte) { NewBase(in, RejectUnderflow) },
		"Append to a base":            func(b *Base, in []byte) { dst, _, _ = b.Append(dst[:0], []byte("../x")) },
		"Append of the base":          func(b *Base, in []byte) { dst, _, _ = b.Append(dst[:0], in) },
		"AppendRelative to a base":    func(b *Base, in []byte) { dst, _, _ = b.AppendRelative(dst[:0], []byte("http://h/a/b")) },
		"AppendRelative of the base":  func(b *Base, in []byte) { dst, _, _ = b.AppendRelative(dst[:0], in) },
		"AppendRelative of a folder":  func(b *Base, in []byte) { dst, _, _ = b.AppendRelative(dst[:0], append(in, "/x/y"...)) },
		"Do":                          func(b *Base, in []byte) { b.Do(in, ignore) },
		"SameDocument":                func(b *Base, in []byte) { b.SameDocument(in) },
		"SameDocument of a short one": func(b *Base, in []byte) { b.SameDocument(nil) },
	} {
		jobs[name] = func(in string) func() {
			src := []byte(in)
			b, err := NewBase(src, 0)
			if err != nil {
				return nil
			}
			return func() { do(b, src) }
		}
	}
	jobs["AppendRelative far up"] = func(in string) func() {
		b, err := NewBase(in+strings.Repeat("/a", len(in)/8), 0)
		if err != nil {
			return nil
		}
		return func() { dst, _, _ = b.AppendRelative(dst[:0], []byte(in+"/b")) }
	}
	growth.Check(t, 1<<10, growth.References, jobs)
	growth.Check(t, 3<<10, growth.Long, jobs) // of more no pool keeps a buffer
}

var pool = poison.Pool{Get: getBuffer, Put: putBuffer}

// No result outlives its buffer: what is returned is the caller's own, and what
// is borrowed stays as it is until fn returns.
func TestPoisonedPool(t *testing.T) {
	pool.Poison(func(worker, i int) {
		folder := fmt.Sprintf("http://h%d/a/", worker)
		checkPooled(t, newBase(t, folder+"b/c", 0), folder, strings.Repeat("x", i%300))
	})
}

// checkPooled uses everything that borrows a buffer, at the same time.
func checkPooled(t *testing.T, b *Base, folder, segment string) {
	ref := []byte("y/../../" + segment)
	want := folder + segment
	err := b.Do(ref, func(outer []byte, r scanner.Ref) {
		short, _, _ := b.Append(nil, ref) // without room it borrows
		back, _, _ := b.AppendRelative(nil, short)
		again, _, _ := b.Append(nil, back)
		cleaned := AppendWithoutDotSegments(nil, "/z/.././"+segment)
		whole, _ := String(string(b.text), string(ref))
		same := b.SameDocument(ref)
		parts := partsOf(want, r)
		if err := Recompose(&parts, func(uri []byte, _ scanner.Ref) {
			for what, got := range map[string]string{
				"Do": string(outer), "Append": string(short), "AppendRelative": string(again), "String": whole, "Recompose": string(uri),
			} {
				if got != want {
					t.Errorf("%s(%q) = %q, want %q", what, ref, got, want)
				}
			}
		}); err != nil {
			t.Error(err)
		}
		if string(cleaned) != "/"+segment || same {
			t.Errorf("AppendWithoutDotSegments = %q, SameDocument = %v, want %q, false", cleaned, same, "/"+segment)
		}
	})
	if err != nil {
		t.Error(err)
	}
}

// One monster does not stay, nor the memory in which one is made short.
func TestPoolIsBounded(t *testing.T) {
	buffers = bytebufferpool.Pool{} // one that has learned what it is used for drops huge ones itself
	b := newBase(t, rfcBase, 0)
	for _, in := range []string{strings.Repeat("a", 16*maxPooled), strings.Repeat("a/../", maxPooled/5+1)} {
		testkit.Must(t, b.Do([]byte(in), func([]byte, scanner.Ref) {}))
		pool.CheckBounded(t, maxPooled)
	}
	if maxPooled != 64<<10 {
		t.Errorf("targets of up to %d bytes are kept, want 64 KiB as Do says", maxPooled)
	}
}
