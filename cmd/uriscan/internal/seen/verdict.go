package seen

import "encoding/binary"

// The verdicts say how often the keys came of which a record that waits is the
// first. There is memory for those of a window of records; the verdicts of each
// window wait in a stream.
type verdicts struct {
	window  uint64   // records in a window
	counts  []uint64 // of the window in memory; 0: it is not the first of its key
	streams []stream
	scratch [2 * binary.MaxVarintLen64]byte
}

// newVerdicts makes room for the verdicts of the records that wait.
func newVerdicts(f *Filter) *verdicts {
	n := f.log.records
	// Each window has a buffer: of little memory there are a thousand at most.
	v := &verdicts{window: max(min(uint64(f.memory/16/8), n), n/1000, 1)}
	v.counts = make([]uint64, v.window)
	v.streams = f.spill.streams(int((n + v.window - 1) / v.window))
	return v
}

// set says that record number seq is the first of a key that came n times.
func (v *verdicts) set(seq, n uint64) error {
	s := &v.streams[seq/v.window]
	s.records++
	p := binary.AppendUvarint(v.scratch[:0], seq%v.window)
	return s.write(binary.AppendUvarint(p, n))
}

// reach makes the window of record seq the one in memory. Records are reached in
// order.
func (v *verdicts) reach(seq uint64) error {
	if seq%v.window != 0 {
		return nil
	}
	clear(v.counts)
	r := v.streams[seq/v.window].reader()
	defer r.close()
	for range r.from.records {
		i, err := binary.ReadUvarint(&r)
		if err != nil {
			return err
		}
		if v.counts[i], err = binary.ReadUvarint(&r); err != nil {
			return err
		}
	}
	return nil
}
