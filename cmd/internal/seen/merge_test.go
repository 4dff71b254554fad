package seen

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/internal/disk"
	"github.com/uriscan/uriscan/internal/disk/faults"
	"github.com/uriscan/uriscan/internal/testkit"
)

// parts saves sets of n keys each with one seed, which overlap, and returns their names and
// their union.
func parts(t *testing.T, n int) (names []string, union saved) {
	t.Helper()
	t.Chdir(t.TempDir())
	union = numbered("note", 0)
	for i, name := range []string{"a", "b", "c"} {
		s := saved{union.seed, "note", map[Key]bool{}, Output{Size: int64(i), File: Key{1, 1}}}
		for k := range n {
			s.keys[Sum(&s.seed, []byte{byte(i*n/2 + k), byte((i*n/2 + k) >> 8)})] = true
		}
		testkit.Must(t, s.save(name))
		names = append(names, name)
		maps.Copy(union.keys, s.keys)
	}
	return names, union
}

// The sum has the keys of all parts, also if they do not fit into memory, and knows no output
// unless it replaces a part.
func TestMerge(t *testing.T) {
	for _, n := range []int{0, 1, 20_000} {
		names, want := parts(t, n)
		for _, into := range []string{"new", "b"} {
			want.output = Output{}
			if into == "b" {
				want.output = Output{Size: 1, File: Key{1, 1}}
			}
			testkit.Must(t, Merge(t.Context(), into, names, leastMemory))
			if got, err := load(into); err != nil || !got.equal(want) {
				t.Errorf("%s of sets of %d keys has %d, %+v, %v, want %d, %+v", into, n, len(got.keys), got.output, err, len(want.keys), want.output)
			}
			left, _ := filepath.Glob("*" + disk.Temp)
			if len(left) > 0 {
				t.Errorf("Merge leaves %q", left)
			}
		}
	}
}

// What cannot be added up is refused, and the file stays as it was.
func TestMergeOthers(t *testing.T) {
	names, _ := parts(t, 3)
	good := testkit.Read(t, "a")
	other, noted := numbered("note", 1), numbered("other", 1)
	noted.seed = Seed([]byte(good[len(magic):][:len(Seed{})]))
	testkit.Must(t, errors.Join(other.save("seed"), noted.save("noted")))
	testkit.WriteAll(t, map[string]string{"cut": good[:len(good)-1], "text": "http://h/\n", "version": strings.Replace(good, " 02\n", " 03\n", 1), "out": "as it was"})
	for name, want := range map[string]error{"seed": ErrOther, "noted": nil, "cut": ErrDamaged, "text": ErrForeign, "version": ErrVersion, "none": fs.ErrNotExist} {
		err := Merge(t.Context(), "out", append(names, name), leastMemory)
		failed, ok := errors.AsType[*stream.OutputError](err)
		if !ok || failed.Name != name || want != nil && !errors.Is(err, want) {
			t.Errorf("Merge with %s = %v, want %v", name, err, want)
		}
		if got := testkit.Read(t, "out"); got != "as it was" {
			t.Errorf("after %v the file is %q", err, got)
		}
	}
	lock, err := Lock("out", "out")
	testkit.Must(t, err)
	defer lock.Close()
	if err := Merge(t.Context(), "out", names, leastMemory); !errors.Is(err, disk.ErrInUse) && err == nil {
		t.Errorf("Merge to a set in use = %v", err)
	}
}

// Whichever operation fails, or is interrupted, the set is the old one or the new one, and
// nothing stays open.
func TestMergeFaults(t *testing.T) {
	names, want := parts(t, 300)
	old, err := load("a")
	testkit.Must(t, err)
	want.output = old.output
	silent := 0
	for at := 0; ; at++ {
		testkit.Must(t, old.save("a"))
		system := &faults.System{System: disk.Current, At: at, Err: syscall.EIO}
		disk.Current = system
		err := Merge(t.Context(), "a", names, leastMemory)
		disk.Current = system.System
		if system.Done <= at {
			break
		}
		if err == nil {
			silent++
		}
		got, loadErr := load("a")
		if loadErr != nil || !got.equal(want) && (err == nil || !got.equal(old)) || system.Unclosed != 0 {
			t.Errorf("operation %d fails: Merge = %v, and the set has %d keys, %v; %d files stay open", at, err, len(got.keys), loadErr, system.Unclosed)
		}
	}
	if silent != 2*len(names) { // what is read is closed twice
		t.Errorf("%d operations fail in silence, want %d", silent, 2*len(names))
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Merge(ctx, "a", names, leastMemory); err != context.Canceled {
		t.Errorf("Merge that is interrupted = %v", err)
	}
	if _, err := os.Stat("a" + disk.Temp); err == nil {
		t.Error("an interrupted Merge leaves its file")
	}
}

// A countdown is a context that is canceled once it was asked n times.
type countdown struct {
	context.Context
	n int
}

func (c *countdown) Err() error {
	if c.n--; c.n < 0 {
		return context.Canceled
	}
	return nil
}

// An interrupt at whichever key leaves no file, and what is no file is refused.
func TestMergeInterrupted(t *testing.T) {
	names, union := parts(t, 5)
	least := 0
	for ; ; least++ {
		err := Merge(&countdown{t.Context(), least}, "new", names, leastMemory)
		if err == nil {
			break
		}
		made, _ := filepath.Glob("new*")
		made = slices.DeleteFunc(made, func(name string) bool { return name == "new.lock" })
		if !errors.Is(err, context.Canceled) || len(made) > 0 {
			t.Errorf("interrupted at key %d: %v, and %q is there", least, err, made)
		}
	}
	if want := 3*5 + len(union.keys); least < want {
		t.Errorf("Merge looks for an interrupt %d times, want %d", least, want)
	}
	testkit.Must(t, os.Symlink("nowhere", "link"))
	if err := Merge(t.Context(), "other", append(names, "link"), leastMemory); err == nil || !strings.Contains(err.Error(), "link") {
		t.Errorf("Merge of a link to nothing = %v", err)
	}
}

// A set stays locked until it is merged, as all looks for an interrupt find it.
func TestMergeLocks(t *testing.T) {
	names, _ := parts(t, 2)
	looks := 0
	ctx := looking{t.Context(), func() {
		looks++
		if lock, err := Lock("new", "new"); err == nil {
			lock.Close()
			t.Error("while sets are merged another run can use the result")
		}
	}}
	if err := Merge(ctx, "new", names, leastMemory); err != nil || looks < 6 && runtime.GOOS == "linux" {
		t.Errorf("Merge = %v, and looks for an interrupt %d times", err, looks)
	}
}

// looking is a context that calls a function when it is asked for its end.
type looking struct {
	context.Context
	look func()
}

func (l looking) Err() error {
	l.look()
	return nil
}

// A long input does not make the keys of later ones slower.
func TestHashForgets(t *testing.T) {
	seed := NewSeed()
	h := NewHash(&seed)
	for _, n := range []int{shortKey + 1, shortKey, 3 * shortKey, 0} {
		h.Reset()
		for range n {
			h.Write([]byte{'a'})
		}
		if got, want := h.Key(), Sum(&seed, []byte(strings.Repeat("a", n))); got != want || h.some != (n > shortKey) {
			t.Errorf("the key of %d bytes is %v, want %v, hashed in parts: %t", n, got, want, h.some)
		}
	}
}
