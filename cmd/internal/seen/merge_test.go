package seen

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
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
			left, _ := filepath.Glob("*" + temp)
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
	for at := 0; ; at++ {
		testkit.Must(t, old.save("a"))
		system := &faults.System{System: disk.Current, At: at, Err: syscall.EIO}
		disk.Current = system
		err := Merge(t.Context(), "a", names, leastMemory)
		disk.Current = system.System
		if system.Done <= at {
			break
		}
		got, loadErr := load("a")
		if loadErr != nil || !got.equal(want) && (err == nil || !got.equal(old)) || system.Unclosed != 0 {
			t.Errorf("operation %d fails: Merge = %v, and the set has %d keys, %v; %d files stay open", at, err, len(got.keys), loadErr, system.Unclosed)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Merge(ctx, "a", names, leastMemory); err != context.Canceled {
		t.Errorf("Merge that is interrupted = %v", err)
	}
	if _, err := os.Stat("a" + temp); err == nil {
		t.Error("an interrupted Merge leaves its file")
	}
}
