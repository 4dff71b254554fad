package seen

import "encoding/binary"

// A pile is a stream of keys that wait, to be looked at alone. They have the first
// bits in common.
type pile struct {
	keys stream
	bits int // how many
}

// Resolve finds out which of the records that wait are the first of their keys.
// It ends what is added. If each is not nil, it is called with every key that was
// added, once. What is in memory by then is looked at and given up, and so are
// the parts of what waits, one after the other; a part that does not fit is
// divided again.
//
// The error is a *SpillError, or what each returned.
func (f *Filter) Resolve(each func(Key) error) error {
	f.verdict = newVerdicts(f)
	if err := f.conclude(each); err != nil {
		return err
	}
	if err := f.log.settle(); err != nil {
		return err
	}
	if err := f.pile(0); err != nil {
		return err
	}
	for n := len(f.pending); n > 0; n = len(f.pending) {
		p := f.pending[n-1]
		f.pending = f.pending[:n-1]
		f.table.reset()
		if err := f.sift(&p); err != nil {
			return err
		}
		if err := f.conclude(each); err != nil {
			return err
		}
	}
	f.table.reset()
	return f.verdict.settle()
}

// pile adds the parts of a pile of keys with that many bits in common to those
// that are pending.
func (f *Filter) pile(bits int) error {
	for i := range f.parts {
		if f.parts[i].records == 0 {
			continue
		}
		if err := f.parts[i].settle(); err != nil {
			return err
		}
		f.pending = append(f.pending, pile{f.parts[i], bits + f.fanOut()})
	}
	f.parts = nil
	return nil
}

// sift enters the keys of a pile into the table, which is empty. Those for which
// it has no room become piles again. Since it has room for at least one key, that
// ends, even if all bits of the keys are used up.
func (f *Filter) sift(p *pile) error {
	r := p.keys.reader()
	f.full = false
	for left := p.keys.records; left > 0; {
		n, err := f.siftSome(&r, left, p.bits)
		if err != nil {
			return err
		}
		left -= n
	}
	r.close()
	return f.pile(p.bits)
}

// siftSome enters some keys of those that are left, and returns how many.
func (f *Filter) siftSome(r *streamReader, left uint64, bits int) (n uint64, err error) {
	var keys [64]Key
	n = min(left, uint64(len(keys)))
	p, err := r.next(int(n) * waitingSize)
	if err != nil {
		return 0, err
	}
	for i := range n {
		keys[i], _ = waitingAt(p[i*waitingSize:])
	}
	f.table.prefetch(keys[:n])
	for i := range n {
		k, seq := waitingAt(p[i*waitingSize:])
		if err := f.siftKey(k, seq, bits); err != nil {
			return 0, err
		}
	}
	return n, nil
}

// waitingSize is how many bytes a key that waits has with the number of its record.
const waitingSize = keySize + 8

func waitingAt(p []byte) (k Key, seq uint64) {
	k.Hi, k.Lo = binary.LittleEndian.Uint64(p), binary.LittleEndian.Uint64(p[8:])
	return k, binary.LittleEndian.Uint64(p[16:])
}

func (f *Filter) siftKey(k Key, seq uint64, bits int) error {
	i, found := f.table.find(k)
	switch {
	case found:
		if f.o.Count {
			f.table.counts[i]++
		}
		return nil
	case !f.full && f.enter(i, k, seq):
		if f.o.Count || seq == old {
			return nil
		}
		return f.verdict.set(seq, 1)
	}
	f.full = true
	return f.part(Key{Lo: k.Lo << min(bits, 56)}).putKey(f, k, seq)
}

// nextRecord reads a record that waits, or passes.
func (r *streamReader) nextRecord() (record []byte, passes bool, err error) {
	n, err := r.uvarint()
	if err != nil {
		return nil, false, err
	}
	record, err = r.next(int(n >> 1))
	return record, n&1 != 0, err
}

// uvarint reads a number as binary.AppendUvarint writes it.
func (r *streamReader) uvarint() (n uint64, err error) {
	for shift := 0; ; shift += 7 {
		p, err := r.next(1)
		if err != nil {
			return 0, err
		}
		n |= uint64(p[0]&0x7f) << shift
		if p[0] < 0x80 {
			return n, nil
		}
	}
}

// conclude says of the keys in the table what is known of them now.
func (f *Filter) conclude(each func(Key) error) error {
	if !f.o.Count && each == nil {
		return nil
	}
	return f.table.all(func(i int, k Key) error {
		if f.o.Count && f.table.seqs[i] != old {
			if err := f.verdict.set(f.table.seqs[i], f.table.counts[i]); err != nil {
				return err
			}
		}
		if each == nil {
			return nil
		}
		return each(k)
	})
}

// Keys calls fn with every key that was added and is in memory, which is all of
// them until records wait: what of the keys added by AddKey does not fit is not
// among them.
func (f *Filter) Keys(fn func(Key) error) error {
	return f.table.all(func(_ int, k Key) error { return fn(k) })
}

// Drain calls emit with the records that waited and are the first of their keys,
// in the order in which they were added, and with how often the keys came: 1
// without Count, 0 for a record without a key. A record is valid until emit returns. It goes after Resolve.
//
// The error is a *SpillError, or what emit returned.
func (f *Filter) Drain(emit func(record []byte, count uint64) error) error {
	r := f.log.reader()
	for seq := range f.log.records {
		if err := f.verdict.reach(seq); err != nil {
			return err
		}
		record, passes, err := r.nextRecord()
		if err != nil {
			return err
		}
		if n := f.verdict.of(seq); n > 0 || passes {
			if err := emit(record, n); err != nil {
				return err
			}
		}
	}
	r.close()
	return nil
}
