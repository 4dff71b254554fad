package tally

import (
	"math"
	"math/bits"
	"math/rand/v2"
)

// MaxDistinct is how many distinct hashes a [Distinct] counts exactly.
const MaxDistinct = 1 << 15

// DistinctError bounds the relative error of an estimate in 997 of 1000 cases:
// three standard errors of HyperLogLog, 1.04 / sqrt(registers) each.
const DistinctError = 3 * 1.04 / (1 << (precision / 2))

const (
	precision = 16 // bits of a hash that choose a register
	registers = 1 << precision
	maxRank   = 64 - precision + 1
)

// scatter is what makes the place of a hash in a set known to nobody, so that
// nobody can choose hashes that all want the same one.
var scatter = rand.Uint64() | 1

// A Distinct counts distinct hashes: in a set until there are too many, then by
// HyperLogLog (Flajolet, Fusy, Gandouet, Meunier 2007). The zero Distinct has
// counted nothing.
type Distinct struct {
	set  []uint64 // open addressing, at most half full; 0 is an empty place
	n    int      // hashes in set, but for 0
	zero bool     // 0 was counted
	rank []uint8  // by register; nil as long as all hashes fit into the set
}

// Add counts a hash, all bits of which must depend on all of what is hashed.
func (d *Distinct) Add(hash uint64) {
	if d.rank != nil {
		d.register(hash)
		return
	}
	if hash == 0 {
		d.zero = true
		return
	}
	if len(d.set) > 0 && d.set[d.find(hash)] == hash {
		return
	}
	if 2*d.n >= len(d.set) && !d.grow() {
		d.register(hash)
		return
	}
	d.set[d.find(hash)] = hash
	d.n++
}

// find returns the place of a hash in the set, or the one where it can be put.
func (d *Distinct) find(hash uint64) int {
	mask := len(d.set) - 1
	i := int(hash*scatter>>32) & mask
	for d.set[i] != hash && d.set[i] != 0 {
		i = (i + 1) & mask
	}
	return i
}

// register counts a hash by the zeros that follow the bits of its register.
func (d *Distinct) register(hash uint64) {
	r := &d.rank[hash>>(64-precision)]
	*r = max(*r, uint8(bits.LeadingZeros64(hash<<precision|1<<(precision-1))+1))
}

// grow doubles the set, or replaces it by registers and returns false if it may
// not grow any more.
func (d *Distinct) grow() bool {
	if d.n >= MaxDistinct {
		d.estimate()
		return false
	}
	old := d.set
	d.set = make([]uint64, max(64, 2*len(old)))
	for _, hash := range old {
		if hash != 0 {
			d.set[d.find(hash)] = hash
		}
	}
	return true
}

// estimate goes over from the set to registers.
func (d *Distinct) estimate() {
	if d.rank != nil {
		return
	}
	d.rank = make([]uint8, registers)
	for _, hash := range d.set {
		if hash != 0 {
			d.register(hash)
		}
	}
	if d.zero {
		d.register(0)
	}
	d.set = nil
}

// Merge counts what other has counted.
func (d *Distinct) Merge(other *Distinct) {
	if other.rank == nil {
		for _, hash := range other.set {
			if hash != 0 {
				d.Add(hash)
			}
		}
		if other.zero {
			d.Add(0)
		}
		return
	}
	d.estimate()
	for i, rank := range other.rank {
		d.rank[i] = max(d.rank[i], rank)
	}
}

// Count returns how many distinct hashes there were, and whether that is exact.
func (d *Distinct) Count() (n uint64, exact bool) {
	if d.rank != nil {
		return d.estimated(), false
	}
	if d.zero {
		return uint64(d.n) + 1, true
	}
	return uint64(d.n), true
}

// estimated is the estimator of Ertl, "New cardinality estimation algorithms for
// HyperLogLog sketches" (2017), algorithm 6, which needs no corrections found by
// experiment. The conversions forbid the compiler to fuse operations, which would
// round otherwise on some machines.
func (d *Distinct) estimated() uint64 {
	var of [maxRank + 1]float64 // how many registers have each rank
	for _, rank := range d.rank {
		of[rank]++
	}
	const m = registers
	z := m * tau(1-of[maxRank]/m)
	for k := maxRank - 1; k >= 1; k-- {
		z = 0.5 * float64(z+of[k])
	}
	z += float64(m * sigma(of[0]/m))
	return uint64(math.Round(m / (2 * math.Ln2) * (m / z)))
}

// sigma is x + the sum of x^(2^k) * 2^(k-1) over k from 1; x < 1.
func sigma(x float64) float64 {
	for y, z := 1.0, x; ; {
		x *= x
		before := z
		z += float64(x * y)
		y += y
		if z == before {
			return z
		}
	}
}

// tau is a third of 1 - x - the sum of (1 - x^(2^-k))^2 * 2^-k over k from 1.
func tau(x float64) float64 {
	if x == 0 || x == 1 {
		return 0
	}
	for y, z := 1.0, 1-x; ; {
		x = math.Sqrt(x)
		before := z
		y *= 0.5
		z -= float64(float64((1-x)*(1-x)) * y)
		if z == before {
			return z / 3
		}
	}
}
