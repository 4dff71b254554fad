package stream

import "io"

// Std are the three standard streams.
type Std struct {
	In  io.Reader
	Out io.Writer
	Err io.Writer
}
