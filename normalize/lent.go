package normalize

import (
	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/scanner"
)

// String returns src as the rungs of f make it: src itself if it is already
// normal. The errors are those of [Append]. It allocates the string it returns
// if that is not src.
func String(src string, f Flags) (string, error) {
	s, _, rungs, err := open(kernel.Bytes(src), f)
	if err != nil {
		return "", err
	}
	if rungs == 0 {
		return src, nil
	}
	buf := lend()
	defer giveBack(buf)
	buf.B, _ = s.append(buf.B)
	return string(buf.B), nil
}

// Do calls fn with src as the rungs of f make it, and with the Ref of that.
// The bytes are src itself if it is already normal, else those of a buffer of a
// pool: they are valid until fn returns, and fn must neither keep nor change
// them. The errors are those of [Append]; then fn is not called. Do does not
// allocate once the pool has a buffer, but for forms over 64 KiB.
func Do(src []byte, f Flags, fn func(normal []byte, r scanner.Ref)) error {
	s, ref, rungs, err := open(src, f)
	if err != nil {
		return err
	}
	if rungs == 0 {
		fn(src, ref)
		return nil
	}
	buf := lend()
	defer giveBack(buf)
	buf.B, ref = s.append(buf.B)
	fn(buf.B, ref)
	return nil
}

// open scans b and returns what is to be written if rungs is not 0.
func open(b []byte, f Flags) (s source, ref scanner.Ref, rungs Flags, err error) {
	ref, fault := scanner.Locate(b, scanner.URIReference)
	if fault != (scanner.Fault{}) {
		return s, ref, 0, fault.Err()
	}
	suspects := suspect(b, ref, f)
	if suspects == 0 {
		return s, ref, 0, nil
	}
	s = newSource(b, ref, suspects)
	if rungs = s.needed(); rungs != 0 && s.isTooLong() {
		return s, ref, 0, tooLong()
	}
	return s, ref, rungs, nil
}
