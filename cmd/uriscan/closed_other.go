//go:build !linux

package main

// startedWithoutOutput is for systems where it is not known.
func startedWithoutOutput() bool { return false }
