package seen

import "encoding/binary"

// idAt returns the bytes of a key, which are there in the arena.
func (f *Filter) idAt(at uint64) []byte {
	n, k := binary.Uvarint(f.arena[at:])
	return f.arena[int(at)+k:][:n]
}

// holds tells whether the arena has room for n bytes more. What waits can be told
// apart only if there is room for one at least, which may then take more memory than
// there is; while records are added, their user may have long ones in memory, too.
func (f *Filter) holds(n int) bool {
	switch {
	case len(f.arena)+n <= cap(f.arena):
		return true
	case f.verdict == nil || f.table.used > 0:
		return false
	}
	if f.arena = take[byte](&f.alone, n); f.arena == nil {
		f.arena = make([]byte, n)
	}
	f.arena = f.arena[:0]
	return true
}

// clear makes the table empty.
func (f *Filter) clear() {
	f.table.reset()
	f.alone.release()
	f.arena = f.usual
}
