package main

import (
	"context"
	"runtime"
)

// confirm measures once more, alone and with twice the counts, what is slower or
// allocates, and acquits what does not fail again. Twice, because a machine busy
// just then must not acquit what is slow: with 10 counts a slowdown of 130 %
// was seen to pass for noise. What is missing is missing.
func (r *report) confirm(ctx context.Context, rec *recorder) error {
	suspects := map[[2]string]*verdict{}
	var names []string
	for _, v := range r.verdicts {
		if v.fault&(slower|allocates) != 0 {
			suspects[[2]string{v.pkg, v.name}] = v
			names = append(names, v.name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	rows, err := rec.record(ctx, rec.units, exactly(names, runtime.GOMAXPROCS(0)), 2*rec.count, "-again")
	if err != nil {
		return err
	}
	again, err := r.rules.judge(rows, r.rules.level(rows))
	if err != nil {
		return err
	}
	for _, v := range again {
		if first := suspects[[2]string{v.pkg, v.name}]; first != nil {
			first.confirmed(v)
		}
	}
	return nil
}

// confirmed keeps the faults that the rerun found, too; all, if that failed.
func (v *verdict) confirmed(again *verdict) {
	if !again.compared() {
		return
	}
	v.again = again
	v.fault &= missing | again.fault
}
