package main

import (
	"bytes"
	"compress/bzip2"
	stdgzip "compress/gzip"
	"io"
	"testing"
)

// What is read of any bytes does not depend on how many come at a time, and is what the
// standard library makes of gzip and bzip2 data without a fault.
func FuzzUnpack(f *testing.F) {
	for _, in := range archives(firstLines + secondLines) {
		f.Add(in)
	}
	odd := packBzip2("h", 1)
	odd[len(odd)-1] |= 1 // after the last bit that counts
	f.Add(append(odd, '0'))
	f.Fuzz(func(t *testing.T, in []byte) {
		got := readPacked(in, len(in))
		if slowly := readPacked(in, 1); slowly != got {
			t.Errorf("byte by byte %+v, want %+v", slowly, got)
		}
		if want, ok := readStandard(in); ok && got != (reading{out: want}) {
			t.Errorf("of data without a fault %+v, want %q", got, want)
		}
	})
}

// maxReading is how much is read of what is compressed.
const maxReading = 1 << 20

// A reading is what was read, and what is wrong with that.
type reading struct{ out, err, trailing string }

// readPacked reads what in holds, of which so much comes at a time.
func readPacked(in []byte, step int) reading {
	u := unpack(&stepReader{in, step}, '\n')
	out, err := io.ReadAll(io.LimitReader(u, maxReading))
	return reading{string(out), said(err), said(u.trailing())}
}

// readStandard reads what in holds if that is gzip or bzip2 data without a fault.
func readStandard(in []byte) (out string, ok bool) {
	r := io.Reader(bzip2.NewReader(bytes.NewReader(in)))
	if z, err := stdgzip.NewReader(bytes.NewReader(in)); err == nil {
		r = z
	}
	all, err := io.ReadAll(io.LimitReader(r, maxReading))
	return string(all), err == nil && len(all) < maxReading && !hasReservedFlag(in)
}

// hasReservedFlag reports whether there is a header with a flag that must be zero,
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

func said(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
