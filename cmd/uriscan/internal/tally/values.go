package tally

import (
	"hash/maphash"
	"sync"
)

const (
	// MaxValues is how many distinct values are counted exactly.
	MaxValues = 1 << 16
	// MaxValueLen is the length in bytes of the longest value that is counted by
	// itself. Longer ones are counted all together.
	MaxValueLen = 255
)

// A Group counts how often values occur, each of its workers with a [Values] of
// its own.
//
// As long as a worker's table has room its counts are exact. When it is full,
// all counts go into a sketch that the workers share, and the values that are
// rare by what the sketch knows leave the table. The sketch is what the counts
// of the sum come from, and the tables are where the values come from that are
// worth asking it for: a value x with more than 2 in MaxValues of all, and more
// than the sketch's noise on top, is in a table at the end, for at the last
// moment when it could have left one its count in the sketch was complete, and
// fewer than half of the table had greater ones. So what is listed does not depend
// on who counted what, as it does if Space-Saving counters are merged.
type Group struct {
	capacity int
	mu       sync.Mutex
	members  []*Values
	sketch   *sketch // nil as long as every table has room
}

// NewGroup returns a group for workers that have counted nothing.
func NewGroup() *Group { return newGroup(MaxValues) }

func newGroup(capacity int) *Group { return &Group{capacity: capacity} }

// New returns the counter of another worker. Several goroutines may call it, and
// each may use what it gets.
func (g *Group) New() *Values {
	v := &Values{group: g}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.members = append(g.members, v)
	return v
}

// shared returns the sketch that all workers add to.
func (g *Group) shared() *sketch {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.sketch == nil {
		g.sketch = new(sketch)
	}
	return g.sketch
}

// Values counts for one worker. Its memory is bounded.
type Values struct {
	group *Group
	slots []slot // open addressing, at most half full
	n     int    // slots in use
	text  []byte // the values, one after the other
	long  uint64 // values over MaxValueLen

	spilled  uint64   // what was added to the sketch
	distinct Distinct // of what was in the table then
}

// A slot counts a value since the last time that all was spilled.
type slot struct {
	count uint64
	end   uint32 // of the value in text; 0 is an empty slot's
	tag   uint32 // 24 bits of the hash, and the length
}

var seed = maphash.MakeSeed()

func tagOf(hash uint64, n int) uint32 { return uint32(hash>>32)&^0xff | uint32(n) }

// Add counts a value. It does not retain it.
func (v *Values) Add(value []byte) {
	if len(value) > MaxValueLen {
		v.long++
		return
	}
	hash := maphash.Bytes(seed, value)
	tag, mask := tagOf(hash, len(value)), uint64(len(v.slots)-1)
	for i := hash; len(v.slots) > 0; i++ {
		s := &v.slots[i&mask]
		if s.tag == tag && s.end > 0 && v.holds(s, value) {
			s.count++
			return
		}
		if s.end == 0 {
			break
		}
	}
	v.insert(value)
}

// holds tells whether s, which has the tag of value, counts it. The end of an
// empty value is that of the text before it, or the byte that newText puts there.
func (v *Values) holds(s *slot, value []byte) bool {
	return string(v.text[int(s.end)-len(value):s.end]) == string(value)
}

// value returns what s counts.
func (v *Values) value(s *slot) []byte {
	return v.text[s.end-s.tag&0xff : s.end]
}

// insert counts a value that is not in the table.
func (v *Values) insert(value []byte) {
	if v.n == v.group.capacity {
		v.spill()
	}
	if 2*v.n >= len(v.slots) {
		v.rebuild(max(64, 2*len(v.slots)), 0, nil)
	}
	v.put(value, 1)
}

// put enters a value with its count into a slot that it has found empty.
func (v *Values) put(value []byte, count uint64) {
	hash, mask := maphash.Bytes(seed, value), uint64(len(v.slots)-1)
	i := hash & mask
	for v.slots[i].end > 0 {
		i = (i + 1) & mask
	}
	v.text = append(v.text, value...)
	v.slots[i] = slot{count, uint32(len(v.text)), tagOf(hash, len(value))}
	v.n++
}

// rebuild makes a table of so many slots of what is in this one and whose rank is
// at least least, all of it if ranks is nil.
func (v *Values) rebuild(size int, least uint64, ranks []uint64) {
	old := *v
	v.slots, v.n = make([]slot, size), 0
	v.text = append(make([]byte, 0, max(256, len(old.text))), 0)
	next := 0
	for i := range old.slots {
		s := &old.slots[i]
		if s.end == 0 {
			continue
		}
		if ranks == nil || ranks[next] >= least {
			v.put(old.value(s), s.count)
		}
		next++
	}
}

// spill adds all counts to the sketch and keeps half of the values, those with
// the greatest counts there. Where many are equal it keeps fewer.
func (v *Values) spill() {
	ranks := v.flush()
	v.rebuild(len(v.slots), leastKept(ranks, len(ranks)/2)+1, ranks)
}

// flush adds all counts to the sketch and returns the counts there, in the order
// of the slots.
func (v *Values) flush() (counts []uint64) {
	shared := v.group.shared()
	for i := range v.slots {
		s := &v.slots[i]
		if s.end == 0 {
			continue
		}
		hash := hashOf(string(v.value(s)))
		shared.add(hash, s.count)
		v.distinct.Add(hash)
		v.spilled += s.count
		s.count = 0
		counts = append(counts, shared.count(hash))
	}
	return counts
}
