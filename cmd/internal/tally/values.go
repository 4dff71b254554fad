package tally

import (
	"cmp"
	"slices"
	"sync"
)

const (
	// MaxValues is the number of distinct values up to which counts are exact.
	MaxValues = 1 << 16
	// MaxValueLen is the length in bytes of the longest value that has its own count. All
	// longer values share one count.
	MaxValueLen = 255
)

// A Group counts how often values occur. Each of its workers has its own [Values].
//
// As long as the table of each worker has room, counts are exact. When a table is full,
// the worker adds all counts to a sketch that the workers share, and removes the values
// that are rare in the sketch from its table. The counts of the sum come from the sketch;
// the tables tell for which values to ask it. A value with a share of more than 2 in
// MaxValues, plus the noise of the sketch, is in some table at the end: at the last
// moment when it could have been removed, its count in the sketch was complete, and fewer
// than half of the values in the table had greater counts. So the list does not depend on
// which worker counted a value, as it would with merged Space-Saving counters.
type Group struct {
	capacity int
	mu       sync.Mutex
	members  []*Values
	sketch   func() *sketch // made when the first table is full
	added    *Values        // what Add has added; nil if nothing
	least    uint64         // below which a value of what was added may not be listed there
}

// NewGroup returns a group without workers.
func NewGroup() *Group { return newGroup(MaxValues) }

func newGroup(capacity int) *Group {
	return &Group{capacity: capacity, sketch: sync.OnceValue(func() *sketch { return new(sketch) })}
}

// New returns the counter of another worker. Several goroutines may call New, and each
// may use its own counter.
func (g *Group) New() *Values {
	v := &Values{group: g, counts: map[string]*uint64{}}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.members = append(g.members, v)
	return v
}

// Values counts for one worker, in bounded memory.
type Values struct {
	group  *Group
	counts map[string]*uint64 // since the last time that all was spilled
	long   uint64             // values over MaxValueLen

	spilled  uint64   // what was added to the sketch
	distinct Distinct // of what was in the table then
}

// Add counts a value. It does not retain it.
func (v *Values) Add(value []byte) { v.add(value, 1) }

func (v *Values) add(value []byte, n uint64) {
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
	*count += n
}

// spill adds all counts to the sketch and keeps the half of the values with the greatest
// counts there, or fewer if many counts are equal.
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

// flush adds all counts to the sketch and returns the resulting counts.
func (v *Values) flush() (ranks []Count) {
	shared := v.group.sketch()
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
