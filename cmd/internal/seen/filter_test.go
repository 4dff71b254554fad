package seen

import (
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/uriscan/uriscan/internal/disk"
	"github.com/uriscan/uriscan/internal/disk/faults"
	"github.com/uriscan/uriscan/internal/testkit"
)

// A given record is one that a filter returns.
type given struct {
	text  string
	count uint64
}

// inputs returns n records with up to kinds different values, some of them far more
// frequent than others.
func inputs(seed uint64, n, kinds int) []string {
	rng := rand.New(rand.NewPCG(seed, 1))
	in := make([]string, n)
	for i := range in {
		kind := rng.IntN(kinds)
		if rng.IntN(3) == 0 {
			kind %= 10
		}
		in[i] = "http://example.com/" + strconv.Itoa(kind)
		if kind%1000 == 999 {
			in[i] += fmt.Sprintf("?%01000d", kind)
		}
	}
	return in
}

// hasNoKey reports whether the test passes a record without a key.
func hasNoKey(s string) bool { return strings.HasSuffix(s, "77") }

// firsts is a filter with a map.
func firsts(in []string, count bool) []given {
	at := map[string]int{}
	var out []given
	for _, s := range in {
		if hasNoKey(s) {
			out = append(out, given{s, 0})
			continue
		}
		i, ok := at[s]
		if !ok {
			i = len(out)
			at[s] = i
			out = append(out, given{s, 1})
		} else if count {
			out[i].count++
		}
	}
	return out
}

// newTestFilter returns a filter that is closed at the end of the test.
func newTestFilter(t *testing.T, memory int64, counts bool) *Filter {
	t.Helper()
	t.Setenv("TMPDIR", t.TempDir())
	f := NewFilter(memory, counts)
	t.Cleanup(f.Close)
	return f
}

// filtered returns the records that a filter returns for records with the keys of key.
func filtered(t *testing.T, f *Filter, in []string, key func(string) Key) []given {
	t.Helper()
	var out []given
	for i, s := range in {
		if i%100 == 0 {
			var keys []Key
			for _, s := range in[i:min(i+100, len(in))] {
				keys = append(keys, key(s))
			}
			f.Prefetch(keys)
		}
		var now bool
		var err error
		count := uint64(1)
		if hasNoKey(s) {
			count = 0
			now, err = f.Pass([]byte(s))
		} else {
			now, err = f.Add(key(s), []byte(s))
		}
		testkit.Must(t, err)
		if now {
			out = append(out, given{s, count})
		}
	}
	if f.table.touched == 0 {
		t.Error("Prefetch reads nothing of the table")
	}
	before, written, parts, touched := f.spill.blocks, f.Spilled(), f.parts, f.table.touched
	testkit.Must(t, f.Resolve(nil))
	if parts != nil && f.table.touched == touched && !testing.Short() {
		t.Error("Resolve does not prefetch keys")
	}
	if most := before + before/4 + 64; f.spill.blocks > most {
		t.Errorf("the file has %d blocks after %d, want %d at most: those that were read are written again", f.spill.blocks, before, most)
	}
	// Keys are divided again at most twice, and each part has a last block.
	if most := 2*int64(f.log.records)*waitingSize + (64+64*64)*int64(f.spill.block); f.Spilled()-written > most {
		t.Errorf("Resolve writes %d bytes, want %d at most", f.Spilled()-written, most)
	}
	// Nothing remains after the process, whatever ends it.
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 && runtime.GOOS != "windows" {
		t.Errorf("with %d bytes spilled there is %v, %v, want no name", f.Spilled(), left, err)
	}
	for i, q := range slices.Concat(f.verdict.queues, parts) {
		if q.buf != nil && len(q.blocks) > 0 {
			t.Fatalf("queue %d of verdicts or keys, which is written, keeps its buffer", i)
		}
	}
	err := f.Drain(func(record []byte, count uint64) error {
		out = append(out, given{string(record), count})
		return nil
	})
	testkit.Must(t, err)
	if free := len(f.spill.free); free+1 < int(f.spill.blocks) {
		t.Errorf("of %d blocks %d are free in the end", f.spill.blocks, free)
	}
	return out
}

// A filter has the same results as a map, whether or not the keys fit in memory.
func TestFilterIsMap(t *testing.T) {
	itself := func(k Key) Key { return k }
	in2Parts := func(k Key) Key { k.Lo &= 1<<53 - 1; return k } // of those of the second division
	for _, tt := range []struct {
		name   string
		memory int64 // 0: the least, and no table
		counts bool
		n      int
		kinds  int
		spills bool
		key    func(Key) Key
	}{
		{"few", 1 << 30, false, 2000, 100, false, itself},
		{"in memory", 1 << 20, false, 10_000, 10_000, false, itself},
		{"divided once", leastMemory, false, 20_000, 10_000, true, itself},
		{"divided again", 0, false, 20_000, 20_000, true, in2Parts},
		{"few, counted", 1 << 30, true, 2000, 100, false, itself},
		{"counted", leastMemory, true, 10_000, 5000, true, itself},
		{"counted, divided again", 0, true, 20_000, 20_000, true, in2Parts},
		{"never divided", leastMemory, true, 10_000, 10_000, true, func(k Key) Key { k.Lo = 0; return k }},
		{"crowded", 1 << 20, false, 10_000, 5000, true, func(k Key) Key { k.Hi >>= 54 * min(k.Lo%4, 1); return k }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if testing.Short() {
				tt.n, tt.kinds = tt.n/8, tt.kinds/8
			}
			seed := NewSeed()
			in := inputs(1, tt.n, tt.kinds)
			f := newTestFilter(t, tt.memory, tt.counts)
			if tt.memory == 0 {
				f.table.release()
				f.table = newTable(0, tt.counts)
			}
			got := filtered(t, f, in, func(s string) Key { return tt.key(Sum(&seed, []byte(s))) })
			if want := firsts(in, tt.counts); !slices.Equal(got, want) {
				t.Errorf("a filter of %d records gives %d, want %d", tt.n, len(got), len(want))
			}
			held := func(q queue) bool { return q.buf != nil || q.blocks != nil }
			if f.verdict != nil && slices.ContainsFunc(append(f.verdict.queues, f.log), held) {
				t.Error("what was read of the temporary file is still in memory")
			}
			if spills := f.Spilled() > 0; spills != tt.spills && !testing.Short() {
				t.Errorf("Spilled() = %d, want more than 0: %t", f.Spilled(), tt.spills)
			}
			if least := int64(f.spill.blocks) * int64(f.spill.block); f.Spilled() < least {
				t.Errorf("Spilled() = %d of a file of %d bytes", f.Spilled(), least)
			}
		})
	}
}

// What ends Resolve does so in a part of any depth.
func TestResolveEnds(t *testing.T) {
	for at := 1; at <= 5000; at *= 5 {
		f := newTestFilter(t, 0, false)
		f.table.release()
		f.table = newTable(0, false)
		for i := range uint64(5000) {
			testkit.Must(t, f.AddKey(Key{i << 40, 0}))
		}
		left := at
		end := func(Key) error {
			if left--; left <= 0 {
				return syscall.EIO
			}
			return nil
		}
		if err := f.Resolve(end); err != syscall.EIO || left != 0 {
			t.Errorf("Resolve, ended at key %d, = %v after %d more", at, err, -left)
		}
	}
}

// What Resolve has found waits for Drain in the file, and not in a buffer for each window.
func TestResolveReleases(t *testing.T) {
	f := newTestFilter(t, 0, true)
	for i := range uint64(5000) {
		_, err := f.Add(Key{i << 40, i}, []byte{'a'})
		testkit.Must(t, err)
	}
	testkit.Must(t, f.Resolve(nil))
	windows := 0
	for _, q := range f.verdict.queues {
		if windows += min(len(q.blocks), 1); len(q.blocks) > 0 && q.buf != nil {
			t.Fatalf("a window of verdicts with %d blocks has a buffer of %d bytes, too", len(q.blocks), len(q.buf))
		}
	}
	if windows < 2 {
		t.Errorf("%d windows of verdicts have blocks, want several", windows)
	}
}

// Keys are divided by bits that do not place them in the table: those of a part would crowd
// a part of it, in quadratic time.
func TestPartsAreSpread(t *testing.T) {
	f := newTestFilter(t, leastMemory, false)
	f.full = true
	for lo := range uint64(1 << fanOut) {
		testkit.Must(t, f.AddKey(Key{1, lo << (64 - fanOut)}))
	}
	for i := range f.parts {
		if n := f.parts[i].records; n != 1 {
			t.Errorf("part %d has %d keys of one place in the table, want 1", i, n)
		}
	}
}

// Where an open file keeps its name, that is removed in the end.
func TestSpillIsRemoved(t *testing.T) {
	system := &faults.System{System: disk.Current, At: 1, Err: syscall.EACCES} // Remove, once
	disk.Current = system
	defer func() { disk.Current = system.System }()
	t.Setenv("TMPDIR", t.TempDir())
	s := &spill{block: 1}
	s.put([]byte{1})
	s.close()
	if left, _ := os.ReadDir(os.TempDir()); s.err != nil || !system.Harmless || len(left) > 0 {
		t.Errorf("put = %v, and in the end there is %v", s.err, left)
	}
}
