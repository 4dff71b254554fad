package seen

import (
	"errors"
	"runtime"
	"sync"
)

// A Set is a set of keys in a memory of bounded size. It is safe for concurrent
// use. Once made, its methods do not allocate, but for those that use files.
type Set struct {
	seed   Seed
	mu     sync.RWMutex
	memory *memory
	table  *table
}

// ErrFull is what Add returns for a key that is not in a set that has no room.
var ErrFull = errors.New("seen: the set is full")

// New makes an empty set with a new seed that takes memory bytes at most, and no
// more than its keys need: 20 bytes for each, or 40 after it has grown.
func New(memory int64) *Set { return newSet(NewSeed(), memory) }

func newSet(seed Seed, size int64) *Set {
	s := &Set{seed: seed, memory: new(memory)}
	s.memory.with(min(max(size, leastMemory), mostMemory), func(size int64) {
		s.table = newTable(s.memory, size, false)
	})
	// The deferred calls of all methods keep a set alive until they are done.
	runtime.AddCleanup(s, (*memory).release, s.memory)
	return s
}

// Seed returns the seed for the keys of the set, which is not to be changed.
func (s *Set) Seed() *Seed { return &s.seed }

// Add adds a key, and tells whether it is new.
func (s *Set) Add(k Key) (first bool, err error) {
	k = entered(k)
	s.mu.Lock()
	defer s.mu.Unlock()
	i, found := s.table.find(k)
	if found {
		return false, nil
	}
	if _, ok := s.table.enter(i, k); !ok {
		return false, ErrFull
	}
	return true, nil
}

// Has tells whether a key was added.
func (s *Set) Has(k Key) bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	_, found := s.table.find(entered(k))
	return found
}

// Len returns how many keys were added.
func (s *Set) Len() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.table.used
}

// Save saves the set to a file, as [Create] and [Writer.Commit] do.
func (s *Set) Save(name, note string) error {
	w, err := Create(name, &s.seed, note)
	if err != nil {
		return err
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	if err := s.table.all(func(_ int, k Key) error { return w.Add(k) }); err != nil {
		w.Abandon()
		return err
	}
	return w.Commit(nil)
}

// Load makes a set of a saved one, with its seed, and returns the note, too. The
// error is a *FileError, or ErrFull if memory is too little.
func Load(name string, memory int64) (s *Set, note string, err error) {
	r, err := Open(name)
	if err != nil {
		return nil, "", err
	}
	s = newSet(r.Seed(), memory)
	_, err = r.Keys(func(k Key) error {
		_, err := s.Add(k)
		return err
	})
	if err != nil {
		return nil, "", err
	}
	return s, r.Note(), nil
}
