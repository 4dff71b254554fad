package normalize

import (
	"bytes"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/rawref"
	"github.com/uriscan/uriscan/scanner"
)

// String returns the normal form of src under the rungs of f, which is src itself if it is
// already normal. The errors are those of [Append]. It allocates the string that it
// returns, unless that is src.
func String(src string, f Flags) (string, error) {
	b := kernel.Bytes(src)
	ref, candidates, err := open(b, f)
	if err != nil {
		return "", err
	}
	if candidates == 0 {
		return src, nil
	}
	buf := getBuffer()
	defer putBuffer(buf)
	writePooled(buf, b, rawref.Words(ref), candidates)
	if string(buf.B) == src {
		return src, nil
	}
	return string(buf.B), nil
}

// Do calls fn with the normal form of src under the rungs of f and the Ref of that form.
// The bytes are src itself if it is already normal, else a buffer from a pool. They are
// valid until fn returns, and fn must neither keep nor change them. The errors are those
// of [Append]; on an error Do does not call fn. Once the pool has a buffer Do does not
// allocate, except for forms over 64 KiB.
func Do(src []byte, f Flags, fn func(normal []byte, r scanner.Ref)) error {
	ref, candidates, err := open(src, f)
	if err != nil {
		return err
	}
	if candidates == 0 {
		fn(src, ref)
		return nil
	}
	buf := getBuffer()
	defer putBuffer(buf)
	ref = writePooled(buf, src, rawref.Words(ref), candidates)
	if bytes.Equal(buf.B, src) {
		fn(src, ref)
	} else {
		fn(buf.B, ref)
	}
	return nil
}

// open scans b and returns the rungs that may change it.
func open(b []byte, f Flags) (ref scanner.Ref, candidates Flags, err error) {
	ref, fault := scanner.Locate(b, scanner.URIReference)
	if fault != (scanner.Fault{}) {
		return ref, 0, fault.Err()
	}
	if candidates = candidateRungs(b, ref, f); candidates != 0 && isTooLong(b, rawref.Words(ref), candidates) {
		return ref, 0, rawref.TooLong()
	}
	return ref, candidates, nil
}
