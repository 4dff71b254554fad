package seen

import "encoding/binary"

// Resolve finds out which of the records that wait are the first of their keys.
// It ends what is added. If each is not nil, it is called with every key that was
// added, once, and its error ends Resolve. What is in memory by then is looked at
// and given up, and so are the parts of what waits, one after the other; a part that
// does not fit is divided again.
func (f *Filter) Resolve(each func(Key) error) error {
	f.verdict = newVerdicts(f)
	err := f.conclude(each)
	if err == nil {
		err = f.log.settle()
	}
	if err == nil {
		err = f.resolve(f.fanOut(), each)
	}
	if err != nil {
		return err
	}
	return settle(f.verdict.streams)
}

// resolve looks at the parts, whose keys have that many bits in common.
func (f *Filter) resolve(bits int, each func(Key) error) error {
	parts := f.parts
	f.parts = nil
	err := settle(parts)
	for i := 0; i < len(parts) && err == nil; i++ {
		f.table.reset()
		if err = f.sift(&parts[i], bits); err == nil {
			err = f.conclude(each)
		}
		if err == nil {
			err = f.resolve(bits+f.fanOut(), each)
		}
	}
	return err
}

// sift enters the keys of a part into the table, which is empty. Those for which it
// has no room are divided into parts again. Since it has room for at least one key,
// that ends, even if all bits of the keys are used up.
func (f *Filter) sift(part *stream, bits int) error {
	r := part.reader()
	f.full = false
	var keys [64]Key
	for left := part.records; left > 0; {
		n := min(left, uint64(len(keys)))
		waiting, err := r.next(int(n) * waitingSize)
		if err != nil {
			return err
		}
		for i := range n {
			keys[i] = keyAt(waiting[i*waitingSize:])
		}
		f.table.prefetch(keys[:n])
		for i := range n {
			seq := binary.LittleEndian.Uint64(waiting[i*waitingSize+keySize:])
			if err := f.siftKey(keys[i], seq, bits); err != nil {
				return err
			}
		}
		left -= n
	}
	r.close()
	return nil
}

func (f *Filter) siftKey(k Key, seq uint64, bits int) error {
	i, found := f.table.find(k)
	switch {
	case found:
		if f.counts {
			f.table.tallies[i].n++
		}
		return nil
	case !f.full && f.enter(i, k, seq):
		if f.counts || seq == old {
			return nil
		}
		return f.verdict.set(seq, 1)
	}
	f.full = true
	return f.part(Key{Lo: k.Lo << min(bits, 56)}).putKey(f, k, seq)
}

// conclude says of the keys in the table what is known of them now.
func (f *Filter) conclude(each func(Key) error) error {
	if !f.counts && each == nil {
		return nil
	}
	return f.table.all(func(i int, k Key) error {
		if f.counts && f.table.tallies[i].seq != old {
			if err := f.verdict.set(f.table.tallies[i].seq, f.table.tallies[i].n); err != nil {
				return err
			}
		}
		if each == nil {
			return nil
		}
		return each(k)
	})
}

// Drain calls emit with the records that waited and are the first of their keys,
// in the order in which they were added, and with how often the keys came: 1 if they
// are not counted, 0 for a record without a key. A record is valid until emit
// returns, and an error of emit ends Drain. It goes after Resolve.
func (f *Filter) Drain(emit func(record []byte, count uint64) error) error {
	r := f.log.reader()
	defer r.close()
	for seq := range f.log.records {
		if err := f.verdict.reach(seq); err != nil {
			return err
		}
		n, err := binary.ReadUvarint(&r)
		if err != nil {
			return err
		}
		record, err := r.next(int(n >> 1))
		if err != nil {
			return err
		}
		count := f.verdict.counts[seq%f.verdict.window]
		if count == 0 && n&1 == waits {
			continue
		}
		if err := emit(record, count); err != nil {
			return err
		}
	}
	return nil
}
