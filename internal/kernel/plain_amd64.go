//go:build amd64 && !purego

package kernel

import "unsafe"

// CanCopyPlain reports whether the level has a kernel for [Suspects.CopyPlain]: without one, no call
// is worth its time.
func CanCopyPlain() bool { return level != Portable }

// CopyPlain copies src to the end of dst, which has room for it, and returns 0, 0 if it is plain: bytes from '!' to
// '~' without '@' and '\', without '%' if there is a '#', of which
//
//   - what comes after the first run of '/' and '?', up to the next of these or the end, has no ':', '['
//     or '%', and ends within the first 64 bytes of src,
//   - and no three bytes after a '&', ';', '?' or '#' may be those of a name.
//
// If there is a '%' and a '#', hidden is not 0, if something else is not plain, odd is not; if odd is
// not 0, what is in dst is undefined, and so is hidden. odd is not 0 either if there is no kernel for
// it, or none for where src is in memory, and it may not be for fewer than 32 bytes that end in what
// names begin with, and for none. It does not allocate.
func (s *Suspects) CopyPlain(dst, src []byte) (odd, hidden uint64) {
	return copyPlain((*byte)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(dst)), len(dst))), unsafe.SliceData(src), len(src), (*byte)(unsafe.Pointer(s)))
}
