package normalize

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

// poison overwrites, until stop is closed, every buffer that the pool hands out,
// so that a result still in one would change, or the race detector would see it
// written.
func poison(stop <-chan struct{}) {
	for {
		select {
		case <-stop:
			return
		default:
		}
		b := lend()
		b.B = b.B[:cap(b.B)]
		for i := range b.B {
			b.B[i] = '!'
		}
		b.B = b.B[:0]
		giveBack(b)
	}
}

// No result outlives its buffer: what is returned is the caller's own, and what
// is lent stays as it is until fn returns.
func TestPoisonedPool(t *testing.T) {
	stop := make(chan struct{})
	var poisoner, workers sync.WaitGroup
	for range 2 {
		poisoner.Go(func() { poison(stop) })
	}
	for worker := range 4 {
		workers.Go(func() {
			for i := range 500 {
				host := fmt.Sprintf("%d", worker) + strings.Repeat("x", i%300)
				checkLent(t, "HTTP://%48"+host, "http://h"+host+"/")
			}
		})
	}
	workers.Wait()
	close(stop)
	poisoner.Wait()
}

// checkLent uses everything that borrows a buffer, at the same time.
func checkLent(t *testing.T, in, want string) {
	err := Do([]byte(in), Scheme, func(outer []byte, _ scanner.Ref) {
		whole, _ := String(in, Scheme)
		own := append(make([]byte, 0, len(want)), in...)
		aside, _, _ := Append(own[:0], own, Scheme) // EmptyPath lengthens: aside
		base, _ := resolve.NewBase(in, 0)
		resolved, _, _, _ := AppendResolved(nil, &base, nil, Scheme)
		for what, got := range map[string]string{"Do": string(outer), "String": whole, "Append": string(aside), "AppendResolved": string(resolved)} {
			if got != want {
				t.Errorf("%s(%q) = %q, want %q", what, in, got, want)
			}
		}
	})
	if err != nil {
		t.Error(err)
	}
}

// A buffer is given back though the function it is lent to panics.
func TestPanicGivesBack(t *testing.T) {
	// The race detector makes a pool forget one buffer in four.
	for range 20 {
		var lent *byte
		func() {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			_ = Do([]byte("A:"), Case, func(normal []byte, _ scanner.Ref) {
				lent = &normal[0]
				panic("of the caller")
			})
		}()
		if pooled(lent) {
			return
		}
	}
	t.Error("no buffer is in the pool again")
}

// pooled tells whether one of the next buffers of the pool is the one that
// begins at first.
func pooled(first *byte) bool {
	var held []*buffer
	defer func() {
		for _, b := range held {
			giveBack(b)
		}
	}()
	for range 64 {
		b := lend()
		held = append(held, b)
		if cap(b.B) > 0 && &b.B[:1][0] == first {
			return true
		}
	}
	return false
}

// One monster does not stay.
func TestPoolIsBounded(t *testing.T) {
	var monster *byte
	if err := Do(make16MiB(), Case, func(normal []byte, _ scanner.Ref) { monster = &normal[0] }); err != nil {
		t.Fatal(err)
	}
	if pooled(monster) {
		t.Error("a buffer of 16 MiB is in the pool")
	}
	for range 64 {
		buf := lend()
		if cap(buf.B) > maxPooled {
			t.Errorf("the pool has a buffer of %d bytes, want at most %d", cap(buf.B), maxPooled)
		}
		defer giveBack(buf)
	}
}

func make16MiB() []byte { return []byte("A:" + strings.Repeat("a", 16<<20)) }

// A buffer is never with two owners.
func TestLentOnce(t *testing.T) {
	owned := map[*buffer]bool{}
	for range 100 {
		b := lend()
		if owned[b] {
			t.Fatal("a buffer is lent twice")
		}
		owned[b] = true
	}
	for b := range owned {
		giveBack(b)
	}
}
