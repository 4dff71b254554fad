package normalize

import (
	"bytes"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/layout"
	"github.com/uriscan/uriscan/scanner"
)

// String returns src as the rungs of f make it: src itself if it is already
// normal. The errors are those of [Append]. It allocates the string it returns
// if that is not src.
func String(src string, f Flags) (string, error) {
	b := kernel.Bytes(src)
	ref, suspects, err := open(b, f)
	if err != nil {
		return "", err
	}
	if suspects == 0 {
		return src, nil
	}
	buf := lend()
	defer giveBack(buf)
	writeLent(buf, b, ref, suspects)
	if string(buf.B) == src {
		return src, nil
	}
	return string(buf.B), nil
}

// Do calls fn with src as the rungs of f make it, and with the Ref of that.
// The bytes are src itself if it is already normal, else those of a buffer of a
// pool: they are valid until fn returns, and fn must neither keep nor change
// them. The errors are those of [Append]; then fn is not called. Do does not
// allocate once the pool has a buffer, but for forms over 64 KiB.
func Do(src []byte, f Flags, fn func(normal []byte, r scanner.Ref)) error {
	ref, suspects, err := open(src, f)
	if err != nil {
		return err
	}
	if suspects == 0 {
		fn(src, ref)
		return nil
	}
	buf := lend()
	defer giveBack(buf)
	ref = writeLent(buf, src, ref, suspects)
	if bytes.Equal(buf.B, src) {
		fn(src, ref)
	} else {
		fn(buf.B, ref)
	}
	return nil
}

// open scans b and returns the rungs that may change it.
func open(b []byte, f Flags) (ref scanner.Ref, suspects Flags, err error) {
	ref, fault := scanner.Locate(b, scanner.URIReference)
	if fault != (scanner.Fault{}) {
		return ref, 0, fault.Err()
	}
	if suspects = suspect(b, ref, f); suspects != 0 && isTooLong(b, ref, suspects) {
		return ref, 0, layout.TooLong()
	}
	return ref, suspects, nil
}
