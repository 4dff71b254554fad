package normalize

import (
	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/scanner"
)

// String returns src as the rungs of f make it, src itself if it is already
// normal. The errors are those of [Append]. It allocates the string it returns
// if that is not src.
func String(src string, f Flags) (string, error) {
	ref, fault := scanner.Locate(src, scanner.URIReference)
	if fault != (scanner.Fault{}) {
		return "", fault.Err()
	}
	b := kernel.Bytes(src)
	if needed(b, ref, f) == 0 {
		return src, nil
	}
	buf := lend()
	defer giveBack(buf)
	buf.B, ref = appendRef(buf.B, b, ref, f)
	if ref.Len() > scanner.MaxLen {
		return "", tooLong()
	}
	return string(buf.B), nil
}

// Do calls fn with src as the rungs of f make it, and with the Ref of that.
// The bytes are src itself if it is already normal, else those of a buffer of a
// pool: they are valid until fn returns, and fn must neither keep nor change
// them. The errors are those of [Append]; then fn is not called. Do does not
// allocate once the pool has a buffer, but for forms over 64 KiB.
func Do(src []byte, f Flags, fn func(normal []byte, r scanner.Ref)) error {
	ref, fault := scanner.Locate(src, scanner.URIReference)
	if fault != (scanner.Fault{}) {
		return fault.Err()
	}
	if needed(src, ref, f) == 0 {
		fn(src, ref)
		return nil
	}
	buf := lend()
	defer giveBack(buf)
	buf.B, ref = appendRef(buf.B, src, ref, f)
	if ref.Len() > scanner.MaxLen {
		return tooLong()
	}
	fn(buf.B, ref)
	return nil
}
