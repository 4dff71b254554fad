package seen

import (
	"cmp"
	"encoding/binary"
	"encoding/hex"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit/sizes"
	"github.com/uriscan/uriscan/internal/testkit/suite"
)

// checkTable checks the invariants of a table with the keys of want and the number of
// each.
func checkTable(t *testing.T, tb *table, want map[Key]uint64) {
	t.Helper()
	met := 0
	tb.all(func(i int, k Key) error {
		met++
		if tb.tallies[i] != (tally{want[k], ^want[k]}) {
			t.Errorf("key %x has %+v, want that of %d", k, tb.tallies[i], want[k])
		}
		return nil
	})
	if met != len(want) || tb.used != len(want) {
		t.Errorf("the table has %d keys and says %d, want %d", met, tb.used, len(want))
	}
	keys := slices.DeleteFunc(slices.Clone(tb.keys[:region(tb.slots)]), func(k Key) bool { return k == Key{} })
	if !slices.IsSortedFunc(keys, func(a, b Key) int { return cmp.Or(cmp.Compare(b.Hi, a.Hi), cmp.Compare(b.Lo, a.Lo)) }) {
		t.Error("the keys of the table are not in descending order")
	}
	for k := range want {
		if _, found := tb.find(k); !found {
			t.Errorf("key %x is not found", k)
		}
	}
	if last := tb.keys[region(tb.slots)-1]; last != (Key{}) {
		t.Errorf("the last place has key %x, want none", last)
	}
}

// enterBoth inserts a key into a table and a map, and reports whether there was room.
func enterBoth(t *testing.T, tb *table, want map[Key]uint64, k Key) (ok bool) {
	t.Helper()
	k = entered(k)
	i, found := tb.find(k)
	if _, known := want[k]; known != found {
		t.Fatalf("find(%x) = %t after %d keys, want %t", k, found, len(want), known)
	}
	if found {
		return true
	}
	if i, ok = tb.enter(i, k); ok {
		n := uint64(len(want))
		tb.tallies[i], want[k] = tally{n, ^n}, n
	}
	return ok
}

// A table has the same content as a map, while it grows and until it is full.
func TestTableIsMap(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	most := uint64(sizes.Of(20_000, 200_000))
	for _, tt := range []struct {
		name string
		key  func() Key
		size int64
	}{
		{"small", func() Key { return Key{rng.Uint64(), rng.Uint64()} }, 100 << 10},
		{"grown", func() Key { return Key{rng.Uint64(), rng.Uint64()} }, 600 << 10},
		{"same first words", func() Key { return Key{rng.Uint64() << 54, rng.Uint64() % 4} }, 1 << 20},
		{"at the end", func() Key { return Key{rng.Uint64() >> 54, rng.Uint64() % 64} }, 1 << 20},
		{"at the beginning", func() Key { return Key{^(rng.Uint64() >> 54), rng.Uint64() % 2} }, 1 << 20},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tb := testTable(t, tt.size, true)
			for range 2 {
				want := map[Key]uint64{}
				for n := uint64(0); n < most && enterBoth(t, tb, want, tt.key()); n++ {
				}
				checkTable(t, tb, want)
				if len(want) < 1000 {
					t.Errorf("the table is full with %d keys", len(want))
				}
				tb.reset()
				checkTable(t, tb, map[Key]uint64{})
				unused := &tb.keys[len(tb.keys)-1]
				*unused = Key{1, 1}
				if tb.reset(); *unused == (Key{}) {
					t.Error("reset clears what is not in use")
				}
				*unused = Key{}
				if tb.slots > leastSlots { // which the next reset clears
					t.Errorf("an empty table has %d slots, want %d", tb.slots, leastSlots)
				}
			}
		})
	}
}

// testTable returns a table that is released at the end of the test.
func testTable(t *testing.T, size int64, counts bool) *table {
	tb := newTable(size, counts)
	t.Cleanup(tb.release)
	return tb
}

// Keys in the order in which all of one table returns them do not crowd another table.
func TestTableIsLoaded(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, n := range []int{1000, 20_000, 70_000} {
		from := testTable(t, 4<<20, false)
		for range n {
			k := Key{rng.Uint64(), rng.Uint64()}
			i, _ := from.find(k)
			from.enter(i, k)
		}
		for _, size := range []int64{1 << 20, 16 << 20} { // the first has no room for all
			to, walked := testTable(t, size, false), 0
			from.all(func(_ int, k Key) error {
				i, _ := to.find(k)
				walked += max(i-home(k, to.slots), 0)
				to.enter(i, k)
				return nil
			})
			if most := 8 * n; walked > most {
				t.Errorf("to load %d keys into %d bytes %d others are passed, want at most %d", n, size, walked, most)
			}
		}
	}
}

// Keys that are not spread make a table full before a search passes many of them.
func TestTableIsNotCrowded(t *testing.T) {
	for name, key := range map[string]func(i uint64) Key{
		"one first word":  func(i uint64) Key { return Key{^uint64(0), i} },
		"one place":       func(i uint64) Key { return Key{^i, 0} },
		"places in a row": func(i uint64) Key { return Key{^(i << 40), 0} },
	} {
		tb := testTable(t, 1<<24, false)
		for n := range uint64(50_000) {
			k := key(n)
			i, _ := tb.find(k)
			if far := i - home(k, tb.slots); far > slack {
				t.Fatalf("%s: key %d belongs %d places after its home, want %d at most", name, n, far, slack)
			}
			if _, ok := tb.enter(i, k); !ok {
				break
			}
		}
		for i, k := range tb.keys[:region(tb.slots)] {
			if far := i - home(k, tb.slots); k != (Key{}) && far > slack {
				t.Fatalf("%s: a key is %d places after its home, want %d at most", name, far, slack)
			}
		}
	}
}

// A table uses no more memory than it may, and fills four fifths of it.
func TestTableSize(t *testing.T) {
	for _, size := range []int64{64 << 10, 1 << 20, 3 << 20} {
		tb := testTable(t, size, false)
		rng := rand.New(rand.NewPCG(3, 4))
		grown, slots := 0, tb.slots
		for {
			k := Key{rng.Uint64(), rng.Uint64()}
			if tb.slots != slots {
				grown, slots = grown+1, tb.slots
			}
			i, _ := tb.find(k)
			if _, ok := tb.enter(i, k); !ok {
				break
			}
		}
		if got := int64(len(tb.keys)) * keySize; got > size {
			t.Errorf("a table of %d bytes takes %d", size, got)
		}
		if most := bits.Len64(tb.most / leastSlots); grown > most {
			t.Errorf("a table of %d bytes grows %d times, want %d at most", size, grown, most)
		}
		if most := int(size/keySize) * 4 / 5; tb.used < most-slack || tb.used > most {
			t.Errorf("a table of %d bytes has %d keys when it is full, want about %d", size, tb.used, most)
		}
	}
}

// Where the system has less memory, a table is as large as there is room for, and what was not
// enough is given back.
func TestTableWithLessMemory(t *testing.T) {
	get, free := mapPages, unmapPages
	t.Cleanup(func() { mapPages, unmapPages = get, free })
	for _, size := range []int64{1 << 20, 3 << 20} {
		left := size * 3 / 4 // for the keys alone
		mapPages = func(n int) []byte {
			if int64(n) > left {
				return nil
			}
			left -= int64(n)
			return get(n)
		}
		unmapPages = func(b []byte) {
			left += int64(len(b))
			free(b)
		}
		tb := newTable(size, true)
		if got := int64(len(tb.keys) * (keySize + tallySize)); got != size/2 || len(tb.keys) != len(tb.tallies) {
			t.Errorf("with three quarters of %d bytes a table takes %d, want the half", size, got)
		}
		if tb.release(); left != size*3/4 {
			t.Errorf("after its release %d bytes are left, want %d", left, size*3/4)
		}
	}
}

// A table has the same content as a map, whatever the keys.
func FuzzTable(f *testing.F) {
	f.Add([]byte("0123456789abcdef0123456789abcdef"))
	f.Add(make([]byte, 64))
	f.Fuzz(func(t *testing.T, in []byte) {
		tb := testTable(t, 0, true)
		want := map[Key]uint64{}
		for ; len(in) >= 8; in = in[8:] {
			w := binary.LittleEndian.Uint64(in)
			if !enterBoth(t, tb, want, Key{Hi: w >> 32 << 32, Lo: w & 3}) { // few that differ late
				break
			}
		}
		checkTable(t, tb, want)
	})
}

func TestMain(m *testing.M) { suite.Run(m) }

// The vectors of SipHash-2-4 with 128 bits: key and input are the bytes from 0 on.
// They were computed by OpenSSL 3.0, and the first ones are those of the reference
// implementation.
func TestSumIsSipHash(t *testing.T) {
	tests := []struct {
		n    int
		want string
	}{
		{0, "a3817f04ba25a8e66df67214c7550293"},
		{1, "da87c1d86b99af44347659119b22fc45"},
		{7, "a1f1ebbed8dbc153c0b84aa61ff08239"},
		{8, "3b62a9ba6258f5610f83e264f31497b4"},
		{15, "5493e99933b0a8117e08ec0f97cfc3d9"},
		{16, "6ee2a4ca67b054bbfd3315bf85230577"},
		{63, "5150d1772f50834a503e069a973fbd7c"},
	}
	var seed Seed
	in := make([]byte, 64)
	for i := range in {
		in[i] = byte(i)
	}
	copy(seed[:], in)
	for _, tt := range tests {
		k := Sum(&seed, in[:tt.n])
		got := binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, k.Lo), k.Hi)
		if hex.EncodeToString(got) != tt.want {
			t.Errorf("Sum of %d bytes = %x, want %s", tt.n, got, tt.want)
		}
	}
}

// A filter uses three quarters of its memory for the table, and a quarter for the buffers
// of the parts into which it divides keys that do not fit. Its verdicts take a sixteenth,
// or one in a thousand records.
func TestFilterMemory(t *testing.T) {
	for memory := int64(leastMemory); memory <= 1<<26; memory *= 2 {
		for _, counts := range []bool{false, true} {
			f := newTestFilter(t, memory, counts)
			table := int64(len(f.table.keys))*keySize + int64(len(f.table.tallies))*tallySize
			if table > memory/4*3 || table < memory/2 {
				t.Errorf("of %d bytes the table takes %d, want up to three quarters", memory, table)
			}
			if parts := int64(f.spill.block) << fanOut; parts > memory/4 {
				t.Errorf("of %d bytes the buffers of parts take %d, want a quarter at most", memory, parts)
			}
			for _, f.log.records = range []uint64{1, 5000, 1 << 22} {
				v := newVerdicts(f)
				if n := int64(len(v.counts)); n*8 > max(memory/16, int64(f.log.records)/1000*8) || len(v.queues) > 1001 {
					t.Errorf("with %d bytes, the verdicts of %d records are %d queues and %d in memory", memory, f.log.records, len(v.queues), n)
				}
			}
			if f.Close(); f.table.keys != nil || f.table.tallies != nil {
				t.Error("Close leaves the table its memory")
			}
			f.table = newTable(0, counts)
		}
	}
}

// Records that are each slightly longer than the one before do not each get new memory.
func TestReaderGrows(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	s := &queue{spill: &spill{block: 256}}
	defer s.spill.close()
	for n := 256; n < 1256; n++ {
		s.write(make([]byte, n))
	}
	allocs := testing.AllocsPerRun(1, func() {
		r := s.reader()
		for n := 256; n < 1256; n++ {
			r.next(n)
		}
	})
	if s.spill.err != nil || allocs > 100 {
		t.Errorf("to read 1000 records takes %v allocations, %v, want 100 at most", allocs, s.spill.err)
	}
}
