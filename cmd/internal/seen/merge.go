package seen

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/internal/disk"
)

// ErrOther refuses sets whose keys cannot be compared.
var ErrOther = errors.New("it has another seed than the set before it: sets to merge begin with dedupe --seed-of")

// LockHint explains the name of a file that the user did not give.
const LockHint = ": a run with --seen locks it, so that no other uses the set"

// Lock locks the set in file, to which name leads and which need not exist, until it is closed.
func Lock(name, file string) (lock io.Closer, err error) {
	lock, err = disk.Current.Lock(file + ".lock")
	switch {
	case errors.Is(err, disk.ErrInUse):
		return nil, &stream.OutputError{Name: name, Err: err}
	case err != nil:
		return nil, failed(file+".lock", err, LockHint)
	}
	return lock, nil
}

// A merger adds sets up.
type merger struct {
	into   string // the target of the result
	set    *Filter
	seed   Seed
	note   string
	begun  bool   // seed and note are known
	output Output // of the set that is replaced, if it is one of those that are read
}

// Merge writes a set with all keys of the sets in files, which must have the same seed and the
// same note, to the file name. That may be one of files; it then still describes its output.
// Merge uses memory bytes for keys, and a temporary file beyond them. If it fails, the file
// is unchanged.
func Merge(ctx context.Context, name string, files []string, memory int64) error {
	into, err := Target(name)
	if err != nil {
		return err
	}
	info, _ := os.Stat(into + disk.Temp) // nil if it is not there
	if stream.IndexOfInput(info, nil, files) >= 0 {
		return &stream.OutputError{Name: into + disk.Temp, Err: stream.ErrOverlap}
	}
	lock, err := Lock(name, into)
	if err != nil {
		return err
	}
	defer lock.Close()
	m := &merger{into: into, set: NewFilter(memory, false)}
	defer m.set.Close()
	for _, file := range files {
		if err := m.add(ctx, file); err != nil {
			return err
		}
	}
	w, err := Create(into, &m.seed, m.note)
	if err != nil {
		return err
	}
	err = m.set.Resolve(func(k Key) error {
		w.Add(k)
		return ctx.Err()
	})
	if err != nil {
		w.Abandon()
		return err
	}
	return w.Commit(m.output)
}

// add adds the keys of the set in a file.
func (m *merger) add(ctx context.Context, name string) error {
	file, err := Target(name)
	if err != nil {
		return err
	}
	r, err := Open(file)
	if err != nil {
		return err
	}
	defer r.Close()
	switch {
	case !m.begun:
		m.seed, m.note, m.begun = r.Seed, r.Note, true
	case m.note != r.Note:
		return failed(name, fmt.Errorf("it was made with %s, and the set before it with %s", r.Note, m.note), "")
	case m.seed != r.Seed:
		return failed(name, ErrOther, "")
	}
	o, err := r.Keys(func(k Key) error {
		if err := m.set.AddKey(k); err != nil {
			return err
		}
		return ctx.Err()
	})
	if file == m.into {
		m.output = o
	}
	return err
}
