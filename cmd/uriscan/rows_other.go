//go:build !linux

package main

import "io"

// endWithReader does nothing: the next write says that nobody reads.
func endWithReader(io.Writer) {}
