package resolve

import (
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit/growth"
	"github.com/uriscan/uriscan/scanner"
)

// Each function takes time linear in reference and base.
func TestGrowth(t *testing.T) {
	var dst []byte
	var reused Base
	ignore := func([]byte, scanner.Ref) {}
	jobs := map[string]growth.Job{
		"String":             growth.Of(func(in string) { String(rfcBase, in) }),
		"String with a base": growth.Of(func(in string) { String(in, "../x?y") }),
		"Recompose": func(in string) func() {
			p := &Parts{Has: scanner.Fragment, Path: []byte(in), Fragment: []byte(in)}
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
