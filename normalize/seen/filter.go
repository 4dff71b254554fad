package seen

import (
	"encoding/binary"
	"math"
)

// Options are what a [Filter] is to be. The zero Options are an exact filter in
// DefaultMemory.
type Options struct {
	// Memory is how many bytes the filter takes at most, beside the longest
	// record. What does not fit goes to a temporary file.
	Memory int64
	// TempDir is the folder of that file, "" for what [os.TempDir] says.
	TempDir string
	// Count asks for how often each key came. Every record is then given out by
	// Drain, and none by Add.
	Count bool
}

// DefaultMemory is the memory of a filter that is not told otherwise.
const DefaultMemory = 1 << 30

// leastMemory is the least with which a filter works.
const leastMemory = 64 << 10

// A Filter lets the first record of each key through, in order. As long as there is
// memory for the keys, it does so at once. From then on records of keys that are
// not known yet wait in a temporary file until Drain gives out those that were the
// first.
//
// A Filter is used by one goroutine at a time. In the steady state, its methods
// do not allocate.
type Filter struct {
	o       Options
	memory  memory
	table   *table
	full    bool // what is not known is not entered any more
	spill   spill
	log     stream   // the records that wait
	parts   []stream // their keys
	pending []pile
	verdict *verdicts
	scratch [waitingSize]byte
}

// old is the number, in place of that of a record, of a key that came without one.
const old = math.MaxUint64

// NewFilter makes a filter, which is to be closed in the end. Where the system has
// less memory than it may take, it takes less.
func NewFilter(o Options) *Filter {
	if o.Memory == 0 {
		o.Memory = DefaultMemory
	}
	o.Memory = min(max(o.Memory, leastMemory), mostMemory)
	// A quarter is for buffers and verdicts.
	size := o.Memory / 4 * 3
	f := &Filter{o: o}
	f.spill.dir, f.spill.block = o.TempDir, int(min(max(o.Memory/1024, 512), 64<<10))
	f.log.spill = &f.spill
	f.memory.with(size, func(size int64) {
		f.table = newTable(&f.memory, size, o.Count)
	})
	return f
}

// mostMemory is what a process of this architecture can have.
const mostMemory = math.MaxInt >> 2

// Prefetch says which keys will be added soon, perhaps a hundred of them: their
// places in memory are then looked up all at once, and not one after the other,
// which takes a fraction of the time.
func (f *Filter) Prefetch(keys []Key) { f.table.prefetch(keys) }

// Add adds a record of key k. first tells that it is the first with that key; a
// record about which that is not known yet, or all of them with Count, waits for
// Drain.
//
// The error is a *SpillError. It keeps nothing of its arguments.
func (f *Filter) Add(k Key, record []byte) (first bool, err error) {
	k = entered(k)
	i, found := f.table.find(k)
	if found {
		if f.o.Count {
			f.table.counts[i]++
		}
		return false, nil
	}
	if !f.full {
		if f.enter(i, k, f.log.records) {
			if !f.o.Count {
				return true, nil
			}
			return false, f.wait(record, waits)
		}
		f.full = true
	}
	return false, f.postpone(k, record)
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
	if i, ok = f.table.enter(i, k); !ok {
		return false
	}
	if f.o.Count {
		f.table.seqs[i], f.table.counts[i] = seq, 1
	}
	return true
}

// Pass adds a record without a key, which is given out in its place, whatever came
// before. now tells that this is at once; else it waits for Drain, which gives it
// the count 0.
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

// postpone lets a record wait of which it is not known whether it is the first.
func (f *Filter) postpone(k Key, record []byte) error {
	if err := f.part(k).putKey(f, k, f.log.records); err != nil {
		return err
	}
	return f.wait(record, waits)
}

// fanOut is in how many parts keys are divided that do not fit, as a power of 2.
func (f *Filter) fanOut() int {
	if f.o.Memory < 64<<20 {
		return 6
	}
	return 8
}

// part returns the stream in which k waits.
func (f *Filter) part(k Key) *stream {
	bits := f.fanOut()
	if f.parts == nil {
		f.parts = f.newParts()
	}
	return &f.parts[k.Lo>>(64-bits)]
}

func (f *Filter) newParts() []stream {
	parts := make([]stream, 1<<f.fanOut())
	for i := range parts {
		parts[i].spill = &f.spill
	}
	return parts
}

// putKey writes a key that waits, of record number seq.
func (s *stream) putKey(f *Filter, k Key, seq uint64) error {
	s.records++
	p := f.scratch[:waitingSize]
	binary.LittleEndian.PutUint64(p, k.Hi)
	binary.LittleEndian.PutUint64(p[8:], k.Lo)
	binary.LittleEndian.PutUint64(p[16:], seq)
	return s.write(p)
}

// Waiting tells whether records wait for Drain.
func (f *Filter) Waiting() bool { return f.log.records > 0 }

// Full tells whether there was no room for some key, so that records of keys that
// are not known wait.
func (f *Filter) Full() bool { return f.full }

// Spilled returns how many bytes were written to the temporary file. It may be asked
// by another goroutine at any time.
func (f *Filter) Spilled() int64 { return f.spill.written.Load() }

// Close gives back the memory and the temporary file. No other method but Spilled is
// called after it.
func (f *Filter) Close() error {
	f.memory.release()
	f.table = nil
	return f.spill.close()
}
