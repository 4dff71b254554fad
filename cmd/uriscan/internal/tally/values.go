package tally

import (
	"cmp"
	"slices"
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
	v := &Values{group: g, counts: map[string]*uint64{}}
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
	group  *Group
	counts map[string]*uint64 // since the last time that all was spilled
	long   uint64             // values over MaxValueLen

	spilled  uint64   // what was added to the sketch
	distinct Distinct // of what was in the table then
}

// Add counts a value. It does not retain it.
func (v *Values) Add(value []byte) {
	if len(value) > MaxValueLen {
		v.long++
		return
	}
	count := v.counts[string(value)]
	if count == nil {
		if len(v.counts) >= v.group.capacity {
			v.spill()
		}
		count = new(uint64)
		v.counts[string(value)] = count
	}
	*count++
}

// spill adds all counts to the sketch and keeps half of the values, those with
// the greatest counts there. Where many are equal it keeps fewer.
func (v *Values) spill() {
	ranks := v.flush()
	slices.SortFunc(ranks, func(a, b Count) int { return cmp.Compare(a.Count, b.Count) })
	greatest := ranks[len(ranks)-len(ranks)/2].Count
	for _, r := range ranks {
		if r.Count <= greatest {
			delete(v.counts, r.Value)
		}
	}
}

// flush adds all counts to the sketch and returns the counts there.
func (v *Values) flush() (ranks []Count) {
	shared := v.group.shared()
	for value, count := range v.counts {
		hash := hashOf(value)
		shared.add(hash, *count)
		v.distinct.Add(hash)
		v.spilled += *count
		*count = 0
		ranks = append(ranks, Count{value, shared.count(hash)})
	}
	return ranks
}
