//go:build !amd64 || purego

package kernel

// CopyPlain copies src to dst and reports whether it is plain: never, without a kernel for it.
func (s *Suspects) CopyPlain(dst, src []byte) bool { return false }
