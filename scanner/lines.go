package scanner

import (
	"bytes"
	"slices"
	"unsafe"

	"github.com/uriscan/uriscan/internal/kernel"
)

// A Line is one line of a block: where it is and what [Locate] says of it. Its
// bytes are src[Start:End], without the line's end; Ref and Fault count from
// Start. A bad line has the zero Ref and its Fault.
//
// A Line holds no pointer, and the kernels know its layout: 56 bytes on 64-bit
// systems, in the order in which it stands here.
type Line struct {
	Start, End int
	Ref        Ref
	Fault      Fault
}

// batchLines is how many lines are worked on at a time where there are many.
const batchLines = 512

// worthABatch is the length of a block from which batches are faster than a call
// for each line.
const worthABatch = 512

// AppendLines appends to dst the lines of src that delim ends, each as [Locate]
// sees it by the rule [URIReference], and returns the extended slice and the
// number n of bytes that these lines take with their ends. What follows the
// last delim, src[n:], is the beginning of a line: put more behind it and call
// again, or at the end of the input call Locate.
//
// With the delimiter LF, one CR directly before it belongs to the line's end.
// Any other CR, also the last byte of src[n:] at the end of the input, is a
// byte of the line, which no rule admits. An empty line is the empty reference
// (4.2). A line longer than [MaxLen] is bad: TooLong, unless it is worse before.
//
// AppendLines retains nothing of src. It allocates only where the capacity of
// dst does not suffice, and then as append does.
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

// fillLines writes the lines of src that delim ends to dst until one of the two
// is used up, and returns how many they are and how many bytes they take. base
// is added to Start and End.
func fillLines(dst []Line, src []byte, delim byte, base int) (lines, n int) {
	if len(src) >= worthABatch && kernel.TakesLines(delim) {
		lines, n = fillBatches(dst, src, delim, base)
	}
	for lines < len(dst) {
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

// fillBatches is fillLines as far as the kernels go.
func fillBatches(dst []Line, src []byte, delim byte, base int) (lines, n int) {
	var b kernel.Batch
	for {
		free := dst[lines:]
		// A Line and a kernel.Line have the same memory; a test says so.
		raw := unsafe.Slice((*kernel.Line)(unsafe.Pointer(unsafe.SliceData(free))), len(free))
		took, m := b.Lines(raw, src[n:], delim, base+n)
		if took == 0 {
			return lines, n
		}
		for _, i := range b.Unproven() {
			start, end := b.Bounds(int(i))
			free[i].Ref, free[i].Fault = locateSlow(src[n+start:n+end], URIReference)
		}
		lines, n = lines+took, n+m
	}
}

// lineEnd returns the end of the line that begins at start and the beginning of
// the next, 0 if no delim ends the line.
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
