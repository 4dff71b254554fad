package tally

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/axiomhq/hyperloglog"

	"github.com/uriscan/uriscan/internal/testkit/suite"
)

// A stream has values to count, some frequent and many rare.
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

// count counts values with that many workers of a group at the same time, and one more
// that has nothing to do.
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
	g.New()
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
	for _, tt := range []struct {
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
	} {
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

// With more values than a table holds, every count is between the right one and that plus
// the error, no value from Least on is missing, and the result depends neither on the
// number of workers nor on chance.
func TestValuesEstimated(t *testing.T) {
	for seed := range uint64(3) {
		values := stream(seed, 20_000, 3000+int(seed)*8000)
		want := countsOf(values)
		var first []Count
		for _, workers := range []int{1, 8} {
			s := count(newGroup(1024), workers, values)
			if s.Error > 4 { // 1024 values spread over cells, and few of them have many
				t.Errorf("seed %d: counts are up to %d too high, want 4 at most", seed, s.Error)
			}
			least := 2*(s.Total/1024) + 2*s.Error + 1
			if s.Exact || s.Total != uint64(len(values)) || s.Least != least {
				t.Fatalf("seed %d: Sum() = exact %t of %d from %d on, want an estimate of %d from %d on", seed, s.Exact, s.Total, s.Least, len(values), least)
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

// Only rare values: the table is emptied again and again, and the sum lists none.
func TestValuesAllRare(t *testing.T) {
	for _, n := range []int{300, 5_000} { // of 300 each worker has room for its half
		var values []string
		for i := range n {
			values = append(values, fmt.Sprintf("%0*d", MaxValueLen, i))
		}
		g := newGroup(256)
		s := count(g, 2, values)
		if top := s.Top(10); s.Exact || len(top) > 0 || s.Total != uint64(n) {
			t.Errorf("Sum() of values that occur once = %d of %d, exact %t, want none", len(top), s.Total, s.Exact)
		}
		for _, v := range g.members {
			if len(v.counts) > 256 {
				t.Errorf("a table of 256 values holds %d", len(v.counts))
			}
		}
	}
}

// Only one worker at a time joins a group: of two one could be lost.
func TestOneJoinsAtATime(t *testing.T) {
	g := NewGroup()
	g.mu.Lock()
	joined := make(chan *Values, 1)
	go func() { joined <- g.New() }()
	for range 1000 {
		runtime.Gosched()
	}
	if len(joined) > 0 {
		t.Error("a worker joins while another does")
	}
	g.mu.Unlock()
	(<-joined).Add(nil)
	if got := g.Sum().Total; got != 1 {
		t.Errorf("the worker has counted %d values, want 1", got)
	}
}

// A full table keeps the more frequent half of its values.
func TestSpill(t *testing.T) {
	v := newGroup(100).New()
	for i := range 100 {
		for range 10 + i {
			v.Add([]byte{byte(i)})
		}
	}
	v.Add([]byte("one more"))
	for i := range 100 {
		if kept := v.counts[string([]byte{byte(i)})] != nil; kept != (i > 50) {
			t.Errorf("a value with %d of counts from 10 to 109 is kept: %t", 10+i, kept)
		}
	}
}

// The noise is what one cell in rare of the noisiest row has.
func TestNoise(t *testing.T) {
	if got := hashOf("http://a/"); got != 0x2a7c31a0f7af9e12 {
		t.Errorf("hashOf = %#x, which is not what other versions print by", got)
	}
	s := new(sketch)
	for i := range width/32 - 1 {
		s.cells[2][32*i].Store(9)
	}
	before := s.noise()
	s.cells[2][1].Store(9)
	if after := s.noise(); before != 0 || after != 9 {
		t.Errorf("noise() = %d before and %d after one cell in %d is 9, want 0 and 9", before, after, rare)
	}
}

func TestLengthsAllocate(t *testing.T) {
	n := testing.AllocsPerRun(1, func() {
		l := new(Lengths)
		for n := range 4000 {
			l.Add(n)
		}
	})
	if n > 40 {
		t.Errorf("counting 4000 lengths, each greater than before, allocates %v times, want few", n)
	}
}

func TestMain(m *testing.M) { suite.Run(m) }

// randoms returns n distinct hashes.
func randoms(seed, n int) []uint64 {
	hashes := make([]uint64, n)
	for i := range hashes {
		hashes[i] = hashOf(fmt.Sprint(seed, i))
	}
	return hashes
}

func TestDistinctExact(t *testing.T) {
	for _, n := range []int{0, 1, 2, 31, 32, 33, 1000, MaxDistinct - 1, MaxDistinct} {
		var d Distinct
		hashes := randoms(n, n)
		if n > 1 {
			hashes[0] = 0
		}
		for range 2 {
			for _, h := range hashes {
				d.Add(h)
			}
		}
		if got, exact := d.Count(); got != uint64(n) || !exact {
			t.Errorf("Count() of %d = %d, exact %t, want it exactly", n, got, exact)
		}
	}
}

// However hashes are divided among workers, their estimated number is the same, bit for
// bit.
func TestDistinctMerge(t *testing.T) {
	for _, n := range []int{0, 1, 100, MaxDistinct, MaxDistinct + 1, 50_000} {
		hashes := randoms(9, n)
		if n > 1 {
			hashes[0] = 0
		}
		var whole Distinct
		all := hyperloglog.New16NoSparse()
		for _, h := range hashes {
			whole.Add(h)
			all.InsertHash(h)
		}
		want, wantExact := whole.Count()
		if n > MaxDistinct && (!reflect.DeepEqual(whole.sketch, all) || whole.set != nil) {
			t.Errorf("the sketch of %d hashes lacks some, or there is also a set", n)
		}
		for _, shares := range []int{2, 7} {
			parts := make([]Distinct, shares)
			for i, h := range hashes {
				parts[i/3%shares].Add(h)
				parts[i%shares].Add(h)
			}
			var sum Distinct
			for i := range parts {
				sum.Merge(&parts[i])
			}
			if got, exact := sum.Count(); got != want || exact != wantExact {
				t.Errorf("%d hashes in %d shares: Count() = %d, %t, want %d, %t", n, shares, got, exact, want, wantExact)
			}
		}
	}
}

// A slowLengths is the twin of Lengths: it keeps everything, in ascending order.
type slowLengths []int

func (s slowLengths) percentile(percent int) int {
	if len(s) == 0 {
		return 0
	}
	return s[(len(s)*percent+99)/100-1]
}

// lengthsOf returns lengths of every magnitude up to limit.
func lengthsOf(seed uint64, n, limit int) (s slowLengths) {
	rng := rand.New(rand.NewPCG(seed, 3))
	for range n {
		s = append(s, rng.IntN(1+rng.IntN(limit)))
	}
	slices.Sort(s)
	return s
}

// From MaxExact on lengths are rounded down by less than 1 in 128, and the
// longest is still exact.
func TestLengthsRounded(t *testing.T) {
	last := MaxExact - 1
	for n := MaxExact; n > 0 && n <= math.MaxInt32; n += n/700 + 1 { // below 0 where int has 32 bits
		got := lengthAt(place(n))
		if got > n || n-got >= n/128+1 || place(got) != place(n) || place(n)-last > 1 || place(n) < last {
			t.Fatalf("%d is counted as %d at %d, want less than 1 in 128 below, after %d", n, got, place(n), last)
		}
		last = place(n)
	}
	in := lengthsOf(4, 3000, 20<<20)
	var half, l Lengths
	for i, n := range in {
		if i%2 != 0 { // the longest, too
			half.Add(n)
		} else {
			l.Add(n)
		}
	}
	l.Merge(&half)
	for _, percent := range []int{50, 90, 99} {
		got, want := l.Percentile(percent), in.percentile(percent)
		if got > want || want-got > want/128 {
			t.Errorf("Percentile(%d) = %d, want %d, or less than 1 in 128 below", percent, got, want)
		}
	}
	if got, want := l.Max(), in.percentile(100); got != want {
		t.Errorf("Max() = %d, want %d", got, want)
	}
}
