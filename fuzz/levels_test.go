package fuzz

import (
	"bytes"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/scanner"
)

// A hearing is a line and what Locate says of it, which the grammar has judged.
type hearing struct {
	in    []byte
	ref   scanner.Ref
	fault scanner.Fault
}

// replay compares what each level says of what the judges have heard, alone and as the
// lines of a block.
func replay(all []*judge) {
	defer kernel.Use(kernel.Use(kernel.Portable))
	for _, l := range kernel.Levels() {
		kernel.Use(l)
		for _, j := range all {
			for _, h := range j.heard {
				if ref, fault := scanner.Locate(h.in, j.rule); ref != h.ref || fault != h.fault {
					j.errorf("%v: Locate(%q, %s) = %+v %v, want %+v %v", l, h.in, j.name, ref, fault, h.ref, h.fault)
				}
			}
			if j.rule == scanner.URIReference {
				j.replayLines(l)
			}
		}
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
		if lines[i].Ref != h.ref || lines[i].Fault != h.fault {
			j.errorf("%v: AppendLines of %q = %+v %v, want %+v %v", l, h.in, lines[i].Ref, lines[i].Fault, h.ref, h.fault)
		}
	}
}
