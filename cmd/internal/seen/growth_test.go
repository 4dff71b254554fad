package seen

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/growth"
)

// A filter and its file take time linear in the number of keys and the length of records,
// whether they fit in memory or wait.
func TestGrowth(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	name := filepath.Join(t.TempDir(), "set")
	var seed Seed
	filter := func(memory int64, counts, known bool) growth.Job {
		return growth.Of(func(in string) {
			f := NewFilter(memory, counts)
			defer f.Close()
			for line := range strings.Lines(in) {
				k := Sum(&seed, []byte(line))
				if known {
					testkit.Must(t, f.AddKey(k))
					continue
				}
				_, err := f.Add(k, []byte(line))
				testkit.Must(t, err)
			}
			testkit.Must(t, f.Resolve(func(Key) error { return nil }))
			testkit.Must(t, f.Drain(func([]byte, uint64) error { return nil }))
		})
	}
	set := func(in string) *Filter {
		f := NewFilter(1<<22, false)
		t.Cleanup(f.Close)
		for line := range strings.Lines(in) {
			testkit.Must(t, f.AddKey(Sum(&seed, []byte(line))))
		}
		return f
	}
	growth.Check(t, 5<<10, []growth.Shape{{"", "{n}\n"}, {"", "\n"}, {"", "a", "\n"}}, map[string]growth.Job{
		"Filter":                        filter(1<<22, false, false),
		"Filter that counts":            filter(1<<22, true, false),
		"Filter of little memory":       filter(leastMemory, false, false),
		"Filter, little, that counts":   filter(leastMemory, true, false),
		"Filter, little, of known keys": filter(leastMemory, false, true),
		"Filter from another": func(in string) func() {
			from := set(in)
			return func() {
				to := NewFilter(1<<22, false)
				defer to.Close()
				testkit.Must(t, from.Keys(to.AddKey))
			}
		},
		"file": func(in string) func() {
			from := set(in)
			return func() {
				w, err := Create(name, &seed, "")
				testkit.Must(t, err)
				testkit.Must(t, from.Keys(w.Add))
				testkit.Must(t, w.Commit(Output{}))
				r, err := Open(name)
				testkit.Must(t, err)
				_, err = r.Keys(func(Key) error { return nil })
				testkit.Must(t, err)
			}
		},
	})
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
			if parts := int64(f.spill.block) << f.fanOut(); parts > memory/4 {
				t.Errorf("of %d bytes the buffers of parts take %d, want a quarter at most", memory, parts)
			}
			for _, f.log.records = range []uint64{1, 5000, 1 << 22} {
				v := newVerdicts(f)
				if n := int64(len(v.counts)); n*8 > max(memory/16, int64(f.log.records)/1000*8) || len(v.queues) > 1001 {
					t.Errorf("with %d bytes, the verdicts of %d records are %d queues and %d in memory", memory, f.log.records, len(v.queues), n)
				}
			}
			f.Close()
			f.table = newTable(0, counts)
		}
	}
}

// Records that are each slightly longer than the one before do not each get new memory.
func TestReaderGrows(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	s := &queue{spill: &spill{block: 256}}
	defer s.spill.close()
	var err error
	for n := 256; n < 1256 && err == nil; n++ {
		err = s.write(make([]byte, n))
	}
	allocs := testing.AllocsPerRun(1, func() {
		r := s.reader()
		for n := 256; n < 1256 && err == nil; n++ {
			_, err = r.next(n)
		}
	})
	if err != nil || allocs > 100 {
		t.Errorf("to read 1000 records takes %v allocations, %v, want 100 at most", allocs, err)
	}
}
