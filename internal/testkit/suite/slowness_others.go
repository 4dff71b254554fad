//go:build !linux

package suite

func slowness() float64 { return 1 }
