package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"time"

	"github.com/uriscan/uriscan/bench/internal/tool"
	"github.com/uriscan/uriscan/internal/kernel"
)

// A record is what was measured, and where.
type record struct {
	Where  string                 // processor, Go, date
	Passes int                    //
	Levels []string               // the kernels of the machine
	Times  map[string][][]float64 // of each panel and level, ns for a line at each x
}

// atLeast is how long the calls of a point last in a pass.
const atLeast = 3 * time.Microsecond

// newRecord returns a record of no measurement yet.
func newRecord(all []*panel) *record {
	r := &record{Times: map[string][][]float64{}}
	for _, l := range kernel.Levels() {
		r.Levels = append(r.Levels, l.String())
	}
	for _, p := range all {
		for range r.Levels {
			r.Times[p.name()] = append(r.Times[p.name()], unmeasured(len(p.xs)))
		}
	}
	return r
}

// measure adds passes, until ctx ends.
func (r *record) measure(ctx context.Context, all []*panel, passes int) error {
	for pass := range passes {
		fmt.Fprintf(os.Stderr, "cliffs: pass %d of %d\n", pass+1, passes)
		r.each(ctx, all, (*panel).pass)
	}
	for range again {
		r.each(ctx, all, (*panel).doubt)
	}
	r.Passes += passes
	r.Where = tool.Where()
	return ctx.Err()
}

// each does something with every panel on every kernel, until ctx ends.
func (r *record) each(ctx context.Context, all []*panel, do func(p *panel, best []float64)) {
	for _, p := range all {
		if ctx.Err() != nil {
			return
		}
		for i, l := range kernel.Levels() {
			before := kernel.Use(l)
			do(p, r.Times[p.name()][i])
			kernel.Use(before)
		}
	}
}

func unmeasured(n int) []float64 {
	all := make([]float64, n)
	for i := range all {
		all[i] = math.Inf(1)
	}
	return all
}

// pass measures every point once and keeps what is less than before. The order
// is another each time: some machines change their speed for milliseconds, and
// what lies side by side in a chart should not share that.
func (p *panel) pass(best []float64) {
	for _, i := range rand.Perm(len(p.xs)) {
		p.point(i, best)
	}
}

func (p *panel) point(i int, best []float64) {
	call := p.prepare(p.xs[i])
	call()
	best[i] = min(best[i], nanoseconds(call)/float64(p.lines(p.xs[i])))
}

// samples is how often a point is timed in a row, of which the least counts.
const samples = 4

// nanoseconds returns what a call takes, of as many as last long enough to be
// measured.
func nanoseconds(call func()) float64 {
	n, least := 1, math.Inf(1)
	for taken := 0; taken < samples; {
		start := time.Now()
		for range n {
			call()
		}
		took := time.Since(start)
		if took < atLeast {
			n *= 2
			continue
		}
		least = min(least, float64(took.Nanoseconds())/float64(n))
		taken++
	}
	return least
}

// again is how often what sticks out is measured again, and suspicious how far:
// what the machine did in that moment is gone by then.
const (
	again      = 20
	suspicious = 1.15
)

// doubt measures again what sticks out and may not have to.
func (p *panel) doubt(best []float64) {
	for i := range best {
		if sticksOut(best, i, suspicious) {
			p.point(i, best)
		}
	}
}

// load reads a record that save has written.
func load(path string) (*record, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	r := new(record)
	if err := json.Unmarshal(text, r); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return r, nil
}

func (r *record) save(path string) error {
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o666)
}

// check refuses a record of other kernels than the machine's and other panels
// than these.
func (r *record) check(all []*panel) error {
	if want := newRecord(nil).Levels; !slices.Equal(r.Levels, want) {
		return fmt.Errorf("the kernels are %v, those of this machine %v", r.Levels, want)
	}
	for _, p := range all {
		times := r.Times[p.name()]
		if len(times) != len(r.Levels) {
			return fmt.Errorf("%q was measured on %d of %d kernels", p.name(), len(times), len(r.Levels))
		}
		for _, t := range times {
			if len(t) != len(p.xs) {
				return fmt.Errorf("%q was measured at %d points, want %d", p.name(), len(t), len(p.xs))
			}
		}
	}
	return nil
}
