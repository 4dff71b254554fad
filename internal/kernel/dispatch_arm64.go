//go:build !purego

package kernel

// supported returns NEON: Go runs on no arm64 without it.
func supported() Level { return NEON }
