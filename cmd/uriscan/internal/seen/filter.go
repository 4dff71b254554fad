package seen

import (
	"encoding/binary"
	"math"
)

// leastMemory is the least with which a filter works, and mostMemory what a process
// of this architecture can have.
const (
	leastMemory = 64 << 10
	mostMemory  = math.MaxInt >> 2
)

// A Filter lets the first record of each key through, in order. As long as there is
// memory for the keys, it does so at once. From then on records of keys that are
// not known yet wait in a temporary file until Drain gives out those that were the
// first.
//
// A Filter is used by one goroutine at a time. Its errors are of type *Error.
type Filter struct {
	memory  int64 // all that it may take
	counts  bool
	table   *table
	full    bool // what is not known is not entered any more
	spill   spill
	log     stream   // the records that wait
	parts   []stream // their keys
	verdict *verdicts
	scratch [waitingSize]byte
}

// old is the number, in place of that of a record, of a key that came without one.
const old = math.MaxUint64

// NewFilter makes a filter that takes so many bytes of memory at most beside the
// longest record; what does not fit goes to a temporary file. If it counts how often
// each key comes, every record is given out by Drain, and none by Add. It is to be
// closed.
func NewFilter(memory int64, counts bool) *Filter {
	f := &Filter{memory: min(max(memory, leastMemory), mostMemory), counts: counts}
	f.spill.block = int(min(max(f.memory/1024, 256), 64<<10))
	f.log.spill = &f.spill
	// A quarter is for buffers and verdicts.
	f.table = newTable(f.memory/4*3, counts)
	return f
}

// Prefetch says which keys will be added soon, perhaps a hundred of them: their
// places in memory are then looked up all at once, and not one after the other,
// which takes a fraction of the time.
func (f *Filter) Prefetch(keys []Key) { f.table.prefetch(keys) }

// Add adds a record of key k. first reports whether it is the first with that key; a
// record about which that is not known yet, or any record if they are counted, waits
// for Drain. It keeps nothing of its arguments.
func (f *Filter) Add(k Key, record []byte) (first bool, err error) {
	k = entered(k)
	i, found := f.table.find(k)
	if found {
		if f.counts {
			f.table.tallies[i].n++
		}
		return false, nil
	}
	if !f.full {
		if f.enter(i, k, f.log.records) {
			if !f.counts {
				return true, nil
			}
			return false, f.wait(record, waits)
		}
		f.full = true
	}
	if err := f.part(k).putKey(f, k, f.log.records); err != nil {
		return false, err
	}
	return false, f.wait(record, waits)
}

// AddKey adds a key that was seen before, without a record. It is for the keys of
// an earlier run, and goes before every Add.
func (f *Filter) AddKey(k Key) error {
	k = entered(k)
	i, found := f.table.find(k)
	if found {
		return nil
	}
	if !f.full && f.enter(i, k, old) {
		return nil
	}
	f.full = true
	return f.part(k).putKey(f, k, old)
}

// enter enters k, the key of record number seq, which is not there and belongs at i.
func (f *Filter) enter(i int, k Key, seq uint64) (ok bool) {
	i, ok = f.table.enter(i, k)
	if ok && f.counts {
		f.table.tallies[i] = tally{seq, 1}
	}
	return ok
}

// Pass adds a record without a key, which is given out in its place, whatever came
// before. now reports whether that is at once; else it waits for Drain, which gives
// it the count 0.
func (f *Filter) Pass(record []byte) (now bool, err error) {
	if !f.Waiting() {
		return true, nil
	}
	return false, f.wait(record, passes)
}

// What a number of bytes in the log also says of a record.
const (
	waits  = 0
	passes = 1
)

// wait puts a record where Drain finds it.
func (f *Filter) wait(record []byte, how uint64) error {
	n := binary.PutUvarint(f.scratch[:], uint64(len(record))<<1|how)
	f.log.records++
	if err := f.log.write(f.scratch[:n]); err != nil {
		return err
	}
	return f.log.write(record)
}

// fanOut is in how many parts keys are divided that do not fit, as a power of 2.
func (f *Filter) fanOut() int {
	if f.memory < 64<<20 {
		return 6
	}
	return 8
}

// part returns the stream in which k waits.
func (f *Filter) part(k Key) *stream {
	bits := f.fanOut()
	if f.parts == nil {
		f.parts = f.spill.streams(1 << bits)
	}
	return &f.parts[k.Lo>>(64-bits)]
}

// waitingSize is how many bytes a key that waits has with the number of its record.
const waitingSize = keySize + 8

// putKey writes a key that waits, of record number seq.
func (s *stream) putKey(f *Filter, k Key, seq uint64) error {
	s.records++
	return s.write(binary.LittleEndian.AppendUint64(k.append(f.scratch[:0]), seq))
}

// Waiting reports whether records wait for Drain.
func (f *Filter) Waiting() bool { return f.log.records > 0 }

// Full reports whether there was no room for some key, so that records of keys that
// are not known wait.
func (f *Filter) Full() bool { return f.full }

// Spilled returns how many bytes were written to the temporary file. It may be called
// by another goroutine at any time.
func (f *Filter) Spilled() int64 { return f.spill.written.Load() }

// Keys calls fn with every key that was added and is in memory, which is all of
// them until records wait: what of the keys added by AddKey does not fit is not
// among them.
func (f *Filter) Keys(fn func(Key) error) error {
	return f.table.all(func(_ int, k Key) error { return fn(k) })
}

// Close gives back the memory and the temporary file. No other method but Spilled is
// called after it.
func (f *Filter) Close() {
	f.table.release()
	f.spill.close()
}
