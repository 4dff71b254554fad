//go:build !amd64 || purego

package kernel

func queryStop(b []byte) int { return portableStop(b) }
