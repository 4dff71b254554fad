//go:build amd64 && !purego

package kernel

import "unsafe"

// CopyPlain copies src to dst, which is as long, and reports whether it is plain: bytes from '!' to
// '~' without '@' and '\', without '%' if there is a '#', of which
//
//   - what comes after the first run of "/?#", up to the next of these or the end, has no ':', '['
//     or '%', and ends within the first 64 bytes of src,
//   - and no three bytes after a '&', ';', '?' or '#' may be those of a name.
//
// If src is not plain, what is in dst is undefined. If there is no kernel for it, or none for where
// src is in memory, CopyPlain returns false, and it may for fewer than 32 bytes that end in what
// names begin with. It does not allocate.
func (s *Suspects) CopyPlain(dst, src []byte) bool {
	return copyPlain(unsafe.SliceData(dst), unsafe.SliceData(src), len(src), (*byte)(unsafe.Pointer(s))) == 0
}
