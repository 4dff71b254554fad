// Package stream opens inputs and outputs, refuses one that is both, reads inputs to their
// end whatever happens to them meanwhile, and writes whole lines.
//
// open.go and input.go read, interrupt.go ends a read that waits, output.go and write.go
// write. errors.go has what is reported of a file.
package stream
