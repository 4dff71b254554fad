package seen

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/internal/disk"
	"github.com/uriscan/uriscan/internal/disk/faults"
	"github.com/uriscan/uriscan/internal/testkit"
)

type saved struct {
	seed   Seed
	note   string
	keys   map[Key]bool
	output Output
}

func numbered(note string, n int) saved {
	s := saved{NewSeed(), note, map[Key]bool{}, Output{n%2 == 0, int64(n), uint32(n), Key{uint64(n), 1}}}
	for i := range n {
		s.keys[Sum(&s.seed, []byte(strconv.Itoa(i)))] = true
	}
	return s
}

func (s *saved) save(name string) error {
	w, err := Create(name, &s.seed, s.note)
	if err != nil {
		return err
	}
	for k := range s.keys {
		w.Add(k)
	}
	return w.Commit(s.output)
}

func load(name string) (s saved, err error) {
	r, err := Open(name)
	if err != nil {
		return s, err
	}
	s = saved{r.Seed, r.Note, map[Key]bool{}, Output{}}
	s.output, err = r.Keys(func(k Key) error {
		s.keys[k] = true
		return nil
	})
	return s, err
}

func (s *saved) equal(o saved) bool {
	return s.seed == o.seed && s.note == o.note && s.output == o.output && maps.Equal(s.keys, o.keys)
}

func TestSaveAndLoad(t *testing.T) {
	name := filepath.Join(t.TempDir(), "set")
	for _, n := range []int{0, 1, 4095, 4096, 4097, 12_288} {
		s := numbered(strings.Repeat("n", min(n, mostNote)), n)
		if n < 12_288 { // of the last one the mode is looked at
			testkit.Must(t, os.WriteFile(name+disk.Temp, make([]byte, 1<<20), 0o600)) // what a crash has left
		}
		testkit.Must(t, s.save(name))
		system := &faults.System{System: disk.Current, At: 1 << 30}
		disk.Current = system
		got, err := load(name)
		disk.Current = system.System
		if err != nil || !got.equal(s) || system.Unclosed != 0 {
			t.Errorf("a loaded set of %d keys has %d, %q, %+v, %v, want what was saved", n, len(got.keys), got.note, got.output, err)
		}
		if most := 6 + n*keySize/fileBlock; system.Done > most {
			t.Errorf("to load %d keys takes %d operations, want %d at most: whole blocks are read", n, system.Done, most)
		}
	}
	for at := 0; ; at++ { // the last set, of three blocks
		system := &faults.System{System: disk.Current, At: at, Err: syscall.EIO}
		disk.Current = system
		_, err := load(name)
		disk.Current = system.System
		if system.Done <= at {
			break
		}
		if !errors.Is(err, syscall.EIO) && !system.Harmless || system.Unclosed != 0 {
			t.Errorf("a set whose operation %d fails is loaded with %v, %d files stay open", at, err, system.Unclosed)
		}
	}
	info, err := os.Stat(name)
	if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("the file has mode %v, %v, want 0600", info.Mode(), err)
	}
}

// Every changed bit, and every missing or additional byte, is found.
func TestLoadDamaged(t *testing.T) {
	name := filepath.Join(t.TempDir(), "set")
	s := numbered("note", 5)
	testkit.Must(t, s.save(name))
	good, err := os.ReadFile(name)
	testkit.Must(t, err)
	loads := func(what string, file []byte, want error) {
		t.Helper()
		testkit.Must(t, os.WriteFile(name, file, 0o600))
		system := &faults.System{System: disk.Current, At: 1 << 30}
		disk.Current = system
		_, err := load(name)
		disk.Current = system.System
		if at := (*stream.OutputError)(nil); !errors.Is(err, want) || !errors.As(err, &at) || system.Unclosed != 0 {
			t.Errorf("Open and Keys of a file %s = %v and %d open files, want %v and none", what, err, system.Unclosed, want)
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
		for bit := i % 3; bit < 8; bit += 3 {
			bad := bytes.Clone(good)
			bad[i] ^= 1 << bit
			loads("with one bit changed", bad, want)
		}
		want = ErrDamaged
		if i < len(magic) {
			want = ErrForeign
		}
		loads("that is cut", good[:i], want)
	}
	loads("with something after it", append(bytes.Clone(good), 0), ErrDamaged)
	loads("twice", append(bytes.Clone(good), good...), ErrDamaged)
	loads("of lines", []byte("http://a/\nhttp://b/\n"), ErrForeign)
	long := numbered(strings.Repeat("n", mostNote+1), 5)
	testkit.Must(t, long.save(name))
	if _, err := load(name); !errors.Is(err, ErrDamaged) {
		t.Errorf("load of a set with a note of %d bytes = %v, want %v", mostNote+1, err, ErrDamaged)
	}
	// A wrong length is found before memory is allocated for it.
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, n := range []uint32{0, 3, 5, mostNote, mostNote + 1, 4096, 4097, 1 << 31, 1<<32 - 1} {
		bad := bytes.Clone(good)
		binary.LittleEndian.PutUint32(bad[len(magic)+len(Seed{}):], n)
		loads(fmt.Sprintf("with a note of %d bytes", n), bad, ErrDamaged)
	}
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > 16<<20 {
		t.Errorf("to open files with wrong lengths takes %d bytes of memory, want 16 MiB at most", took)
	}
}

// The file of a set may be a link.
func TestTarget(t *testing.T) {
	dir := t.TempDir()
	if _, err := Target(dir); !errors.Is(err, ErrForeign) {
		t.Errorf("Target of a folder = %v, want %v", err, ErrForeign)
	}
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if got, err := Target(file); got != file || err != nil {
		t.Errorf("Target of what is not there = %q, %v, want %q", got, err, file)
	}
	if err := os.Symlink("file", link); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
	if _, err := Target(link); err == nil {
		t.Error("Target of a link to what is not there is no error")
	}
	s := numbered("", 1)
	testkit.Must(t, s.save(file))
	if got, err := Target(link); filepath.Base(got) != "file" || err != nil {
		t.Errorf("Target of a link = %q, %v, want %q", got, err, file)
	}
}
