//go:build !amd64 || purego

package kernel

// Form is what no kernel can here.
func Form(_, _ []byte, w Words, _ uint32) (form Words, ok bool) { return w, false }
