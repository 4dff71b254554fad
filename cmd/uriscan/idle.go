package main

import "time"

// A coreWatch tells whether cores have too little to do, and then, whether it was of use
// to give them more.
type coreWatch struct {
	cores float64
	since time.Time
	used  time.Duration // by the process, by then
	alone float64       // cores that were used when they were given no more, or 0
	have  bool
	done  bool // it will not change any more
}

// watchFor is how long the cores are watched.
const watchFor = 100 * time.Millisecond

// watchCores starts to watch so many cores.
func watchCores(cores int) (haveTime func() bool) {
	used, known := cpuTime()
	w := &coreWatch{cores: float64(cores), since: time.Now(), used: used, done: !known}
	return func() bool {
		used, _ := cpuTime()
		return w.haveTime(time.Now(), used)
	}
}

// haveTime tells whether at least half of a core had nothing to do. If not even one had
// enough, either there is little to read, or other processes are in the way. These may
// turn up later: then there is no more to be given to the cores.
func (w *coreWatch) haveTime(now time.Time, used time.Duration) bool {
	took := now.Sub(w.since)
	if w.done || took < watchFor {
		return w.have
	}
	busy := float64(used-w.used) / float64(took)
	w.since, w.used = now, used
	switch {
	case w.alone == 0 && 1 <= busy && busy < w.cores-0.5:
		w.alone, w.have = busy, true
	case w.alone > 0 && busy < w.alone+0.4:
		w.have, w.done = false, true
	}
	return w.have
}
