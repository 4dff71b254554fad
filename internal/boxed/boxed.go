// Package boxed keeps errors that are values, not pointers, as interfaces: to
// make an interface of such a value allocates, to return one that is made does
// not.
package boxed

import "sync/atomic"

// Offsets is how many offsets of each kind of error are kept.
const Offsets = 1 << 10

// A Row keeps the errors of one kind. The zero Row is ready for use, by any
// number of goroutines. Once used it takes 24 KB.
type Row struct {
	errors atomic.Pointer[[Offsets]error]
}

// At returns box(offset), for offsets below [Offsets]. It allocates only in the
// first call, which makes all errors of the row.
func (r *Row) At(offset int, box func(offset int) error) error {
	errors := r.errors.Load()
	if errors == nil {
		errors = new([Offsets]error)
		for i := range errors {
			errors[i] = box(i)
		}
		r.errors.Store(errors) // or another goroutine did, with equal errors
	}
	return errors[offset]
}
