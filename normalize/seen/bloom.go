package seen

import "math"

// A bloom is a Bloom filter in blocks of 512 bits, a cache line each: a key sets
// some bits of one block.
type bloom struct {
	words   []Key // 4 of them are a block
	blocks  uint64
	bits    int // of a key
	keys    int
	most    int // with so many keys the rate is reached
	touched uint64
}

// blockBits is how many bits a block has, and blockKeys how many Keys it takes in
// memory.
const (
	blockBits = 512
	blockKeys = blockBits / 8 / keySize
)

// newBloom makes a filter in the memory of words, which is empty.
func newBloom(words []Key, rate float64) *bloom {
	b := &bloom{words: words, blocks: uint64(len(words) / blockKeys)}
	// More bits for each key than this are of no use within one block.
	for bits := 1; bits <= 24; bits++ {
		// A key that is taken for another is not counted, and was to be.
		most := int(loadFor(rate, fullChances(bits)) * (1 - rate) * float64(b.blocks))
		if most > b.most {
			b.bits, b.most = bits, most
		}
	}
	return b
}

// fullChances returns the probability that all of so many bits of a key are set in a
// block of n keys, for every n.
func fullChances(bits int) *[4 * blockBits]float64 {
	var chances [4 * blockBits]float64
	for n := range chances {
		set := -math.Expm1(float64(n*bits) * math.Log1p(-1.0/blockBits))
		chances[n] = math.Pow(set, float64(bits))
	}
	return &chances
}

// loadFor returns how many keys a block may hold on average so that one that was
// not added is taken for one that was with probability rate, if a block of n keys
// does that with probability full[n].
func loadFor(rate float64, full *[4 * blockBits]float64) float64 {
	low, high := 0.0, float64(blockBits)
	for range 50 {
		if mid := (low + high) / 2; falseRate(mid, full) > rate {
			high = mid
		} else {
			low = mid
		}
	}
	return low
}

// falseRate is the probability that all bits of a key are set in a block of its
// own choice. Blocks have as many keys as chance gives them (Poisson).
func falseRate(load float64, full *[4 * blockBits]float64) float64 {
	sum, chance := 0.0, math.Exp(-load)
	for n := 1; n < len(full); n++ {
		chance *= load / float64(n)
		sum += chance * full[n]
	}
	return sum
}

func (b *bloom) prefetch(keys []Key) {
	sum := uint64(0)
	for i := range keys {
		sum += b.words[home(keys[i], b.blocks)*blockKeys].Hi
	}
	b.touched += sum
}

// add adds k, unless it seems to be there or the filter is full.
func (b *bloom) add(k Key) (known, ok bool) {
	block := b.words[home(k, b.blocks)*blockKeys:][:blockKeys]
	known = true
	b.each(k, func(i uint64) {
		known = known && word(block, i)&(1<<(i%64)) != 0
	})
	if known || b.keys >= b.most {
		return known, known
	}
	b.keys++
	b.each(k, func(i uint64) { *wordAt(block, i) |= 1 << (i % 64) })
	return false, true
}

// each calls fn with the bits of k.
func (b *bloom) each(k Key, fn func(i uint64)) {
	from := k.Lo
	for n := range b.bits {
		if n > 0 && n%7 == 0 { // 9 bits are taken of 64 each time
			from = mix(k.Lo + uint64(n)*0x9e3779b97f4a7c15)
		}
		fn(from % blockBits)
		from /= blockBits
	}
}

// mix is the finalizer of SplitMix64, a bijection that spreads every bit.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

func word(block []Key, i uint64) uint64 { return *wordAt(block, i) }

// wordAt returns the word of a block in which bit i is.
func wordAt(block []Key, i uint64) *uint64 {
	k := &block[i/128]
	if i/64%2 == 0 {
		return &k.Lo
	}
	return &k.Hi
}

// addApproximately is Add with a Rate.
func (f *Filter) addApproximately(k Key, record []byte) (first bool, err error) {
	known, ok := f.bloom.add(k)
	if ok {
		return !known, nil
	}
	f.full = true
	return false, f.postpone(k, nil, record)
}
