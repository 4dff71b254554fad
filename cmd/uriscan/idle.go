package main

import "time"

// A coreWatch tells whether cores have too little to do, and then, whether it was of use
// to give them more.
type coreWatch struct {
	cores  float64
	since  time.Time
	used   time.Duration // by the process, by then
	alone  float64       // cores that were used when they were given no more, or 0
	have   bool
	wasted bool          // more was of no use the last time
	pause  time.Duration // how long it is before they are given more again
	resume time.Time
	silent bool // the system does not tell
}

const (
	// watchFor is how long the cores are watched.
	watchFor = 100 * time.Millisecond
	// firstPause is how long they are left alone when giving them more was of no use; every
	// time after that it is twice as long, up to maxPause.
	firstPause = 500 * time.Millisecond
	maxPause   = 4 * time.Second
)

// watchCores starts to watch so many cores.
func watchCores(cores int) (haveTime func() bool) {
	used, known := cpuTime()
	w := &coreWatch{cores: float64(cores), since: time.Now(), used: used, pause: firstPause, silent: !known}
	return func() bool {
		used, _ := cpuTime()
		return w.haveTime(time.Now(), used)
	}
}

// haveTime tells whether at least half of a core had nothing to do. If not even one had
// enough, either there is little to read, or other processes are in the way. These may
// turn up later: if more was of no use twice in a row, there is no more to be given to the
// cores for a while.
func (w *coreWatch) haveTime(now time.Time, used time.Duration) bool {
	took := now.Sub(w.since)
	if w.silent || took < watchFor {
		return w.have
	}
	busy := float64(used-w.used) / float64(took)
	w.since, w.used = now, used
	switch {
	case now.Before(w.resume):
	case w.alone == 0 && 1 <= busy && busy < w.cores-0.5:
		w.alone, w.have = busy, true
	case w.alone == 0:
	case busy >= w.alone+min(0.4, (w.cores-w.alone)/2):
		w.wasted = false
	case !w.wasted:
		w.wasted = true
	default:
		w.alone, w.have, w.wasted, w.resume = 0, false, false, now.Add(w.pause)
		w.pause = min(2*w.pause, maxPause)
	}
	return w.have
}
