package resolve

import (
	"bytes"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/layout"
	"github.com/uriscan/uriscan/scanner"
)

// Do resolves ref against b and calls fn with the target and its Ref. The target
// is in a buffer of a pool: it is valid until fn returns and fn must not keep
// it. The errors are those of [Base.Append]; then fn is not called. Do does not
// allocate once the pool has a buffer, but for targets over 64 KiB.
func (b *Base) Do(ref []byte, fn func(target []byte, r scanner.Ref)) error {
	buf := lend()
	defer giveBack(buf)
	target, r, err := b.Append(buf.B, ref)
	if err != nil {
		return err
	}
	buf.B = target
	fn(target, r)
	return nil
}

// SameDocument tells whether ref refers to the document that b is of: whether
// its target equals the base, octet by octet and but for the fragments (4.4).
// It is false for what [Base.Append] refuses. Allocation is that of [Base.Do].
func (b *Base) SameDocument(ref []byte) bool {
	buf := lend()
	defer giveBack(buf)
	target, r, err := b.Append(buf.B, ref)
	if err != nil {
		return false
	}
	buf.B = target
	return bytes.Equal(target[:layout.Words(r).W2>>32], b.text)
}

// String resolves ref against base, both of them prepared for this one call
// (5.2). The errors are those of [NewBase] and [Base.Append]. It allocates the
// string it returns.
func String(base, ref string) (string, error) {
	own, buf := lend(), lend()
	defer giveBack(own)
	defer giveBack(buf)
	b := Base{text: own.B}
	err := b.reset(kernel.Bytes(base), 0)
	own.B = b.text
	if err != nil {
		return "", err
	}
	buf.B, _, err = b.AppendString(buf.B, ref)
	if err != nil {
		return "", err
	}
	return string(buf.B), nil
}
