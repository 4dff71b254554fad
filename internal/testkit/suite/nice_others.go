//go:build !linux

package suite

func waitsForOthers() bool { return false }
