package main

import (
	"bytes"
	"errors"
	"io"
)

// An unpacker reads an input, decompressed if its first bytes are those of an
// archive. It reads nothing before the first Read. The end of file comes again if it
// was read, as does an error.
type unpacker struct {
	file   io.Reader
	delim  byte      // ends the lines that are counted
	window uint64    // how much memory a zstd frame may ask for
	r      io.Reader // what reads on after the first bytes
	packed *archive  // what r decompresses, nil if nothing

	leaves func(*format) bool // which archives are left alone: leftAlone; nil: none
}

func unpack(file io.Reader, delim byte) *unpacker {
	return &unpacker{file: file, delim: delim, window: maxWindow}
}

func (u *unpacker) Read(p []byte) (int, error) {
	if u.r == nil && len(p) > 0 {
		return u.first(p)
	}
	return u.r.Read(p)
}

// isEnd reports whether err ends the input as it should: also a text that somebody
// goes on to write has been read then.
func (u *unpacker) isEnd(err error) bool {
	return err == io.EOF || u.packed == nil && errors.Is(err, errGrows)
}

// trailing returns what is wrong after the data, all of which was read.
func (u *unpacker) trailing() error {
	if u.packed == nil {
		return nil
	}
	return u.packed.garbage
}

// first decides what reads the input. The first bytes of a text are already where
// they are wanted, unless p is very small.
func (u *unpacker) first(p []byte) (int, error) {
	head := p
	if len(p) < magicLen {
		head = make([]byte, magicLen)
	}
	f, n := recognise(u.file, head)
	u.r = u.file
	switch {
	case f == nil && n > 0 && len(p) >= magicLen:
		return n, nil
	case f != nil && u.leaves != nil && u.leaves(f):
		return 0, leftAlone{f}
	}
	u.r = io.MultiReader(bytes.NewReader(bytes.Clone(head[:n])), u.file)
	if f != nil {
		u.packed = newArchive(f, u.r, u.delim, u.window)
		u.r = u.packed
	}
	return u.r.Read(p)
}

// recognise reads into head until it is known whether this is an archive. It returns
// its format, or nil for a text. It reads no further, for lines may come slowly: one
// that has come whole is not any archive's beginning. An error of r is not returned:
// it comes again.
func recognise(r io.Reader, head []byte) (f *format, n int) {
	for {
		m, err := readSome(r, head[n:])
		n += m
		f, likelihood := formatOf(head[:n])
		switch {
		case likelihood == certain, likelihood == likely && err != nil:
			return f, n
		case likelihood == never || err != nil:
			return nil, n
		}
	}
}

// readSome reads once, and again as long as that gives nothing at all.
func readSome(r io.Reader, p []byte) (int, error) {
	for range 100 {
		n, err := r.Read(p)
		if n > 0 || err != nil {
			return n, err
		}
	}
	return 0, io.ErrNoProgress
}
