package main

import (
	"io"

	"github.com/klauspost/compress/gzip"
)

// gzipMagic is that of RFC 1952, section 2.3.1. No text has these two bytes,
// in any encoding that has ASCII.
func gzipMagic(head []byte) likelihood { return matches(head, "\x1f\x8b", 2) }

func (a *archive) openGzip() (io.Reader, error) {
	if a.gunzip == nil {
		a.gunzip = new(gzip.Reader)
	}
	if err := a.gunzip.Reset(a.src); err != nil {
		return nil, err
	}
	a.gunzip.Multistream(false)
	return a.gunzip, nil
}
