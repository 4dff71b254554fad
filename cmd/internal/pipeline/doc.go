// Package pipeline reads inputs, cuts them into blocks of whole lines, has many of them worked
// on at once, and gives them back in order. It is generic in what becomes of a block.
//
// pipeline.go has the ring of blocks, feeder.go its reader, and blocks.go how an input is cut.
package pipeline
