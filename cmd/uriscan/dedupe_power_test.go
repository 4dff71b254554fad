package main

import (
	"io/fs"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/disk"
)

// A power is a disk of which it is known what a machine that loses power now would
// lose.
type power struct {
	disk.System
	t      *testing.T
	unsafe map[string]bool // files with bytes that are not synced, and "names"
	saved  int
}

// A poweredFile is a file of it.
type poweredFile struct {
	disk.File
	power *power
	name  string
}

func (p *power) file(f disk.File, name string, err error) (disk.File, error) {
	if err != nil {
		return nil, err
	}
	return &poweredFile{f, p, name}, nil
}

func (p *power) OpenFile(name string, flag int, perm fs.FileMode) (disk.File, error) {
	f, err := p.System.OpenFile(name, flag, perm)
	return p.file(f, name, err)
}

// Rename is where the set changes: all that it tells of has to be safe.
func (p *power) Rename(from, to string) error {
	p.saved++
	if fileWrite.TryLock() {
		fileWrite.Unlock()
		p.t.Errorf("%s is to be %s, and an interrupt does not wait for that", from, to)
	}
	for _, name := range []string{from, "out", "names"} {
		if p.unsafe[name] {
			p.t.Errorf("%s is to be %s number %d, and %s is not safe", from, to, p.saved, name)
		}
	}
	p.unsafe["names"] = true
	return p.System.Rename(from, to)
}

func (p *power) SyncDir(name string) error {
	p.unsafe["names"] = false
	return p.System.SyncDir(name)
}

func (f *poweredFile) Write(b []byte) (int, error) {
	f.power.unsafe[f.name] = true
	return f.File.Write(b)
}

func (f *poweredFile) Truncate(size int64) error {
	f.power.unsafe[f.name] = true
	return f.File.Truncate(size)
}

func (f *poweredFile) Sync() error {
	f.power.unsafe[f.name] = false
	return f.File.Sync()
}

// Whenever the set is replaced, the output that it tells of is safe, and so is the set,
// and when a run ends, it is the one that will be found.
func TestDedupePower(t *testing.T) {
	folder(t)
	in := linesOf(600)
	for _, half := range []string{in[:len(in)/2], in} {
		p := &power{System: disk.Current, t: t, unsafe: map[string]bool{"names": true}}
		disk.Current = p
		got := runWith(half, "dedupe", "--seen", "set", "-o", "out", "-j", "1", "--checkpoint", "100", "--block-size", "4K", "--memory", "1M")
		disk.Current = p.System
		// At the start, at the end, and after so many new lines and the rest of a block.
		if got != (outcome{}) || p.saved < 3 || p.saved > 2+strings.Count(uniqueLines(half), "\n")/100 {
			t.Errorf("dedupe = %+v with the set saved %d times, want %+v and once for 100 new lines", got, p.saved, outcome{})
		}
		if p.unsafe["names"] {
			t.Error("the name of the set is not safe when dedupe ends")
		}
	}
}
