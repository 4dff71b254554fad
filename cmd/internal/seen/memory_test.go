package seen

import "testing"

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
