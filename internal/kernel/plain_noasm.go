//go:build !amd64 || purego

package kernel

// CanCopyPlain reports whether there is a kernel for [Suspects.CopyPlain]: no.
func CanCopyPlain() bool { return false }

// CopyPlain copies src to dst and returns 0, 0 if it is plain: never, without a kernel for it.
func (s *Suspects) CopyPlain(dst, src []byte) (odd, doubt uint64) { return 1, 0 }
