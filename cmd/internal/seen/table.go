package seen

import "math/bits"

// A table is a set of keys in memory: open addressing with linear probing, with the
// keys in descending order. The smaller a key, the later its home slot, so that
//
//   - a search for a missing key ends at the first smaller key; an empty slot has the
//     key 0, which is smaller than all others;
//   - the table grows within its memory, by two passes over it from end to end
//     and back, without a second table beside it and without random accesses.
//
// Only keys of a secret seed are spread evenly. Others, as a file of a set may have that somebody made
// up, fill the table early.
//
//	0 <= used <= limit < slots <= most; slots + slack <= len(keys)
//
// keys[i] for i >= slots+slack, and the one before, are empty.
type table struct {
	keys  []Key
	slots uint64 // the places that keys like
	most  uint64 // what slots may grow to
	used  int
	limit int

	tallies []tally // of each key: as long as keys, or nil if nothing is counted

	// touched keeps the loads of prefetch from being optimized away.
	touched uint64
}

// A tally is the counter of a key.
type tally struct {
	seq uint64 // of the first record
	n   uint64 // how many records there were
}

const (
	keySize   = 16
	tallySize = 16
	// leastSlots is the initial number of slots.
	leastSlots = 1 << 10
	// slack is room for keys after the last home slot, and how far a key may be after its own.
	// At 4 keys in 5 slots the probability that it is too small is below 1e-10, and the table is
	// then full early.
	slack = 1 << 10
)

// newTable returns a table of up to size bytes; it uses no more of them than its keys
// need. If the system has less memory, the table is smaller.
func newTable(size int64, counts bool) *table {
	slot := int64(keySize)
	if counts {
		slot += tallySize
	}
	for ; ; size /= 2 {
		n := int(max(size/slot, leastSlots/4+slack))
		t := &table{keys: take[Key](n), most: uint64(n - slack)}
		if counts {
			t.tallies = take[tally](n)
		}
		if t.keys != nil && counts == (t.tallies != nil) {
			t.resize(min(leastSlots, t.most))
			return t
		}
		if t.release(); size == 0 {
			panic("seen: the system has no memory at all")
		}
	}
}

func (t *table) release() {
	release(t.keys)
	release(t.tallies)
	t.keys, t.tallies = nil, nil
}

func (t *table) resize(slots uint64) {
	t.slots = slots
	t.limit = int(slots - slots/5)
}

// region returns the number of elements of keys that a table with that many slots uses.
func region(slots uint64) int { return int(slots) + slack }

func home(k Key, slots uint64) int {
	i, _ := bits.Mul64(^k.Hi, slots)
	return int(i)
}

// entered returns the key that the table stores for k.
func entered(k Key) Key {
	if k == (Key{}) {
		return Key{Lo: 1}
	}
	return k
}

// find returns the index of k, or the index where k belongs.
func (t *table) find(k Key) (i int, found bool) {
	i = home(k, t.slots)
	for t.keys[i].Hi > k.Hi {
		i++
	}
	for t.keys[i].Hi == k.Hi && t.keys[i].Lo > k.Lo {
		i++
	}
	return i, t.keys[i] == k
}

// prefetch reads the memory that find will read for each of keys, all at once: one after
// the other, each would wait for the memory alone.
func (t *table) prefetch(keys []Key) {
	sum := uint64(0)
	for i := range keys {
		sum += t.keys[home(keys[i], t.slots)].Hi
	}
	t.touched += sum
}

// enter inserts k, which find did not find at i, and returns its index. ok is false if
// there is no room.
func (t *table) enter(i int, k Key) (at int, ok bool) {
	if t.used >= t.limit {
		if !t.grow() {
			return 0, false
		}
		i, _ = t.find(k)
	}
	end, last := i, home(k, t.slots)+slack // region(t.slots)-1 at most
	for end < last && t.keys[end] != (Key{}) {
		end++
	}
	if end >= last {
		return 0, false
	}
	copy(t.keys[i+1:end+1], t.keys[i:end])
	t.keys[i] = k
	if t.tallies != nil {
		copy(t.tallies[i+1:end+1], t.tallies[i:end])
	}
	t.used++
	return i, true
}

// grow doubles the number of slots, up to the maximum. The keys then have room: no key is
// nearer to the end of the region than before.
func (t *table) grow() bool {
	slots := min(2*t.slots, t.most)
	if slots == t.slots {
		return false
	}
	// First move all keys to the end, then from there to their places. No place is after
	// the key that moves there, because all keys that follow fit after it.
	keys := t.keys[:region(slots)]
	from := len(keys) - 1
	for i := region(t.slots) - 1; i >= 0; i-- {
		if k := keys[i]; k != (Key{}) {
			from--
			keys[from] = k
			t.moveTally(from, i)
		}
	}
	clear(keys[:from])
	at := 0
	for i := from; i < len(keys)-1; i++ {
		k := keys[i]
		at = max(at, home(k, slots))
		keys[i] = Key{}
		keys[at] = k
		t.moveTally(at, i)
		at++
	}
	t.resize(slots)
	return true
}

func (t *table) moveTally(to, from int) {
	if t.tallies != nil {
		t.tallies[to] = t.tallies[from]
	}
}

// reset empties the table. Callers that insert keys set their tallies.
func (t *table) reset() {
	clear(t.keys[:region(t.slots)])
	t.used = 0
	t.resize(min(leastSlots, t.most))
}

// all calls fn with each key and its index until fn returns an error. Consecutive keys
// are far apart: in the order of the table they would crowd one end of the table that a
// saved set is loaded into, in quadratic time.
func (t *table) all(fn func(i int, k Key) error) error {
	const line = 4 // keys that come together
	n := bits.Len(uint(region(t.slots) / line))
	for i := range uint64(1) << n {
		first := int(bits.Reverse64(i)>>(64-n)) * line
		for at := first; at < min(first+line, region(t.slots)); at++ {
			if k := t.keys[at]; k != (Key{}) {
				if err := fn(at, k); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
