package seen

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"syscall"
	"testing"

	"github.com/uriscan/uriscan/internal/disk"
	"github.com/uriscan/uriscan/internal/disk/faults"
)

// numbered adds the keys of so many numbers to a set.
func numbered(t *testing.T, s *Set, n int) *Set {
	t.Helper()
	for i := range n {
		if _, err := s.Add(Sum(s.Seed(), strconv.Itoa(i))); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func TestSaveAndLoad(t *testing.T) {
	name := filepath.Join(t.TempDir(), "set")
	for _, n := range []int{0, 1, fileBlock - 1, fileBlock, fileBlock + 1, 3 * fileBlock} {
		s := numbered(t, New(1<<20), n)
		if err := s.Save(name, "numbers"); err != nil {
			t.Fatal(err)
		}
		got, note, err := Load(name, 1<<20)
		if err != nil || note != "numbers" || got.Len() != n || *got.Seed() != *s.Seed() {
			t.Fatalf("Load of %d keys = %d keys, %q, %v", n, got.Len(), note, err)
		}
		for i := range n + 1 {
			if has := got.Has(Sum(got.Seed(), strconv.Itoa(i))); has != (i < n) {
				t.Fatalf("Has(%d) = %t of a loaded set of %d numbers", i, has, n)
			}
		}
	}
	info, err := os.Stat(name)
	if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("the file has mode %v, %v, want 0600", info.Mode(), err)
	}
	if _, _, err := Load(name, 0); err != ErrFull {
		t.Errorf("Load into too little memory = %v, want %v", err, ErrFull)
	}
}

// One bit that is not as it was, anywhere, and one byte less or more, are found.
func TestLoadDamaged(t *testing.T) {
	name := filepath.Join(t.TempDir(), "set")
	if err := numbered(t, New(0), 5).Save(name, "note"); err != nil {
		t.Fatal(err)
	}
	good, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	load := func(what string, file []byte, want error) {
		t.Helper()
		if err := os.WriteFile(name, file, 0o600); err != nil {
			t.Fatal(err)
		}
		_, _, err := Load(name, 0)
		if at := (*FileError)(nil); !errors.Is(err, want) || !errors.As(err, &at) {
			t.Errorf("Load of a file %s = %v, want %v", what, err, want)
		}
	}
	for i := range good {
		want := ErrDamaged
		switch {
		case i < magicFamily:
			want = ErrForeign
		case i < len(magic):
			want = ErrVersion
		}
		for bit := range 8 {
			bad := bytes.Clone(good)
			bad[i] ^= 1 << bit
			load("with one bit changed", bad, want)
		}
		want = ErrDamaged
		if i < len(magic) {
			want = ErrForeign
		}
		load("that is cut", good[:i], want)
	}
	load("with something behind it", append(bytes.Clone(good), 0), ErrDamaged)
	load("of lines", []byte("http://a/\nhttp://b/\n"), ErrForeign)
}

// Of two that save a set at the same time, the second is refused, and the first has
// its way.
func TestCreateTwice(t *testing.T) {
	switch runtime.GOOS {
	case "linux", "darwin":
	default:
		t.Skip("no locks on", runtime.GOOS)
	}
	name := filepath.Join(t.TempDir(), "set")
	seed := NewSeed()
	w, err := Create(name, &seed, "first")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Create(name, &seed, "second"); !errors.Is(err, disk.ErrInUse) {
		t.Errorf("a second Create = %v, want %v", err, disk.ErrInUse)
	}
	if err := errors.Join(w.Add(Key{1, 2}), w.Commit(nil)); err != nil {
		t.Fatal(err)
	}
	if s, note, err := Load(name, 0); err != nil || note != "first" || !s.Has(Key{1, 2}) {
		t.Errorf("Load = %q, %v, want the first", note, err)
	}
}

// A file that is no saved set is never replaced by one, if it is no file of bytes.
func TestCreateOverOther(t *testing.T) {
	if err := New(0).Save(t.TempDir(), ""); !errors.Is(err, ErrForeign) {
		t.Errorf("Save to a folder = %v, want %v", err, ErrForeign)
	}
	dir := t.TempDir()
	link := filepath.Join(dir, "link")
	if err := os.Symlink("file", link); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
	for _, was := range []string{"missing", "there"} {
		if err := New(0).Save(link, ""); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
			t.Errorf("Save through a link to a file that is %s makes it %v, %v, want a link still", was, info.Mode(), err)
		}
		if _, _, err := Load(filepath.Join(dir, "file"), 0); err != nil {
			t.Errorf("Load of what the link to a file that is %s is of = %v", was, err)
		}
	}
}

// Whichever operation fails, or is the last one, the set that was saved is there,
// or the new one.
func TestSaveFails(t *testing.T) {
	real := disk.Current
	defer func() { disk.Current = real }()
	for _, reason := range []error{faults.ErrKilled, syscall.ENOSPC} {
		dir := t.TempDir()
		name := filepath.Join(dir, "set")
		failures := 0
		for at := 0; ; at++ {
			disk.Current = real
			if err := numbered(t, New(1<<20), 10).Save(name, "old"); err != nil {
				t.Fatal(err)
			}
			system := &faults.System{System: real, At: at, Err: reason}
			disk.Current = system
			err := numbered(t, New(1<<20), 2*fileBlock).Save(name, "new")
			system.Release()
			disk.Current = real
			s, note, loading := Load(name, 1<<20)
			if loading != nil || note == "old" && s.Len() != 10 || note == "new" && s.Len() != 2*fileBlock {
				t.Fatalf("after operation %d failed: %q, %v", at, note, loading)
			}
			if err == nil {
				if note != "new" {
					t.Errorf("Save without an error left the %s set", note)
				}
				break
			}
			failures++
			if _, err := os.Stat(name + ".tmp"); err == nil && reason != faults.ErrKilled {
				t.Errorf("after operation %d failed there is a file %s.tmp", at, name)
			}
		}
		if failures < 6 {
			t.Errorf("%d operations of Save failed, want some more", failures)
		}
	}
}

// The temporary file of a filter has no name, and failing to make, write or read
// it is a *SpillError.
func TestSpillFails(t *testing.T) {
	real := disk.Current
	defer func() { disk.Current = real }()
	in := inputs(9, 6000, 6000)
	for at := 0; ; at++ {
		dir := t.TempDir()
		system := &faults.System{System: real, At: at, Err: syscall.EIO}
		disk.Current = system
		f := NewFilter(Options{Memory: leastMemory, TempDir: dir})
		var err error
		seed := NewSeed()
		for _, s := range in {
			if _, err = f.Add(Sum(&seed, s), []byte(s)); err != nil {
				break
			}
		}
		if err == nil {
			err = f.Resolve(nil)
		}
		if err == nil {
			err = f.Drain(func([]byte, uint64) error { return nil })
		}
		if closing := f.Close(); err == nil {
			err = closing
		}
		if left, _ := os.ReadDir(dir); len(left) > 0 {
			t.Fatalf("after operation %d failed there is %v", at, left)
		}
		if system.Done <= at {
			break
		}
		// Taking the name away is tried again at the end.
		if spill := (*SpillError)(nil); err != nil && (!errors.As(err, &spill) || !errors.Is(err, syscall.EIO)) {
			t.Errorf("operation %d failed with %v, want a *SpillError of %v", at, err, syscall.EIO)
		}
	}
}

// Of what many add at the same time each is the first once.
func TestSetConcurrently(t *testing.T) {
	s := New(1 << 20)
	var mu sync.Mutex
	firsts := map[int]int{}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for i := range 2000 {
				k := Sum(s.Seed(), strconv.Itoa(i))
				first, err := s.Add(k)
				if err != nil || !s.Has(k) {
					t.Errorf("Add(%d) = %v, and Has %t", i, err, s.Has(k))
				}
				if first {
					mu.Lock()
					firsts[i]++
					mu.Unlock()
				}
			}
		})
	}
	all.Wait()
	for i := range 2000 {
		if firsts[i] != 1 {
			t.Errorf("%d was the first %d times, want once", i, firsts[i])
		}
	}
	if s.Len() != 2000 {
		t.Errorf("Len() = %d, want 2000", s.Len())
	}
}

// Any bytes are a set or not, and nothing worse.
func FuzzLoad(f *testing.F) {
	name := filepath.Join(f.TempDir(), "set")
	s := New(0)
	s.Add(Key{1, 2})
	if err := s.Save(name, "note"); err != nil {
		f.Fatal(err)
	}
	good, err := os.ReadFile(name)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add([]byte(magic))
	f.Fuzz(func(t *testing.T, in []byte) {
		name := filepath.Join(t.TempDir(), "set")
		if err := os.WriteFile(name, in, 0o600); err != nil {
			t.Fatal(err)
		}
		if s, _, err := Load(name, 0); err == nil && s.Len() > len(in)/keySize {
			t.Errorf("Load of %d bytes has %d keys", len(in), s.Len())
		}
	})
}
