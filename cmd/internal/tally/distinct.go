package tally

import "github.com/axiomhq/hyperloglog"

// MaxDistinct is the number of distinct hashes up to which a [Distinct] counts exactly.
const MaxDistinct = 1 << 15

// DistinctError bounds the relative error of an estimate in 997 of 1000 cases:
// three standard errors of HyperLogLog, 1.04 / sqrt(registers) each.
const DistinctError = 3 * 1.04 / (1 << (precision / 2))

const precision = 16 // bits of a hash that choose a register

// A Distinct counts distinct hashes: in a set until there are too many, then with
// HyperLogLog. The zero Distinct is empty.
type Distinct struct {
	set    map[uint64]struct{}
	sketch *hyperloglog.Sketch // nil as long as all hashes fit into the set
}

// Add counts a hash. Every bit of the hash must depend on the whole input of the hash.
func (d *Distinct) Add(hash uint64) {
	if d.sketch != nil {
		d.sketch.InsertHash(hash)
		return
	}
	if d.set == nil {
		d.set = map[uint64]struct{}{}
	}
	if d.set[hash] = struct{}{}; len(d.set) > MaxDistinct {
		d.estimate()
	}
}

// estimate changes from the set to the sketch. A dense sketch does not depend on the
// order of hashes.
func (d *Distinct) estimate() {
	if d.sketch != nil {
		return
	}
	d.sketch = hyperloglog.New16NoSparse()
	for hash := range d.set {
		d.sketch.InsertHash(hash)
	}
	d.set = nil
}

// Merge adds the hashes of other.
func (d *Distinct) Merge(other *Distinct) {
	for hash := range other.set {
		d.Add(hash)
	}
	if other.sketch != nil {
		d.estimate()
		d.sketch.Merge(other.sketch) // it fails if precisions differ
	}
}

// Count returns the number of distinct hashes, and whether it is exact.
func (d *Distinct) Count() (n uint64, exact bool) {
	if d.sketch != nil {
		return d.sketch.Estimate(), false
	}
	return uint64(len(d.set)), true
}
