package resolve

import (
	"bytes"

	"github.com/uriscan/uriscan/internal/automaton"
	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/rawref"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/scanner"
)

// A Base is a base URI (5.1), prepared to resolve many references. It must have a
// scheme; its fragment is ignored. The zero Base must be Reset before use. Until
// then, and after a Reset that failed, every method except Reset and ResetString
// fails: for a valid reference with the fault of an empty base.
//
// Any number of goroutines may use a Base between two Resets. A copy shares its
// memory, and gives wrong targets after the next Reset of the original.
type Base struct {
	// text is the base without its fragment. merged is what 5.2.3 puts in front
	// of a relative path: text up to and including the last "/" of its path, without
	// its dot segments, which cannot affect what follows. merged is a prefix of text,
	// or comes after it in the same array.
	text, merged []byte
	words        automaton.Words // of text
	hints        hints
	flags        Flags
}

// NewBase prepares src as a base. It fails with the error of [scanner.ParseRule]
// with rule URI: for a base without a scheme that is BadScheme, or UnexpectedEnd
// where a scheme could still go on. With [RejectUnderflow] it also fails with
// scanner.Underflow at a ".." that goes above the root. If it fails, the Base is
// nil. It copies src, and allocates the Base and the copy.
func NewBase[B lut.Bytes](src B, f Flags) (*Base, error) {
	var b Base
	if err := b.reset(kernel.Bytes(src), f); err != nil {
		return nil, err
	}
	prepared := b // so that an error allocates no Base
	return &prepared, nil
}

// Reset makes b the base that NewBase(src, f) returns, in the memory of b. It costs
// next to nothing if b is that base already, and src has no fragment. It allocates
// only if that memory is too small: a base needs up to twice its length and one byte.
func (b *Base) Reset(src []byte, f Flags) error { return b.reset(src, f) }

// ResetString is [Base.Reset] for a string.
func (b *Base) ResetString(src string, f Flags) error { return b.reset(kernel.Bytes(src), f) }

func (b *Base) reset(src []byte, f Flags) error {
	if len(src) == len(b.text) && len(src) > 0 && f == b.flags && bytes.Equal(src, b.text) {
		return nil // lists of pairs have the links of a page one after the other
	}
	b.text, b.merged = b.text[:0], nil
	ref, err := scanner.ParseRule(src, scanner.URI)
	if err != nil {
		return err
	}
	b.flags, b.words = f, rawref.Words(ref)
	src = src[:b.words.QueryEnd()] // to the end of the query
	path := ref.Path()
	dir := path.Of(src)
	if f&BaseDots == 0 || !bytes.HasSuffix(dir, []byte("/..")) {
		dir = dir[:bytes.LastIndexByte(dir, '/')+1]
	}
	if b.words.W3&automaton.FormHint != 0 && (path.Len() == 0 && ref.Has(scanner.Authority) || mayHaveDots(dir)) {
		return b.resetApart(src, int(path.Start), dir)
	}
	b.text = append(b.text, src...)
	b.merged = b.text[:int(path.Start)+len(dir)]
	b.setHints()
	return nil
}

// resetApart sets text to src, and merged to something other than a prefix of it:
// dir without its dot segments, or "/" where no path follows the authority.
func (b *Base) resetApart(src []byte, pathStart int, dir []byte) error {
	buf := b.text
	if size := len(src) + pathStart + max(len(dir), len("/")); cap(buf) < size {
		buf = make([]byte, 0, size)
	}
	buf = append(append(buf, src...), src[:pathStart]...)
	root := len(buf)
	if len(dir) == 0 {
		buf = append(buf, '/')
	} else {
		var underflow int
		buf, underflow = removeDots(buf, root, dir, false)
		if underflow >= 0 && b.flags&RejectUnderflow != 0 {
			return rawref.Fault(pathStart+underflow, scanner.Underflow).Err()
		}
		if !b.hasAuthority() {
			buf = guard(buf, root)
		}
	}
	b.text, b.merged = buf[:len(src)], buf[len(src):]
	b.setHints()
	return nil
}

// hasAuthority reports whether the base has one: "//" is between scheme and host.
func (b *Base) hasAuthority() bool { return b.words.HostStart() > b.words.SchemeEnd()+1 }

// guard puts "/." in front of the path out[root:] if that begins with "//". It is
// for paths without an authority before them (3.3).
func guard(out []byte, root int) []byte {
	if !bytes.HasPrefix(out[root:], []byte("//")) {
		return out
	}
	out = append(out, "/."...)
	copy(out[root+2:], out[root:])
	copy(out[root:], "/.")
	return out
}

// Flags change how a base resolves. 0 means section 5.2 as written.
type Flags uint8

const (
	// NotStrict ignores the scheme of a reference if it equals that of the base,
	// regardless of case, for compatibility with RFC 1630 (5.2.2): http:g is then g.
	NotStrict Flags = 1 << iota

	// RejectUnderflow makes a ".." that has no segment left to remove an error of
	// kind scanner.Underflow; by default it is dropped (5.4.2).
	RejectUnderflow

	// BaseDots treats a base path that ends in "/.." as that of a folder, as erratum
	// 4789 does: http://a/b/.. and g make http://a/g, not http://a/b/g.
	BaseDots
)

// hints are the [automaton.Hints] of the prefixes of a base that targets begin
// with, so that targets need not be read again for them. The prefixes are the
// scheme, everything before the path, and everything up to the end of the folder, of
// the path, and of the query.
type hints struct{ scheme, authority, folder, path, query uint64 }

// setHints sets b.hints.
func (b *Base) setHints() {
	b.hints = hints{}
	if b.words.W3&automaton.Hints == 0 {
		return // a prefix has no hint that the whole lacks
	}
	o, host := b.words.Offsets(), b.words.Host()
	head := b.text[:o.PathStart]
	if automaton.HasUpper(head[:o.SchemeEnd]) {
		b.hints.scheme = automaton.FormHint
	}
	if o.PathStart > o.HostEnd || host == automaton.IPv6Address || automaton.HasUpper(head) {
		b.hints.authority = automaton.FormHint
	}
	if automaton.HasPercent(head) {
		b.hints.authority |= automaton.PercentHint
	}
	hintsOf := func(text []byte, pathEnd int) uint64 {
		o.PathEnd, o.QueryEnd, o.End = uint32(pathEnd), uint32(len(text)), uint32(len(text))
		return o.Pack(host, 0).WithHints(text).W3 & automaton.Hints
	}
	b.hints.folder = hintsOf(b.merged, len(b.merged))
	b.hints.path = hintsOf(b.text[:b.words.PathEnd()], int(b.words.PathEnd()))
	b.hints.query = hintsOf(b.text, int(b.words.PathEnd()))
}
