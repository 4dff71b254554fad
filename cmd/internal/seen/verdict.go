package seen

import "encoding/binary"

// The verdicts tell, for each waiting record that is the first of its key, how often the
// key occurred. Memory holds the verdicts of one window of records; those of each window
// wait in a queue.
type verdicts struct {
	window  uint64   // records in a window
	counts  []uint64 // of the window in memory; 0: not the first of its key
	queues  []queue
	scratch [2 * binary.MaxVarintLen64]byte
}

func newVerdicts(f *Filter) *verdicts {
	n := f.log.records
	// Each window has a buffer, so with little memory there are at most a thousand.
	v := &verdicts{window: max(min(uint64(f.memory/16/8), n), n/1000, 1)}
	v.counts = make([]uint64, v.window)
	v.queues = f.spill.queues(int((n + v.window - 1) / v.window))
	return v
}

// set records that record number seq is the first of a key that occurred n times.
func (v *verdicts) set(seq, n uint64) {
	s := &v.queues[seq/v.window]
	s.records++
	p := binary.AppendUvarint(v.scratch[:0], seq%v.window)
	s.write(binary.AppendUvarint(p, n))
}

// reach loads the window of record seq into memory. Records must be reached in order.
func (v *verdicts) reach(seq uint64) {
	if seq%v.window != 0 {
		return
	}
	clear(v.counts)
	r := v.queues[seq/v.window].reader()
	defer r.close()
	for range r.from.records {
		i, _ := binary.ReadUvarint(&r)
		n, err := binary.ReadUvarint(&r)
		if err != nil {
			return
		}
		v.counts[i] = n
	}
}
