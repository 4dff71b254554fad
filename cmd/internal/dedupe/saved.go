package dedupe

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"time"

	"github.com/uriscan/uriscan/cmd/internal/seen"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/internal/disk"
)

// A savedSet is the file of the set that Options.Seen names: it has the keys of earlier runs
// and, from one checkpoint to the next, those of this run.
//
// At a checkpoint the file has the keys of all lines in the output and no others, and the
// length and the sum of the output if that is a file. Between checkpoints only the output
// grows. If a run ends there, the next run prints the lines after the checkpoint again; if
// the output is a file, it cuts them off first. The first checkpoint is before anything is
// written: the set then says that a run is writing the output.
type savedSet struct {
	*Options
	file    string // what Seen leads to
	seed    *seen.Seed
	lock    io.Closer
	first   *seen.Writer // writes the first checkpoint
	exists  bool         // the file is there
	partial bool         // the set did not fit into memory: it is saved at the end only
	known   seen.Output  // the output of the last run

	tracks bool        // the output is a file
	out    *summedFile // the output, once it is open
	synced bool        // the folder of the output was synced, too

	fresh int           // new lines since the last checkpoint
	last  time.Time     // of the last checkpoint
	cost  time.Duration // of the last checkpoint
}

// openSaved locks the saved set and loads it into the set of d, which is empty. It replaces
// seed, the seed of a new set, by that of the saved one. No file that is read may be the one
// to which the set is written before it replaces the old one. An error that is not an
// OutputError is one of usage: the set was made with other options.
func (d *deduper) openSaved(seed *seen.Seed, inputs []string) (err error) {
	o := d.options
	s := &savedSet{Options: o, seed: seed, tracks: isTracked(o.Output)}
	d.saved = s
	if s.file, err = seen.Target(s.Seen); err != nil {
		return err
	}
	if s.lock, err = seen.Lock(s.Seen, s.file); err != nil {
		return err
	}
	temp := s.file + disk.Temp
	info, _ := os.Stat(temp) // nil if it is not there
	if stream.IndexOfInput(info, d.Std.In, append([]string{"-"}, d.Kept(inputs)...)) >= 0 {
		return &stream.OutputError{Name: temp, Err: stream.ErrOverlap}
	}
	if s.SeedOf != "" {
		if err := s.takeSeed(); err != nil {
			return err
		}
	}
	r, err := seen.Open(s.file)
	s.exists = err == nil
	if s.exists {
		defer r.Close()
		if r.Note != s.note() {
			return fmt.Errorf("%s was made with %s, not with %s", stream.OneLine(s.Seen), r.Note, s.note())
		}
		if s.SeedOf != "" && *seed != r.Seed {
			return fmt.Errorf("%s has another seed than %s", stream.OneLine(s.Seen), stream.OneLine(s.SeedOf))
		}
		*seed = r.Seed
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	// Find out whether it can be saved before lines are printed.
	if s.first, err = seen.Create(s.file, seed, s.note()); err != nil || !s.exists {
		return err
	}
	s.known, err = r.Keys(d.untilSignal(func(k seen.Key) error {
		if s.tracks {
			s.first.Add(k)
		}
		return d.set.AddKey(k)
	}))
	s.partial = d.set.Full()
	return err
}

// untilSignal returns a function that calls add until the context is canceled.
func (d *deduper) untilSignal(add func(seen.Key) error) func(seen.Key) error {
	n := 0
	return func(k seen.Key) error {
		if n++; n%(1<<16) == 0 && d.ctx.Err() != nil {
			return d.ctx.Err()
		}
		return add(k)
	}
}

// files returns the files of the set: no output may be one of them.
func (s *savedSet) files() []string { return []string{s.file, s.file + ".lock", s.file + disk.Temp} }

// present returns those of files that are there.
func (s *savedSet) present() []string {
	return slices.DeleteFunc(s.files(), func(name string) bool {
		_, err := os.Stat(name)
		return err != nil
	})
}

// takeSeed replaces the seed of a new set by that of the set that SeedOf names.
func (s *savedSet) takeSeed() error {
	file, err := seen.Target(s.SeedOf)
	if err != nil {
		return err
	}
	r, err := seen.Open(file)
	if err != nil {
		return err
	}
	defer r.Close()
	if r.Note != s.note() {
		return fmt.Errorf("%s was made with %s, not with %s", stream.OneLine(s.SeedOf), r.Note, s.note())
	}
	*s.seed = r.Seed
	return nil
}

// begin saves the first checkpoint. The output is open.
func (s *savedSet) begin() error {
	o, err := s.state(true)
	if err == nil {
		w := s.first
		s.first = nil
		err = w.Commit(o)
	}
	return err
}

// close discards what begin has not saved, and unlocks the set.
func (s *savedSet) close() {
	if s.first != nil {
		s.first.Abandon()
	}
	if s.lock != nil {
		s.lock.Close()
	}
}

// Between two checkpoints are at least minPause, and pauseFactor times as long as the last
// one took.
const (
	minPause    = 10 * time.Second
	pauseFactor = 20
)

// due reports whether it is time for a checkpoint.
func (s *savedSet) due() bool {
	switch {
	case s.partial || s.fresh == 0:
		return false
	case s.Checkpoint > 0:
		return s.fresh >= s.Checkpoint
	case s.last.IsZero():
		s.last = time.Now()
	}
	return time.Since(s.last) >= max(minPause, pauseFactor*s.cost)
}

// checkpoint saves the set if a checkpoint is due. Call it when all new lines are written.
func (d *deduper) checkpoint() error {
	s := d.saved
	if s == nil || d.Unfinished() || !s.due() {
		return nil
	}
	began := time.Now()
	err := d.save(false)
	s.last, s.fresh, s.cost = time.Now(), 0, time.Since(began)
	return err
}

// save saves all keys. If done, it prints the lines that waited before it commits the set.
func (d *deduper) save(done bool) error {
	s := d.saved
	w, err := seen.Create(s.file, s.seed, s.note())
	if err != nil {
		return err
	}
	keys := d.set.Keys
	if done {
		keys = d.set.Resolve
	}
	err = keys(d.untilSignal(func(k seen.Key) error {
		w.Add(k)
		return nil
	}))
	if err == nil && done {
		err = d.printWaiting()
	}
	o := s.known
	if err == nil {
		o, err = s.state(!done)
	}
	if err != nil {
		w.Abandon()
		return err
	}
	return w.Commit(o)
}

// isSame reports whether the file has the set, and knows its output.
func (s *savedSet) isSame() bool { return s.exists && !s.partial && s.fresh == 0 && s.out == nil }
