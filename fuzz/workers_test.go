package fuzz

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
)

// share calls work for each number below n, on all cores, each with a judge of its own.
func share(t *testing.T, n int, work func(j *judge, i int)) {
	var wg sync.WaitGroup
	var next atomic.Int64
	for range runtime.GOMAXPROCS(0) {
		j := newJudge(t)
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				work(j, i)
			}
		})
	}
	wg.Wait()
}
