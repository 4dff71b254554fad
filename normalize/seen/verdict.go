package seen

import "encoding/binary"

// The verdicts say which of the records that wait are the first of their keys,
// and how often these came. There is memory for those of a window of records; if
// there are more records, the verdicts of each window wait in a stream.
type verdicts struct {
	window uint64 // records in a window
	first  uint64 // the first record of the window in memory
	loaded bool
	bits   []uint64 // a bit for each record, if nothing was counted
	counts []uint64 // else a count
	later  []stream // of each window, if there are several
	memory [16]byte
}

// newVerdicts makes room for the verdicts of the records that wait.
func newVerdicts(f *Filter) *verdicts {
	v := new(verdicts)
	words := uint64(f.o.Memory / 16 / 8)
	v.window = words * 64
	if f.o.Count {
		v.window = words
	}
	n := f.log.records
	if n > v.window {
		v.later = make([]stream, (n-1)/v.window+1)
		for i := range v.later {
			v.later[i].spill = &f.spill
		}
	} else {
		v.window = n
		v.loaded = true
	}
	if f.o.Count {
		v.counts = make([]uint64, v.window)
	} else {
		v.bits = make([]uint64, (v.window+63)/64)
	}
	return v
}

// set says that record number seq is the first of a key that came n times.
func (v *verdicts) set(seq, n uint64) error {
	if v.later == nil {
		v.enter(seq, n)
		return nil
	}
	s := &v.later[seq/v.window]
	s.records++
	p := binary.LittleEndian.AppendUint64(v.memory[:0], seq)
	if v.counts != nil {
		p = binary.LittleEndian.AppendUint64(p, n)
	}
	return s.write(p)
}

// enter enters a verdict on a record of the window.
func (v *verdicts) enter(seq, n uint64) {
	seq -= v.first
	if v.counts != nil {
		v.counts[seq] = n
	} else {
		v.bits[seq/64] |= 1 << (seq % 64)
	}
}

// settle ends the setting of verdicts.
func (v *verdicts) settle() error {
	for i := range v.later {
		if err := v.later[i].settle(); err != nil {
			return err
		}
	}
	return nil
}

// reach makes the window of record seq the one in memory. Records are reached in
// order.
func (v *verdicts) reach(seq uint64) error {
	if v.later == nil || v.loaded && seq-v.first < v.window {
		return nil
	}
	clear(v.bits)
	clear(v.counts)
	v.first, v.loaded = seq, true
	s := &v.later[seq/v.window]
	r := s.reader()
	defer r.close()
	for range s.records {
		p, err := r.next(8)
		if err != nil {
			return err
		}
		seq := binary.LittleEndian.Uint64(p)
		n := uint64(1)
		if v.counts != nil {
			if p, err = r.next(8); err != nil {
				return err
			}
			n = binary.LittleEndian.Uint64(p)
		}
		v.enter(seq, n)
	}
	return nil
}

// of returns how often the key of record seq came, if it is the first with that
// key, and 0 if it is not.
func (v *verdicts) of(seq uint64) uint64 {
	seq -= v.first
	if v.counts != nil {
		return v.counts[seq]
	}
	return v.bits[seq/64] >> (seq % 64) & 1
}
