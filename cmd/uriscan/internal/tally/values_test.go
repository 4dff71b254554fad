package tally

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"testing"
)

// A stream is values to count, of which some are frequent and many are rare.
func stream(seed uint64, n, distinct int) (values []string) {
	rng := rand.New(rand.NewPCG(seed, 4))
	zipf := rand.NewZipf(rng, 1.2, 2, uint64(distinct-1))
	for range n {
		k := zipf.Uint64()
		if rng.IntN(2) == 0 {
			k = rng.Uint64N(uint64(distinct))
		}
		values = append(values, fmt.Sprint("v", k))
	}
	return values
}

// count counts values by so many workers of a group at the same time.
func count(g *Group, workers int, values []string) *Summary {
	var wait sync.WaitGroup
	for w := range workers {
		v := g.New()
		wait.Go(func() {
			// Pieces of different lengths, as blocks of an input are.
			for i := 0; i < len(values); i++ {
				if i/(3+5*workers)%workers == w {
					v.Add([]byte(values[i]))
				}
			}
		})
	}
	wait.Wait()
	return g.Sum()
}

func countsOf(values []string) map[string]uint64 {
	counts := map[string]uint64{}
	for _, v := range values {
		counts[v]++
	}
	return counts
}

func TestValuesExact(t *testing.T) {
	edge := strings.Repeat("x", MaxValueLen)
	tests := []struct {
		name     string
		capacity int
		values   []string
		long     uint64
	}{
		{"nothing", 16, nil, 0},
		{"the empty value", 16, []string{"", "", "a", ""}, 0},
		{"full", 4, []string{"a", "b", "c", "d", "a", "d"}, 0},
		{"the longest", 16, []string{edge, edge, edge + "x", edge[1:]}, 1},
		{"beginnings of others", 16, []string{"ab", "abc", "a", "", "abc", "b", "bc", "c"}, 0},
		{"many", MaxValues, stream(1, 20_000, 10_000), 0},
	}
	for _, tt := range tests {
		want := countsOf(tt.values)
		delete(want, edge+"x")
		for _, workers := range []int{1, 3} {
			s := count(newGroup(tt.capacity), workers, tt.values)
			if !s.Exact || s.Total != uint64(len(tt.values)) || s.Long != tt.long || s.Distinct != uint64(len(want)) {
				t.Errorf("%s: Sum() = %+v, want all exact", tt.name, s)
			}
			for _, c := range s.Top(1 << 20) {
				if c.Count != want[c.Value] {
					t.Errorf("%s: %q counts %d, want %d", tt.name, c.Value, c.Count, want[c.Value])
				}
			}
			if got, known := s.Count("not there"); got != 0 || !known {
				t.Errorf("%s: Count of a value that is not there = %d, %t, want 0, true", tt.name, got, known)
			}
			if _, known := s.Count(edge + "x"); known {
				t.Errorf("%s: the count of a value that is too long is known", tt.name)
			}
		}
	}
}

// With more values than a table holds every count is between the right one and
// that plus the error, nothing is missing from Least on, and neither the number
// of workers nor chance decides what comes out.
func TestValuesEstimated(t *testing.T) {
	for seed := range uint64(3) {
		values := stream(seed, 20_000, 3000+int(seed)*8000)
		want := countsOf(values)
		var first []Count
		for _, workers := range []int{1, 8} {
			s := count(newGroup(1024), workers, values)
			if s.Exact || s.Total != uint64(len(values)) {
				t.Fatalf("seed %d: Sum() = exact %t of %d, want an estimate of %d", seed, s.Exact, s.Total, len(values))
			}
			if off := float64(s.Distinct)/float64(len(want)) - 1; off > DistinctError || off < -DistinctError {
				t.Errorf("seed %d: %d distinct, want %d give or take %.4f", seed, s.Distinct, len(want), DistinctError)
			}
			top := s.Top(len(values))
			checkTop(t, seed, s, top, want)
			if workers == 1 {
				first = top
			} else if !reflect.DeepEqual(top, first) {
				t.Errorf("seed %d: %d workers list %d values, one %d, want the same", seed, workers, len(top), len(first))
			}
		}
	}
}

func checkTop(t *testing.T, seed uint64, s *Summary, top []Count, want map[string]uint64) {
	t.Helper()
	listed := map[string]bool{}
	for _, c := range top {
		listed[c.Value] = true
		if got, known := s.Count(c.Value); c.Count < want[c.Value] || c.Count > want[c.Value]+s.Error || c.Count < s.Least || got != c.Count || !known {
			t.Errorf("seed %d: %q counts %d, want %d to %d, and at least %d", seed, c.Value, c.Count, want[c.Value], want[c.Value]+s.Error, s.Least)
		}
	}
	missed := 0
	for value, n := range want {
		if n >= s.Least && !listed[value] {
			missed++
		}
	}
	if missed > 0 || len(top) < 3 {
		t.Errorf("seed %d: %d values are listed and %d from %d on are not", seed, len(top), missed, s.Least)
	}
}

// Nothing but rare values: the table is emptied again and again, and none is listed.
func TestValuesAllRare(t *testing.T) {
	var values []string
	for i := range 5_000 {
		values = append(values, fmt.Sprintf("%0*d", MaxValueLen, i))
	}
	g := newGroup(256)
	s := count(g, 2, values)
	if top := s.Top(10); s.Exact || len(top) > 0 || s.Total != 5_000 {
		t.Errorf("Sum() of values that occur once = %d of %d, exact %t, want none", len(top), s.Total, s.Exact)
	}
	for _, v := range g.members {
		if len(v.counts) > 256 {
			t.Errorf("a table of 256 values holds %d", len(v.counts))
		}
	}
}

func TestAddAllocates(t *testing.T) {
	v := NewGroup().New()
	var d Distinct
	var l Lengths
	value := []byte("www.example.com")
	n := testing.AllocsPerRun(100, func() {
		v.Add(value)
		v.Add(value[4:])
		d.Add(17)
		l.Add(17)
	})
	if n != 0 {
		t.Errorf("counting what was counted before allocates %v times, want 0", n)
	}
}
