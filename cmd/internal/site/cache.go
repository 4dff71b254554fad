package site

import (
	"hash/maphash"
	"sync/atomic"
)

// A Cache remembers the parts of hosts that were looked up last: most lines have a host that
// others have, too. Any number of goroutines may use it. It takes 1 MiB.
//
// A host is known by 97 bits of two hashes with secret seeds, as the classes of dedupe are by
// 128: with it, a lookup would reach twice into memory that is in no cache of the processor.
type Cache struct {
	find  Finder
	seeds [2]maphash.Seed
	known [sets]set
}

// A set has what was looked up last of the hosts whose hashes choose it, the latest first.
type set [4]entry

// sets is how many sets there are, a power of 2.
const sets = 1 << 14

// An entry has the answer for a host and the upper bits of its second hash in one word, and in
// the other its first hash, which hides that word: the words of two hosts, which a goroutine can
// read while another writes, are no entry of any.
type entry struct{ hidden, answer atomic.Uint64 }

// The bits of an answer: ok, three offsets, and the hash.
const (
	offsetBits = 10 // more than maxHost needs
	answerBits = 1 + 3*offsetBits
)

// NewCache returns a Cache of what find finds.
func NewCache(find Finder) *Cache {
	return &Cache{find: find, seeds: [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}}
}

// Of is [Of] with the Finder of c.
func (c *Cache) Of(host []byte) (p Parts, ok bool) {
	if len(host) > maxHost {
		return p, false
	}
	first, second := maphash.Bytes(c.seeds[0], host), maphash.Bytes(c.seeds[1], host)
	in := &c.known[first%sets]
	for i := range in {
		answer := in[i].answer.Load()
		if (answer^second)>>answerBits == 0 && in[i].hidden.Load()^answer == first {
			const offset = 1<<offsetBits - 1
			return Parts{int(answer >> 1 & offset), int(answer >> (1 + offsetBits) & offset), int(answer >> (1 + 2*offsetBits) & offset)}, answer&1 != 0
		}
	}
	p, ok = Of(host, c.find)
	answer := second>>answerBits<<answerBits | uint64(p.End)<<(1+2*offsetBits) | uint64(p.Suffix)<<(1+offsetBits) | uint64(p.Start)<<1
	if ok {
		answer |= 1
	}
	for i := len(in) - 1; i > 0; i-- {
		in[i].hidden.Store(in[i-1].hidden.Load())
		in[i].answer.Store(in[i-1].answer.Load())
	}
	in[0].hidden.Store(first ^ answer)
	in[0].answer.Store(answer)
	return p, ok
}
