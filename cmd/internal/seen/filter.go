package seen

import (
	"encoding/binary"
	"math"
)

const (
	leastMemory = 64 << 10         // with which a filter works
	mostMemory  = math.MaxInt >> 2 // that a process can have on this architecture
)

// A Filter passes the first record of each key, in order. As long as the keys fit in
// memory it does so at once. After that, records with unknown keys wait in a temporary
// file until Drain returns those that were the first.
//
// A Filter must not be used by several goroutines at the same time.
type Filter struct {
	memory  int64 // all that it may take
	counts  bool
	table   *table
	full    bool // what is not known is not entered any more
	spill   spill
	log     queue   // the records that wait
	parts   []queue // their keys
	verdict *verdicts
	scratch [waitingSize]byte
}

// old is the record number of a key that was added without a record.
const old = math.MaxUint64

// NewFilter returns a filter that uses at most the given bytes of memory in addition to
// the longest record; the rest goes to a temporary file. If the filter counts how often
// each key occurs, Drain returns every record, and Add none. The caller must close the
// filter.
func NewFilter(memory int64, counts bool) *Filter {
	f := &Filter{memory: min(max(memory, leastMemory), mostMemory), counts: counts}
	f.spill.block = int(min(max(f.memory/1024, 256), 64<<10))
	f.log.spill = &f.spill
	// A quarter of the memory is for buffers and verdicts.
	f.table = newTable(f.memory/4*3, counts)
	return f
}

// Prefetch announces keys that will be added soon, perhaps a hundred. It loads their
// places in memory all at once, which takes a fraction of the time of loading one after
// the other.
func (f *Filter) Prefetch(keys []Key) { f.table.prefetch(keys) }

// Add adds a record with key k. first reports whether it is the first with that key. If
// that is not known yet, or if the filter counts, the record waits for Drain. Add does
// not retain its arguments.
func (f *Filter) Add(k Key, record []byte) (first bool, err error) {
	known, isNew := f.add(entered(k), f.log.records, 0)
	first = isNew && !f.counts
	if !known && !first {
		f.wait(record, waits)
	}
	return first, f.spill.err
}

// AddKey adds a key of an earlier run, without a record. Call it before the first Add.
func (f *Filter) AddKey(k Key) error {
	f.add(entered(k), old, 0)
	return f.spill.err
}

// add enters k, the key of record number seq, into the table, or counts it there. If it is
// neither known nor new there, it waits in a part; all such keys have the first bits in common.
func (f *Filter) add(k Key, seq uint64, bits int) (known, isNew bool) {
	i, known := f.table.find(k)
	switch {
	case known && f.counts:
		f.table.tallies[i].n++
	case known:
	case !f.full && f.enter(i, k, seq):
		return false, true
	default:
		f.full = true
		f.part(k.Lo<<min(bits, 56)).putKey(f, k, seq)
	}
	return known, false
}

// enter inserts k, the key of record number seq, at i, where find says it belongs.
func (f *Filter) enter(i int, k Key, seq uint64) (ok bool) {
	i, ok = f.table.enter(i, k)
	if ok && f.counts {
		f.table.tallies[i] = tally{seq, 1}
	}
	return ok
}

// Pass adds a record without a key, which always passes. now reports whether it passes at
// once; else it waits for Drain, which returns it with the count 0.
func (f *Filter) Pass(record []byte) (now bool, err error) {
	if !f.Waiting() {
		return true, nil
	}
	f.wait(record, passes)
	return false, f.spill.err
}

const waits, passes = 0, 1 // flags of a record in the log, in the number with its length

// wait appends a record to the log, where Drain finds it.
func (f *Filter) wait(record []byte, how uint64) {
	f.log.records++
	f.log.write(binary.AppendUvarint(f.scratch[:0], uint64(len(record))<<1|how))
	f.log.write(record)
}

// fanOut is the binary logarithm of how many parts keys that do not fit are divided into.
const fanOut = 6

// part returns the queue in which a key waits whose bits not in common begin with prefix.
func (f *Filter) part(prefix uint64) *queue {
	if f.parts == nil {
		f.parts = f.spill.queues(1 << fanOut)
	}
	return &f.parts[prefix>>(64-fanOut)]
}

// waitingSize is the size in bytes of a waiting key with the number of its record.
const waitingSize = keySize + 8

func (s *queue) putKey(f *Filter, k Key, seq uint64) {
	s.records++
	s.write(binary.LittleEndian.AppendUint64(k.append(f.scratch[:0]), seq))
}

// Waiting reports whether records wait for Drain.
func (f *Filter) Waiting() bool { return f.log.records > 0 }

// Full reports whether a key did not fit, so that records with unknown keys wait.
func (f *Filter) Full() bool { return f.full }

// Spilled returns the number of bytes written to the temporary file. Other goroutines may
// call it at any time.
func (f *Filter) Spilled() int64 { return f.spill.written.Load() }

// Keys calls fn with every key that was added and is in memory. Until records wait, those
// are all keys; later, keys of AddKey that did not fit are missing.
func (f *Filter) Keys(fn func(Key) error) error {
	return f.table.all(func(_ int, k Key) error { return fn(k) })
}

// Close releases the memory and the temporary file. After it only Spilled may be called.
func (f *Filter) Close() {
	f.table.release()
	f.spill.close()
}
