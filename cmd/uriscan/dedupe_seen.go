package main

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/uriscan/uriscan/internal/disk"
	"github.com/uriscan/uriscan/normalize/seen"
)

// A frontier is the set of --seen: what was seen in earlier runs and, from one
// checkpoint to the next, in this one.
//
// At a checkpoint the keys of all lines in the output are in the file of the set,
// and no others, and so is how long the output is if it is a file. Between two, the
// output grows alone. A run that ends there has printed lines that the next one
// prints again, after it has cut them off a file.
type frontier struct {
	name    string
	note    string      // what lines are compared by
	every   int         // a checkpoint comes after so many new lines; 0: when it is worth it
	exists  bool        // the file is there
	saved   fs.FileInfo // of the set as this run knows it, nil if there was none
	partial bool        // the set did not fit into memory: it is saved at the end only
	was     outputState

	path      string    // of the output, "" if it is no file that could be cut
	out       disk.File // it
	continues bool      // it has lines of an earlier run
	named     bool      // its name is safe, too, if it is new

	fresh int       // new lines since the last checkpoint
	last  time.Time // when that was
	cost  time.Duration
}

// An outputState is what a saved set says of the output.
type outputState struct {
	path string // "": it was no file
	size int64
	end  uint32 // the CRC-32 of its last endSize bytes
	done bool   // the run came to its end
}

// endSize is how much of the end of an output is compared, to find out whether a
// file is the one that was written.
const endSize = 4096

func (o outputState) encode() []byte {
	return fmt.Appendf(nil, "%t %d %d %s", o.done, o.size, o.end, o.path)
}

func decodeState(text []byte) (o outputState, err error) {
	fields := strings.SplitN(string(text), " ", 4)
	if len(fields) == 4 {
		o.path = fields[3]
		_, err = fmt.Sscan(strings.Join(fields[:3], " "), &o.done, &o.size, &o.end)
		return o, err
	}
	return o, errors.New("it was not saved by uriscan dedupe")
}

// mismatch is the error of a set that is of another kind of lines: one of usage.
type mismatch struct{ error }

// load loads the set into s, which has none yet.
func (s *sieve) load() error {
	f := s.frontier
	f.saved = fileAt(f.name)
	r, err := seen.Open(f.name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	f.exists = true
	if r.Note() != f.note {
		r.Close()
		return mismatch{fmt.Errorf("%s was made with %s, not with %s", oneLine(f.name), r.Note(), f.note)}
	}
	s.flags.seed = r.Seed()
	state, err := r.Keys(s.set.AddKey)
	if err == nil {
		f.was, err = decodeState(state)
		if err != nil {
			err = &inputError{f.name, err}
		}
	}
	f.partial = s.set.Full()
	return err
}

// errRival is why a set is not saved: what the other run has printed would come
// again, and nobody would know.
var errRival = errors.New("another run has saved it meanwhile; what this one has printed comes again")

// fileAt returns what file has a name, nil if none has.
func fileAt(name string) fs.FileInfo {
	info, err := os.Stat(name)
	if err != nil {
		return nil
	}
	return info
}

// isRivalled tells whether the set is another one than this run knows.
func (f *frontier) isRivalled() bool {
	now, was := fileAt(f.name), f.saved
	if now == nil || was == nil {
		return now != was
	}
	return !os.SameFile(now, was) || now.Size() != was.Size() || !now.ModTime().Equal(was.ModTime())
}

// errShorter is why an output is not written to: what it had is in no other place.
var errShorter = errors.New("it is not what the unfinished run left here; another -o FILE starts anew")

// openOutput opens the output, cut back to the last checkpoint if that was of this
// file.
func (f *frontier) openOutput(path string, out io.Writer, in io.Reader, files []string) (*output, error) {
	if info, err := os.Stat(path); path == "" || path == "-" || err == nil && !info.Mode().IsRegular() {
		return openOutput(path, out, in, files)
	}
	file, err := disk.Current.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, &outputError{path, err}
	}
	if f.path, err = filepath.Abs(path); err == nil {
		err = f.cut(file, inputAt(statOf(file), in, append(files, f.name)) >= 0)
	}
	if err != nil {
		file.Close()
		return nil, &outputError{path, err}
	}
	f.out = file
	o := newOutput(file, path)
	o.file = file
	return o, nil
}

// cut cuts the output to what was there at the checkpoint, or to nothing if that
// was of another file.
func (f *frontier) cut(file disk.File, isInput bool) error {
	if isInput {
		return errOverlap
	}
	size := int64(0)
	if f.was.path == f.path {
		end, err := sumOfEnd(file, f.was.size)
		switch {
		case err != nil && !errors.Is(err, io.EOF):
			return err
		case err == nil && end == f.was.end:
			size = f.was.size
		case !f.was.done:
			return errShorter
		}
	}
	if err := file.Truncate(size); err != nil {
		return err
	}
	f.continues = size > 0
	_, err := file.Seek(size, io.SeekStart)
	return err
}

// sumOfEnd returns the sum of the last bytes before size, or io.EOF if there are fewer.
func sumOfEnd(file disk.File, size int64) (uint32, error) {
	p := make([]byte, min(size, endSize))
	if len(p) == 0 {
		return 0, nil
	}
	if _, err := file.ReadAt(p, size-int64(len(p))); err != nil {
		return 0, err
	}
	return crc32.ChecksumIEEE(p), nil
}

// state makes the output safe and says what it is.
func (f *frontier) state(done bool) (o outputState, err error) {
	o.done = done
	if f.out == nil {
		return o, nil
	}
	o.path = f.path
	err = f.out.Sync()
	if err == nil && !f.named {
		err = disk.Current.SyncDir(filepath.Dir(f.path))
	}
	if err != nil {
		return o, &outputError{f.path, err}
	}
	f.named = true
	if o.size, err = f.out.Seek(0, io.SeekCurrent); err == nil {
		o.end, err = sumOfEnd(f.out, o.size)
	}
	if err != nil {
		return o, &outputError{f.path, err}
	}
	return o, nil
}

// shortest is the least time between two checkpoints, and share the part of all
// time that they may take.
const (
	shortest = 10 * time.Second
	share    = 20
)

// due tells whether it is time for a checkpoint.
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
	if s.frontier == nil || s.inLine || !s.frontier.due() {
		return nil
	}
	began := time.Now()
	err := s.save(false, s.set.Keys)
	s.frontier.last, s.frontier.fresh = time.Now(), 0
	s.frontier.cost = time.Since(began)
	return err
}

// save saves the set that keys tells, after it has printed what there is to print.
func (s *sieve) save(done bool, keys func(each func(seen.Key) error) error) error {
	f := s.frontier
	w, err := seen.Create(f.name, &s.flags.seed, f.note)
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
	var state outputState
	if err == nil {
		state, err = f.state(done)
	}
	if err != nil {
		w.Abandon()
		return err
	}
	if f.isRivalled() { // no other run can save it as long as w does
		w.Abandon()
		return &outputError{f.name, errRival}
	}
	fileWrite.Lock()
	defer fileWrite.Unlock()
	err = w.Commit(state.encode())
	f.saved = fileAt(f.name)
	return err
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
