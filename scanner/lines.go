package scanner

import (
	"bytes"
	"slices"
	"unsafe"

	"github.com/uriscan/uriscan/internal/kernel"
)

// A Line is one line of a block: where it is and what [Locate] returns for it. Its
// bytes are src[Start:End], without the line's end. Ref and Fault count from
// Start. A bad line has the zero Ref and its Fault.
//
// A Line holds no pointer. It has 56 bytes on 64-bit systems.
type Line struct {
	Start, End int
	Ref        Ref
	Fault      Fault
}

// batchLines is the most lines for which AppendLines grows dst at a time.
const batchLines = 512

// worthABatch is the length of a block from which a batch is faster than one call
// per line.
const worthABatch = 512

// worthAnother is worthABatch for what follows a line that is too long for a batch.
const worthAnother = 1 << 13

// AppendLines appends the lines of src that delim ends to dst, each with what
// [Locate] returns for it and the rule [URIReference]. It returns the extended
// slice and the number n of bytes in these lines and their ends. The rest, src[n:],
// is empty or the beginning of a line: call AppendLines again with the rest and more
// input after it. At the end of the input, a rest that is not empty is the last line:
// call Locate. Each call reads the rest again, so double the input for a line that
// does not end, or use a [Scanner].
//
// If delim is LF, one CR directly before it belongs to the line's end. Any other
// CR is a byte of the line, which no rule admits, even as the last byte of src[n:]
// at the end of the input. An empty line is the empty reference (4.2). A line
// longer than [MaxLen] has the fault TooLong, unless another fault comes first.
//
// AppendLines retains nothing of src. It allocates only to grow dst, as append
// does.
func AppendLines(dst []Line, src []byte, delim byte) (out []Line, n int) {
	for {
		lines, m := fillLines(dst[len(dst):cap(dst)], src[n:], delim, n)
		dst, n = dst[:len(dst)+lines], n+m
		if bytes.IndexByte(src[n:], delim) < 0 {
			return dst, n
		}
		dst = slices.Grow(dst, min(len(src)-n, batchLines))
	}
}

// fillLines writes the lines of src that delim ends to dst until dst is full or
// src has no more. It returns the number of lines, and of bytes in them. It adds
// base to Start and End.
func fillLines(dst []Line, src []byte, delim byte, base int) (lines, n int) {
	batches := len(src) >= worthABatch && kernel.TakesLines(delim)
	for lines < len(dst) {
		if batches && (n == 0 || len(src)-n >= worthAnother) {
			took, m := fillBatches(dst[lines:], src[n:], delim, base+n)
			if lines, n = lines+took, n+m; lines == len(dst) {
				break
			}
		}
		end, next := lineEnd(src, n, delim)
		if next == 0 {
			break
		}
		l := &dst[lines]
		l.Start, l.End = base+n, base+end
		l.Ref, l.Fault = locate(src[n:end], URIReference)
		lines++
		n = next
	}
	return lines, n
}

// fillBatches is fillLines for the lines that the kernels take.
func fillBatches(dst []Line, src []byte, delim byte, base int) (lines, n int) {
	var b kernel.Batch
	for {
		free := dst[lines:]
		// A Line and a kernel.Line have the same layout: else every test of lines fails.
		raw := unsafe.Slice((*kernel.Line)(unsafe.Pointer(unsafe.SliceData(free))), len(free))
		took, m := b.Lines(raw, src[n:], delim, base+n)
		if took == 0 {
			return lines, n
		}
		for _, i := range b.Unproven() {
			l := &free[i]
			l.Ref, l.Fault = locateSlow(src[l.Start-base:l.End-base], URIReference)
		}
		lines, n = lines+took, n+m
	}
}

// lineEnd returns the end of the line that begins at start and the beginning of
// the next, which is 0 if no delim ends the line.
func lineEnd(src []byte, start int, delim byte) (end, next int) {
	n := bytes.IndexByte(src[start:], delim)
	if n < 0 {
		return 0, 0
	}
	return start + lineLen(src[start:start+n], delim), start + n + 1
}

// lineLen returns the length of line, which a delim follows, without the CR of
// a CR LF.
func lineLen(line []byte, delim byte) int {
	if n := len(line); n > 0 && line[n-1] == '\r' && delim == '\n' {
		return n - 1
	}
	return len(line)
}
