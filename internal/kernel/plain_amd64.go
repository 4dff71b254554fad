//go:build amd64 && !purego

package kernel

import "unsafe"

// CanCopyPlain reports whether the level has a kernel for [Suspects.CopyPlain]: without one, no call
// is worth its time.
func CanCopyPlain() bool { return level != Portable }

// CopyPlain copies src to the end of dst, which has room for it, and returns 0, 0 if src is plain:
//
//   - its bytes are from '!' to '~', without '@' and '\';
//   - what comes after the first run of '/' and '?', up to the next of these or the end, has no ':', '['
//     or '%', and ends within the first 64 bytes;
//   - it does not have both '%' and '#';
//   - no three bytes after a '&', ';', '?' or '#' may be those of a name.
//
// If src breaks one of the last two rules, doubt is not 0. If it breaks another, odd is not 0: then
// doubt and what is in dst are undefined. odd is not 0 either if there is no kernel for src or for where
// it is in memory, and it may be so if src is empty. doubt may be so if src has fewer than 32 bytes and
// ends in what names begin with. It does not allocate.
func (s *Suspects) CopyPlain(dst, src []byte) (odd, doubt uint64) {
	return copyPlain((*byte)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(dst)), len(dst))), unsafe.SliceData(src), len(src), (*byte)(unsafe.Pointer(s)))
}
