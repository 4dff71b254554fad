package stream

import "io"

// A Sticky reader gives an error again that it gave once.
type Sticky struct {
	R   io.Reader
	Err error
	N   int64 // how many bytes were read
}

func (s *Sticky) Read(p []byte) (n int, err error) {
	if s.Err == nil {
		n, s.Err = s.R.Read(p)
		s.N += int64(n)
	}
	return n, s.Err
}
