package fuzz

import (
	"bytes"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/scanner"
)

// A hearing is a line and what Locate says of it for each rule, which the grammar has
// judged.
type hearing struct {
	in     []byte
	refs   [len(rules)]scanner.Ref
	faults [len(rules)]scanner.Fault
}

// replay compares what each level says of what the judge has heard, alone and as the
// lines of a block.
func (j *judge) replay() {
	defer kernel.Use(kernel.Use(kernel.Portable))
	for _, l := range kernel.Levels() {
		kernel.Use(l)
		for _, h := range j.heard {
			for i, r := range rules {
				if ref, fault := scanner.Locate(h.in, r.rule); ref != h.refs[i] || fault != h.faults[i] {
					j.errorf("%v: Locate(%q, %s) = %+v %v, want %+v %v", l, h.in, r.name, ref, fault, h.refs[i], h.faults[i])
				}
			}
		}
		j.replayLines(l)
	}
}

// replayLines is replay for the lines of a block on level l, those that LF can end.
func (j *judge) replayLines(l kernel.Level) {
	var src []byte
	var want []hearing
	for _, h := range j.heard {
		if bytes.IndexByte(h.in, '\n') < 0 && !bytes.HasSuffix(h.in, []byte("\r")) {
			src = append(append(src, h.in...), '\n')
			want = append(want, h)
		}
	}
	lines, n := scanner.AppendLines(nil, src, '\n')
	if len(lines) != len(want) || n != len(src) {
		j.errorf("%v: AppendLines finds %d lines in %d bytes, want %d in %d", l, len(lines), n, len(want), len(src))
		return
	}
	for i, h := range want {
		if lines[i].Ref != h.refs[reference] || lines[i].Fault != h.faults[reference] {
			j.errorf("%v: AppendLines of %q = %+v %v, want %+v %v", l, h.in, lines[i].Ref, lines[i].Fault, h.refs[reference], h.faults[reference])
		}
	}
}
