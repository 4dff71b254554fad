package main

import (
	"bytes"
	stdgzip "compress/gzip"
	"io"
	"testing"
)

// What is read of any bytes is the same from one core and from several, and
// what the standard library makes of gzip data that has no fault.
func FuzzUnpack(f *testing.F) {
	for _, in := range archives(firstLines + secondLines) {
		f.Add(in)
	}
	members, _ := manyMembers(20)
	f.Add(bytes.Join(members, nil))
	odd := packBzip2("h", 1)
	odd[len(odd)-1] |= 1 // behind the last bit that counts
	f.Add(append(odd, '0'))
	f.Add(packBlocks(mixedLines(7, 100)))
	withSmallSizes(f)
	withShortStages(f)
	stagedSizes.block, stagedSizes.buffer = 128<<10, 256<<10 // for blocks may be that long
	f.Fuzz(func(t *testing.T, in []byte) {
		got, trailing, err := readPacked(in, 1)
		beside, trailingBeside, errBeside := readPacked(in, maxSpans)
		if !bytes.Equal(got, beside) || said(err) != said(errBeside) || said(trailing) != said(trailingBeside) {
			t.Errorf("from several cores %q, %v, %v, want %q, %v, %v", beside, errBeside, trailingBeside, got, err, trailing)
		}
		r, stdErr := stdgzip.NewReader(bytes.NewReader(in))
		if stdErr != nil || hasReservedFlag(in) {
			return
		}
		want, stdErr := io.ReadAll(io.LimitReader(r, 1<<20))
		if stdErr == nil && len(want) < 1<<20 && (!bytes.Equal(got, want) || err != nil || trailing != nil) {
			t.Errorf("of gzip data without a fault %q, %v, %v, want %q", got, err, trailing, want)
		}
	})
}

// hasReservedFlag tells whether there is a header with a flag that must be zero,
// which the standard library does not look at (RFC 1952, section 2.3.1.2).
func hasReservedFlag(in []byte) bool {
	for {
		i := bytes.Index(in, []byte("\x1f\x8b\x08"))
		if i < 0 || i+3 >= len(in) {
			return false
		}
		if in = in[i+3:]; in[0]>>5 != 0 {
			return true
		}
	}
}

// readPacked reads up to a MiB of what in holds, and what is wrong with it.
func readPacked(in []byte, cores int) (out []byte, trailing, err error) {
	u := unpackFile(in, cores)
	defer u.close()
	out, err = io.ReadAll(io.LimitReader(u, 1<<20))
	return out, u.trailing(), err
}

func said(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
