package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
)

// A unit is what one process runs of one side in one count: those of a benchmark
// function that match a pattern. Sides change after each, so that what
// the machine does besides meets both.
type unit struct {
	pkg, function string
	pattern       string     // of the benchmarks, as go test -bench takes it
	binaries      [2]*binary // nil where the side lacks it
	noted         bool       // that it fails in the base
}

// A recorder has the binaries of both sides and runs them.
type recorder struct {
	*options
	scratch string
	stderr  io.Writer
	trees   []*checkout
	units   []*unit
	same    int  // packages of which both sides have the same binary, not run
	alone   bool // the base cannot be built: there is nothing to compare with
	notes   []string
}

// prepare checks out and builds both sides and finds what there is to run.
func (r *recorder) prepare(ctx context.Context) error {
	var built [2]map[string]*binary
	for s, rev := range [2]string{r.base, r.head} {
		tree, err := checkOut(ctx, rev, filepath.Join(r.scratch, sides[s]+"-tree"))
		if err != nil {
			return err
		}
		r.trees = append(r.trees, tree)
		exists, err := tree.exists()
		if err != nil {
			return err
		}
		if !exists {
			r.note("%s, %s, has no module here", sides[s], tree.title)
			continue
		}
		fmt.Fprintf(r.stderr, "guard: building %s, %s\n", sides[s], tree.title)
		if built[s], err = build(ctx, tree.module, filepath.Join(r.scratch, sides[s])); err != nil {
			err = fmt.Errorf("%s, %s: %w", sides[s], tree.title, err)
			if s != base || ctx.Err() != nil {
				return err
			}
			r.alone = true
			r.note("%v", err)
		}
	}
	if !r.alone {
		r.plan(built)
	}
	return nil
}

// close takes the checkouts out of the repository again. They stay until then:
// a benchmark may read files beside it.
func (r *recorder) close() error {
	var errs []error
	for _, tree := range r.trees {
		errs = append(errs, tree.remove())
	}
	return errors.Join(errs...)
}

func (r *recorder) note(format string, args ...any) {
	r.notes = append(r.notes, fmt.Sprintf(format, args...))
}

// plan makes the units, package by package.
func (r *recorder) plan(built [2]map[string]*binary) {
	pkgs := slices.AppendSeq(slices.Collect(maps.Keys(built[base])), maps.Keys(built[head]))
	slices.Sort(pkgs)
	for _, pkg := range slices.Compact(pkgs) {
		b, h := built[base][pkg], built[head][pkg]
		if b != nil && h != nil && b.digest == h.digest && !r.identical {
			r.same++
			r.note("%s: the binaries of both sides are the same, not run", pkg)
			continue
		}
		r.planPackage(pkg, b, h)
	}
}

func (r *recorder) planPackage(pkg string, b, h *binary) {
	units := map[string]*unit{}
	for s, bin := range [2]*binary{base: b, head: h} {
		if bin == nil {
			continue
		}
		for _, function := range bin.benchmarks {
			if units[function] == nil {
				units[function] = &unit{pkg: pkg, function: function, pattern: r.bench}
				r.units = append(r.units, units[function])
			}
			units[function].binaries[s] = bin
		}
	}
}
