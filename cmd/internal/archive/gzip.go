package archive

import "io"

// gzipMagic looks for ID1 and ID2 of RFC 1952, section 2.3.1. No text has these two bytes, in any
// encoding that contains ASCII.
func gzipMagic(head []byte) likelihood { return matches(head, "\x1f\x8b", 2) }

func (a *archive) openGzip() (io.Reader, error) {
	err := a.ungzip.Reset(a.src)
	a.ungzip.Multistream(false)
	return &a.ungzip, err
}
