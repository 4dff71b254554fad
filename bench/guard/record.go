package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// record runs the units, once a side in turn for each count from begin to end, and
// reads the results, those before begin included, which are kept in the files base
// and head, the suffix added.
func (r *recorder) record(ctx context.Context, units []*unit, begin, end int, suffix string) ([]*row, error) {
	folder := r.scratch
	if r.keep != "" {
		folder = r.keep
		if err := os.MkdirAll(folder, 0o777); err != nil {
			return nil, err
		}
	}
	flag := os.O_WRONLY | os.O_CREATE | os.O_APPEND
	if begin == 0 {
		flag |= os.O_TRUNC
	}
	var files [2]*os.File
	var paths [2]string
	for s := range files {
		paths[s] = filepath.Join(folder, sides[s]+suffix+".txt")
		var err error
		if files[s], err = os.OpenFile(paths[s], flag, 0o666); err != nil {
			return nil, err
		}
		defer files[s].Close()
	}
	for n := begin; n < end; n++ {
		fmt.Fprintf(r.stderr, "guard: count %d of %d%s\n", n+1, end, suffix)
		var err error
		if units, err = r.round(ctx, units, n, files); err != nil {
			return nil, err
		}
	}
	return readResults(paths)
}

// round runs every unit once a side, and returns those that have benchmarks
// which match. Who goes first changes from unit to unit and count to count. To
// take the fastest of several short runs for a count was tried on a machine four
// times overcommitted: medians came nearer to the truth, but the counts fell in
// two groups, and the test found no more.
func (r *recorder) round(ctx context.Context, units []*unit, n int, files [2]*os.File) ([]*unit, error) {
	var matching []*unit
	for i, u := range units {
		matches := false
		for turn := range 2 {
			s := (n + i + turn) % 2
			out, err := r.run(ctx, u, s)
			if err != nil {
				return nil, err
			}
			matches = matches || strings.Contains("\n"+out, "\nBenchmark")
			if _, err := io.WriteString(files[s], out+"\n"); err != nil {
				return nil, err
			}
		}
		if matches {
			matching = append(matching, u)
		}
	}
	return matching, nil
}

// run runs a unit of a side. Where the base fails there is nothing to compare
// the head with, which is worth a note; where the head fails there is nothing
// to judge.
func (r *recorder) run(ctx context.Context, u *unit, s int) (string, error) {
	b := u.binaries[s]
	if b == nil {
		return "", nil
	}
	out, err := output(ctx, b.dir, os.Environ(), b.path, "-test.run=^$", "-test.benchmem", "-test.timeout=10m",
		"-test.benchtime="+r.benchtime, "-test.skip="+b.except(u.function), "-test.bench="+u.pattern)
	if err == nil {
		return out, nil
	}
	err = fmt.Errorf("%s, %s of %s: %w", sides[s], u.function, u.pkg, err)
	if s != base || ctx.Err() != nil {
		return "", err
	}
	if !u.noted {
		r.note("%v", err)
		u.noted = true
	}
	return out, nil
}

// except is the pattern of all functions but one: what is asked for is free to
// match several, and go test has no "and".
func (b *binary) except(function string) string {
	var others []string
	for _, f := range b.benchmarks {
		if f != function {
			others = append(others, "^"+f+"$")
		}
	}
	return strings.Join(others, "|")
}

// exactly is the pattern that go test -bench takes for the benchmark of the name
// and no other, a sub-benchmark by the elements of its name. Procs is what its
// suffix says of the processors.
func exactly(name string, procs int) string {
	if procs != 1 {
		name = strings.TrimSuffix(name, "-"+strconv.Itoa(procs))
	}
	elements := strings.Split("Benchmark"+name, "/")
	for i, e := range elements {
		elements[i] = "^" + regexp.QuoteMeta(e) + "$"
	}
	return strings.Join(elements, "/")
}
