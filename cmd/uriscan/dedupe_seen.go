package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"time"

	"github.com/uriscan/uriscan/cmd/internal/seen"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/internal/disk"
)

// A frontier is the set of --seen: what was seen in earlier runs and, from one
// checkpoint to the next, in this one.
//
// At a checkpoint the keys of all lines in the output are in the file of the set,
// and no others, and so are the length and the sum of the output if it is a file.
// Between two, the output grows alone. A run that ends there has printed lines that
// the next one prints again, after it has cut them off a file. The first checkpoint
// comes before anything is written: the set then says that a run writes the output.
type frontier struct {
	name    string // of the set, as it was given
	file    string // what the name leads to
	note    string // what lines are compared by
	seed    *seen.Seed
	every   int // a checkpoint comes after so many new lines; 0: when it is worth it
	lock    io.Closer
	first   *seen.Writer // writes the first checkpoint
	exists  bool         // the file is there
	partial bool         // the set did not fit into memory: it is saved at the end only
	known   seen.Output

	tracks bool        // the output is a file
	out    *summedFile // it, once it is open
	named  bool        // its name is safe, too, if it is new

	fresh int       // new lines since the last checkpoint
	last  time.Time // when that was
	cost  time.Duration
}

// lockHint says why a file that the user has not named is written.
const lockHint = ": a run with --seen locks it, so that no other uses the set"

// mismatch is the usage error for a set of another kind of lines.
type mismatch struct{ error }

// openFrontier locks the set and loads it into s, which has no set yet.
func (s *sieve) openFrontier() (err error) {
	f := &frontier{name: s.flags.seen, note: s.flags.note(), seed: &s.flags.seed, every: int(s.flags.checkpoint), tracks: isTracked(s.flags.output)}
	s.frontier = f
	if f.file, err = seen.Target(f.name); err != nil {
		return err
	}
	f.lock, err = disk.Current.Lock(f.file + ".lock")
	switch {
	case errors.Is(err, disk.ErrInUse):
		return &stream.OutputError{Name: f.name, Err: err}
	case err != nil:
		return &stream.OutputError{Name: f.file + ".lock", Err: fmt.Errorf("%w%s", stream.WithoutPath(err), lockHint)}
	}
	r, err := seen.Open(f.file)
	f.exists = err == nil
	if f.exists {
		defer r.Close()
		if r.Note != f.note {
			return mismatch{fmt.Errorf("%s was made with %s, not with %s", stream.OneLine(f.name), r.Note, f.note)}
		}
		*f.seed = r.Seed
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	// Find out whether it can be saved before lines are printed.
	if f.first, err = seen.Create(f.file, f.seed, f.note); err != nil || !f.exists {
		return err
	}
	f.known, err = r.Keys(func(k seen.Key) error {
		if err := s.set.AddKey(k); err != nil || !f.tracks {
			return err
		}
		return f.first.Add(k)
	})
	f.partial = s.set.Full()
	return err
}

// begin saves the first checkpoint. The output is open.
func (f *frontier) begin() error {
	o, err := f.state(true)
	if err != nil {
		return err
	}
	w := f.first
	f.first = nil
	return namedError(commit(w, o))
}

// close discards what begin has not saved, and unlocks the set.
func (f *frontier) close() {
	if f.first != nil {
		f.first.Abandon()
	}
	if f.lock != nil {
		f.lock.Close()
	}
}

// commit commits a set. An interrupt waits until it is done.
func commit(w *seen.Writer, o seen.Output) error {
	stream.FileWrite.Lock()
	defer stream.FileWrite.Unlock()
	return w.Commit(o)
}

// shortest is the least time between two checkpoints. The time between two is also at
// least share times what the last one took.
const (
	shortest = 10 * time.Second
	share    = 20
)

// due reports whether it is time for a checkpoint.
func (f *frontier) due() bool {
	switch {
	case f.partial || f.fresh == 0:
		return false
	case f.every > 0:
		return f.fresh >= f.every
	case f.last.IsZero():
		f.last = time.Now()
	}
	return time.Since(f.last) >= max(shortest, share*f.cost)
}

// checkpoint saves the set if it is time to. All new lines are written.
func (s *sieve) checkpoint() error {
	if s.frontier == nil || s.Unfinished() || !s.frontier.due() {
		return nil
	}
	began := time.Now()
	err := s.save(false, s.set.Keys)
	s.frontier.last, s.frontier.fresh = time.Now(), 0
	s.frontier.cost = time.Since(began)
	return err
}

// save saves the set of the keys that keys yields. If done, it prints what waits before
// it commits the set.
func (s *sieve) save(done bool, keys func(each func(seen.Key) error) error) error {
	f := s.frontier
	w, err := seen.Create(f.file, f.seed, f.note)
	if err != nil {
		return err
	}
	n := 0
	err = keys(func(k seen.Key) error {
		if n++; n%(1<<16) == 0 && s.ctx.Err() != nil {
			return s.ctx.Err()
		}
		return w.Add(k)
	})
	if err == nil && done {
		err = s.drainSet()
	}
	o := f.known
	if err == nil {
		o, err = f.state(!done)
	}
	if err != nil {
		w.Abandon()
		return err
	}
	return commit(w, o)
}

// finishFrontier prints what waits and saves the set, if anything is new.
func (s *sieve) finishFrontier() error {
	f := s.frontier
	if s.set.Waiting() || f.partial {
		return s.save(true, s.set.Resolve)
	}
	if f.exists && f.fresh == 0 && f.out == nil {
		return nil
	}
	return s.save(true, s.set.Keys)
}
