package scanner

import (
	"bytes"
	"slices"

	"github.com/uriscan/uriscan/internal/kernel"
)

// Columns are the lines that [AppendLines] finds, in columns: for who reads one
// offset of many lines, or hands them on as arrays. Line i begins at Start[i],
// and the words of its [Ref] are W0[i] to W3[i], two offsets in each, the first
// in the low half:
//
//	W0 scheme end, host start    W1 host end, path start
//	W2 path end, query end       W3 end, kinds
//
// As in a Ref they count from the line's beginning; the kinds are the [HostKind]
// in bits 32 to 34 and the [PathKind] in bits 35 to 37. Bits 38 and 39 are for
// package normalize: while neither is set, the reference is already normal by all
// that its Scheme asks. The words of a bad line are 0, and Bad says what is wrong
// with it. Those of an empty line, which is valid, are 0 as well.
//
// All memory is the caller's, who may set slices of any capacity and read,
// truncate and replace them between calls. The columns must have one length, and
// Bad no line beyond it.
// The zero Columns is empty and ready.
type Columns struct {
	Start, W0, W1, W2, W3 []uint64
	Bad                   []BadLine // in the order of Line

	// Base is added to the offsets of the next [Columns.Append] to make Start:
	// the number of bytes that the calls since Reset have consumed. Who appends
	// the blocks of a stream one after the other, whatever buffer they lie in,
	// so has positions in the stream. For positions in src set it to 0 before
	// each call.
	Base uint64
}

// A BadLine is a bad line of [Columns].
type BadLine struct {
	Line  int    // its index
	End   uint64 // where it ends, counted as Start is
	Fault Fault  // as in a [Line], counted from the line's beginning
}

// Len returns the number of lines. It does not allocate.
func (c *Columns) Len() int { return len(c.Start) }

// Reset removes all lines, keeps the memory and sets Base to 0. It does not
// allocate.
func (c *Columns) Reset() {
	*c = Columns{Start: c.Start[:0], W0: c.W0[:0], W1: c.W1[:0], W2: c.W2[:0], W3: c.W3[:0], Bad: c.Bad[:0]}
}

// Line returns line i, its Start and End counted as in the columns. On 32-bit
// systems they are right below 2 GiB only. It takes the time of a search in Bad
// if the words of the line are 0. It does not allocate.
func (c *Columns) Line(i int) Line {
	l := Line{Start: int(c.Start[i]), Ref: Ref{c.W0[i], c.W1[i], c.W2[i], c.W3[i]}}
	l.End = l.Start + l.Ref.Len()
	if l.Ref == (Ref{}) {
		if j, bad := slices.BinarySearchFunc(c.Bad, i, func(b BadLine, i int) int { return b.Line - i }); bad {
			l.End, l.Fault = int(c.Bad[j].End), c.Bad[j].Fault
		}
	}
	return l
}

// Append is [AppendLines] into columns: it appends the lines of src that delim
// ends and returns how many bytes they take, which it adds to Base. It retains
// nothing of src, and allocates only where the capacity of a slice does not
// suffice, and then as append does.
func (c *Columns) Append(src []byte, delim byte) (n int) {
	for {
		n += c.fill(src[n:], delim)
		if bytes.IndexByte(src[n:], delim) < 0 {
			return n
		}
		c.grow(min(len(src)-n, batchLines))
	}
}

// fill appends the lines of src that delim ends until src or the capacity of a
// column is used up, and returns how many bytes they take.
func (c *Columns) fill(src []byte, delim byte) (n int) {
	i, most := len(c.Start), min(cap(c.Start), cap(c.W0), cap(c.W1), cap(c.W2), cap(c.W3))
	c.setLen(most)
	base, start, w0, w1, w2, w3 := c.Base, c.Start, c.W0, c.W1, c.W2, c.W3
	if len(src) >= worthABatch && kernel.TakesLines(delim) {
		i, n = c.fillBatches(i, src, delim)
	}
	for ; i < most; i++ {
		end, next := lineEnd(src, n, delim)
		if next == 0 {
			break
		}
		ref, fault := locate(src[n:end], URIReference)
		start[i], w0[i], w1[i], w2[i], w3[i] = base+uint64(n), ref.w0, ref.w1, ref.w2, ref.w3
		if fault != (Fault{}) {
			c.Bad = append(c.Bad, BadLine{i, base + uint64(end), fault})
		}
		n = next
	}
	c.setLen(i)
	c.Base += uint64(n)
	return n
}

// fillBatches writes the lines of src from line i on as far as the kernels go,
// and returns the line after them and how many bytes they take.
func (c *Columns) fillBatches(i int, src []byte, delim byte) (next, n int) {
	var b kernel.Batch
	for i < len(c.Start) {
		columns := [5]*uint64{&c.Start[i], &c.W0[i], &c.W1[i], &c.W2[i], &c.W3[i]}
		took, m := b.Columns(&columns, len(c.Start)-i, src[n:], delim, int(c.Base)+n)
		if took == 0 {
			break
		}
		for _, j := range b.Unproven() {
			start, end := b.Bounds(int(j))
			c.set(i+int(j), n+end, src[n+start:n+end])
		}
		i, n = i+took, n+m
	}
	return i, n
}

// set writes the answer for line i, which ends at end.
func (c *Columns) set(i, end int, line []byte) {
	ref, fault := locateSlow(line, URIReference)
	c.W0[i], c.W1[i], c.W2[i], c.W3[i] = ref.w0, ref.w1, ref.w2, ref.w3
	if fault != (Fault{}) {
		c.Bad = append(c.Bad, BadLine{i, c.Base + uint64(end), fault})
	}
}

// setLen gives each column length n.
func (c *Columns) setLen(n int) {
	c.Start, c.W0, c.W1, c.W2, c.W3 = c.Start[:n], c.W0[:n], c.W1[:n], c.W2[:n], c.W3[:n]
}

// grow makes room for n more lines in each column.
func (c *Columns) grow(n int) {
	c.Start, c.W0, c.W1, c.W2, c.W3 = slices.Grow(c.Start, n), slices.Grow(c.W0, n), slices.Grow(c.W1, n), slices.Grow(c.W2, n), slices.Grow(c.W3, n)
}
