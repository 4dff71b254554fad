package seen

import "encoding/binary"

// Resolve finds the waiting records that are the first of their keys. Nothing may be
// added after it. If each is not nil, Resolve calls it once with every key that was
// added, and returns its error. It first processes and releases the keys in memory, then
// the parts of the waiting keys one after the other. It divides a part that does not fit
// again.
func (f *Filter) Resolve(each func(Key) error) error {
	f.verdict = newVerdicts(f)
	err := f.conclude(each)
	if err == nil {
		err = f.resolve(fanOut, each)
	}
	settle(f.verdict.queues)
	return err
}

// resolve processes parts whose keys have the given number of bits in common.
func (f *Filter) resolve(bits int, each func(Key) error) error {
	parts := f.parts
	f.parts = nil
	settle(parts)
	for i := range parts {
		f.table.reset()
		f.sift(&parts[i], bits)
		if err := f.conclude(each); err != nil {
			return err
		}
		if err := f.resolve(bits+fanOut, each); err != nil {
			return err
		}
	}
	return f.spill.err
}

// sift inserts the keys of a part into the table, which is empty, and divides those that
// do not fit into parts again. The table has room for at least one key, so the division
// ends even if all bits of the keys are used up.
func (f *Filter) sift(part *queue, bits int) {
	r := part.reader()
	f.full = false
	var keys [64]Key
	for left := part.records; left > 0 && f.spill.err == nil; {
		n := min(left, uint64(len(keys)))
		waiting := r.next(int(n) * waitingSize)
		for i := range n {
			keys[i] = keyAt(waiting[i*waitingSize:])
		}
		f.table.prefetch(keys[:n])
		for i := range n {
			seq := binary.LittleEndian.Uint64(waiting[i*waitingSize+keySize:])
			_, isNew := f.add(keys[i], seq, bits)
			if isNew && !f.counts && seq != old && f.spill.err == nil {
				f.verdict.set(seq, 1)
			}
		}
		left -= n
	}
}

// conclude records the verdicts about the keys in the table.
func (f *Filter) conclude(each func(Key) error) error {
	if f.spill.err != nil || !f.counts && each == nil {
		return f.spill.err
	}
	return f.table.all(func(i int, k Key) error {
		if f.counts && f.table.tallies[i].seq != old {
			f.verdict.set(f.table.tallies[i].seq, f.table.tallies[i].n)
		}
		if each == nil || f.spill.err != nil {
			return f.spill.err
		}
		return each(k)
	})
}

// Drain calls emit with the waiting records that are the first of their keys, in the
// order in which they were added. n is how often the key occurred; it is 1 if the filter
// does not count, and 0 for a record without a key. A record is valid until emit returns.
// An error of emit ends Drain. Call Resolve before it.
func (f *Filter) Drain(emit func(record []byte, count uint64) error) error {
	r := f.log.reader()
	defer r.close()
	for seq := range f.log.records {
		f.verdict.reach(seq)
		n, _ := binary.ReadUvarint(&r)
		if f.spill.err != nil {
			return f.spill.err
		}
		record := r.next(int(n >> 1))
		count := f.verdict.counts[seq%f.verdict.window]
		if count == 0 && n&1 == waits {
			continue
		}
		if f.spill.err != nil {
			return f.spill.err
		}
		if err := emit(record, count); err != nil {
			return err
		}
	}
	return f.spill.err
}
