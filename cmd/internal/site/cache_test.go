package site

import (
	"fmt"
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
