package site

import (
	"hash/maphash"
	"sync/atomic"
)

// A Cache remembers the parts of hosts that were looked up last: most lines have a host that
// others have, too. Any number of goroutines may use it.
type Cache struct {
	find  Finder
	seed  maphash.Seed
	known [cacheSize]atomic.Pointer[known]
}

// cacheSize is how many hosts are remembered, a power of 2.
const cacheSize = 1 << 14

type known struct {
	host  string
	parts Parts
	ok    bool
}

// NewCache returns a Cache of what find finds.
func NewCache(find Finder) *Cache { return &Cache{find: find, seed: maphash.MakeSeed()} }

// Of is [Of] with the Finder of c.
func (c *Cache) Of(host []byte) (p Parts, ok bool) {
	at := &c.known[maphash.Bytes(c.seed, host)%cacheSize]
	if k := at.Load(); k != nil && k.host == string(host) {
		return k.parts, k.ok
	}
	if p, ok = Of(host, c.find); len(host) <= maxHost {
		at.Store(&known{string(host), p, ok})
	}
	return p, ok
}
