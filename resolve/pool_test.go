package resolve

import (
	"fmt"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/poison"
	"github.com/uriscan/uriscan/scanner"
)

var pool = poison.Pool{Get: getBuffer, Put: putBuffer}

// No result outlives its buffer: what is returned is the caller's own, and what
// is borrowed stays as it is until fn returns.
func TestPoisonedPool(t *testing.T) {
	pool.Poison(func(worker, i int) {
		folder := fmt.Sprintf("http://h%d/a/", worker)
		checkPooled(t, newBase(t, folder+"b/c", 0), folder, strings.Repeat("x", i%300))
	})
}

// checkPooled uses everything that borrows a buffer, at the same time.
func checkPooled(t *testing.T, b *Base, folder, segment string) {
	ref := []byte("y/../../" + segment)
	want := folder + segment
	err := b.Do(ref, func(outer []byte, r scanner.Ref) {
		short, _, _ := b.Append(nil, ref) // without room it borrows
		back, _, _ := b.AppendRelative(nil, short)
		again, _, _ := b.Append(nil, back)
		cleaned := AppendWithoutDotSegments(nil, "/z/.././"+segment)
		whole, _ := String(string(b.text), string(ref))
		same := b.SameDocument(ref)
		parts := partsOf(want, r)
		if err := Recompose(&parts, func(uri []byte, _ scanner.Ref) {
			for what, got := range map[string]string{
				"Do": string(outer), "Append": string(short), "AppendRelative": string(again), "String": whole, "Recompose": string(uri),
			} {
				if got != want {
					t.Errorf("%s(%q) = %q, want %q", what, ref, got, want)
				}
			}
		}); err != nil {
			t.Error(err)
		}
		if string(cleaned) != "/"+segment || same {
			t.Errorf("AppendWithoutDotSegments = %q, SameDocument = %v, want %q, false", cleaned, same, "/"+segment)
		}
	})
	if err != nil {
		t.Error(err)
	}
}

// A buffer is returned to the pool though the function that borrowed it panics.
func TestPanicGivesBack(t *testing.T) {
	b := newBase(t, rfcBase, 0)
	parts := Parts{Path: []byte("/a")}
	for name, panics := range map[string]func(fn func([]byte, scanner.Ref)){
		"Do":        func(fn func([]byte, scanner.Ref)) { _ = b.Do([]byte("g"), fn) },
		"Recompose": func(fn func([]byte, scanner.Ref)) { _ = Recompose(&parts, fn) },
	} {
		t.Run(name, func(t *testing.T) { pool.CheckPanic(t, panics) })
	}
}

// One monster does not stay.
func TestPoolIsBounded(t *testing.T) {
	b := newBase(t, rfcBase, 0)
	var monster *byte
	testkit.Must(t, b.Do(makeMonster(), func(target []byte, _ scanner.Ref) { monster = &target[0] }))
	pool.CheckBounded(t, monster, maxPooled)
}

func makeMonster() []byte { return []byte(strings.Repeat("a", 16*maxPooled)) }
