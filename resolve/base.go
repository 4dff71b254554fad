package resolve

import (
	"bytes"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/layout"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/scanner"
)

// A Base is a base URI (5.1), prepared to resolve many references. It has a
// scheme; a fragment on it is ignored. The zero Base must be Reset before use;
// until then, and after a Reset that failed, everything but a Reset reports the
// fault of an empty base.
//
// Any number of goroutines may use a Base between two Resets. A copy shares its
// memory: after the next Reset of the original it gives wrong targets.
type Base struct {
	// text is the base without its fragment. merged is what 5.2.3 puts in front
	// of a relative path: text through the last "/" of its path, with the dot
	// segments that stand there removed already, for they cannot reach what
	// follows. merged is a prefix of text or stands behind it in the same array.
	text, merged []byte
	words        kernel.Words // of text
	suspect      suspects
	flags        Flags
}

// NewBase prepares src as a base. The error is that of [scanner.ParseRule] with
// rule URI (for a base without scheme, BadScheme, or UnexpectedEnd where a scheme
// could still go on), or, with [RejectUnderflow],
// scanner.Underflow at the ".." that goes above the root; then the Base is nil.
// src is copied. It allocates the Base and the copy.
func NewBase[B lut.Bytes](src B, f Flags) (*Base, error) {
	var b Base
	if err := b.reset(kernel.Bytes(src), f); err != nil {
		return nil, err
	}
	prepared := b // so that an error allocates no Base
	return &prepared, nil
}

// Reset makes b the base that NewBase(src, f) is, in the memory b has; if that is
// what b is already, at next to no cost. It allocates only if src is longer than
// the bases before it.
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
	b.flags, b.words = f, layout.Words(ref)
	src = src[:b.words.W2>>32] // to the end of the query
	path := ref.Path()
	dir := path.Of(src)
	if f&BaseDots == 0 || !bytes.HasSuffix(dir, []byte("/..")) {
		dir = dir[:bytes.LastIndexByte(dir, '/')+1]
	}
	if b.words.W3&kernel.Suspect != 0 && (path.Len() == 0 && ref.Has(scanner.Authority) || mayHaveDots(dir)) {
		return b.resetApart(src, int(path.Start), dir)
	}
	b.text = append(b.text, src...)
	b.merged = b.text[:int(path.Start)+len(dir)]
	b.judge()
	return nil
}

// resetApart sets text to src, and merged to something else than a prefix of it:
// dir without its dot segments, or "/" where an authority has no path behind it.
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
			return layout.Fault(pathStart+underflow, scanner.Underflow).Err()
		}
		if !b.hasAuthority() {
			buf = guard(buf, root)
		}
	}
	b.text, b.merged = buf[:len(src)], buf[len(src):]
	b.judge()
	return nil
}

// The offsets in text that 5.2.2 cuts at: the text before each is what a target
// takes from the base.
func (b *Base) schemeEnd() uint32 { return uint32(b.words.W0) }
func (b *Base) pathStart() uint32 { return uint32(b.words.W1 >> 32) }
func (b *Base) pathEnd() uint32   { return uint32(b.words.W2) }

// hasAuthority tells whether the base has one: "//" is between scheme and host.
func (b *Base) hasAuthority() bool { return uint32(b.words.W0>>32) > b.schemeEnd()+1 }

// guard puts "/." in front of the path out[root:] if it begins with "//", for
// use where no authority is before it (3.3).
func guard(out []byte, root int) []byte {
	if !bytes.HasPrefix(out[root:], []byte("//")) {
		return out
	}
	out = append(out, "/."...)
	copy(out[root+2:], out[root:])
	copy(out[root:], "/.")
	return out
}

// Flags change how a base resolves. 0 is the text of section 5.2.
type Flags uint8

const (
	// NotStrict ignores the scheme of a reference that is that of the base, in
	// any case, for compatibility with RFC 1630 (5.2.2): http:g is then g.
	NotStrict Flags = 1 << iota

	// RejectUnderflow makes a ".." that has no segment left to remove an error of
	// kind scanner.Underflow instead of nothing (5.4.2).
	RejectUnderflow

	// BaseDots takes a base path that ends in "/.." as that of a folder, as erratum
	// 4789 has it: http://a/b/.. and g make http://a/g, not http://a/b/g.
	BaseDots
)
