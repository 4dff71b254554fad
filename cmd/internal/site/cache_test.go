package site

import (
	"fmt"
	"hash/maphash"
	"strings"
	"sync"
	"testing"
)

// A Cache answers as Of does, for hosts that it has seen, that others have replaced, and that
// are too long, from several goroutines.
func TestCache(t *testing.T) {
	calls := 0
	c := NewCache(func(host string) (string, bool) {
		calls++
		return Builtin(host)
	})
	check := func(c *Cache, host string) {
		p, ok := c.Of([]byte(host))
		if want, wantOK := Of([]byte(host), Builtin); p != want || ok != wantOK {
			t.Errorf("Of(%q) = %v, %t, want %v, %t", host, p, ok, want, wantOK)
		}
	}
	for range 3 {
		for _, host := range []string{"", "com", "www.example.co.uk", "WWW.Example.com.", "w%77w.a.com", strings.Repeat("a", maxHost) + ".b"} {
			check(c, host)
		}
	}
	if calls != 5 {
		t.Errorf("%d lookups, want 5: one for each host that is not too long", calls)
	}
	shared := NewCache(Builtin)
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for i := range 5000 {
				check(shared, fmt.Sprintf("a.%d.example%d.com", i%7, i%(sets/4+1)))
			}
		})
	}
	group.Wait()
}

// A host whose hashes differ in one bit from those of another one is not that one, whichever bit
// that is: of the first hash, or of what is kept of the second.
func TestCacheComparesAllBits(t *testing.T) {
	calls := 0
	c := NewCache(func(host string) (string, bool) {
		calls++
		return Builtin(host)
	})
	host := []byte("www.example.com")
	c.Of(host)
	in := &c.known[maphash.Bytes(c.seeds[0], host)%sets]
	hidden, answer := in[0].hidden.Load(), in[0].answer.Load()
	for of, low := range []int{0, answerBits} { // the words of another host: its first hash, or its second, differs
		for bit := low; bit < 64; bit++ {
			for i := range in {
				in[i].hidden.Store(hidden ^ 1<<bit)
				in[i].answer.Store(answer ^ uint64(of)<<bit)
			}
			before := calls
			if c.Of(host); calls != before+1 {
				t.Errorf("bit %d of hash %d is not compared", bit, 1+of)
			}
		}
	}
}

// As many hosts are known at a time as a set has room for, and the one that was looked up before
// all others is forgotten first.
func TestCacheKeepsTheLatest(t *testing.T) {
	calls := 0
	c := NewCache(func(host string) (string, bool) {
		calls++
		return Builtin(host)
	})
	var hosts [][]byte // of one set
	for i := 0; len(hosts) <= len(set{}); i++ {
		host := fmt.Appendf(nil, "a.example%d.com", i)
		if len(hosts) == 0 || maphash.Bytes(c.seeds[0], host)%sets == maphash.Bytes(c.seeds[0], hosts[0])%sets {
			hosts = append(hosts, host)
		}
	}
	last := len(hosts) - 1
	for round := range 3 {
		for _, host := range hosts[:last] {
			c.Of(host)
		}
		if calls != last {
			t.Errorf("after round %d of %d hosts there were %d lookups", round, last, calls)
		}
	}
	for i, want := range []int{last, 0, 1} { // another one, and the first ones again, which are not there any more
		before := calls
		c.Of(hosts[want])
		if c.Of(hosts[want]); calls != before+1 {
			t.Errorf("step %d: %d lookups of a host, want 1", i, calls-before)
		}
	}
}
