package crawl

import (
	"sync"

	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

// Bases has what can be the base of a page (RFC 3986, 5.1), nil what is not given.
type Bases struct {
	Content   []byte // in the page, such as <base href> (5.1.1)
	Entity    []byte // of what contains the page, such as a message or an archive (5.1.2)
	Retrieval []byte // the URI from which the page came, after redirects (5.1.3)
	Default   []byte // of the program (5.1.4)
}

// ResetBase resets base to the base of a page, for the flags f: the first of b that is a valid
// reference and, resolved against what comes after it, a URI. What is not valid is ignored, as
// browsers do with <base>. Without any the error is that of an empty base. With
// [resolve.RejectUnderflow] the error can also be that of a reference with too many "..". If it
// fails, base is as after a failed Reset. It allocates only for a base that is longer than those
// before it and, where a pool has no room for it, for one over 64 KiB.
func ResetBase(base *resolve.Base, b *Bases, f resolve.Flags) error {
	err := base.Reset(nil, f)
	for _, src := range [...][]byte{b.Default, b.Retrieval, b.Entity, b.Content} {
		switch {
		case src == nil:
		case scanner.Valid(src, scanner.URI):
			if err = base.Reset(src, f); err != nil {
				return err
			}
		case err == nil && scanner.Valid(src, scanner.RelativeRef):
			if err = resetTo(base, src, f); err != nil {
				return err
			}
		}
	}
	return err
}

// resetTo resets base to the target of ref.
func resetTo(base *resolve.Base, ref []byte, f resolve.Flags) error {
	buf := targets.Get().(*[]byte)
	defer targets.Put(buf)
	target, _, err := base.Append((*buf)[:0], ref)
	if err != nil {
		_ = base.Reset(nil, f) // which fails
		return err
	}
	if *buf = target; cap(target) > 64<<10 { // few bases are as long
		*buf = nil
	}
	return base.Reset(target, f)
}

var targets = sync.Pool{New: func() any { return new([]byte) }}
