package main

import (
	"bytes"
	"errors"
	"io"
)

// An unpacker reads an input, decompressed if its first bytes say that it is an
// archive. It reads nothing before the first Read.
type unpacker struct {
	file   io.Reader
	delim  byte      // ends the lines that are counted
	cores  int       // how many may decompress
	window uint64    // how much memory a zstd frame may ask for
	r      io.Reader // what reads on after the first bytes
	packed *archive  // what r decompresses, nil if nothing
	stages *staged   // what does that before, or nil

	leaves func(*format) bool // which archives are left alone: errArchive; nil: none
	left   *format            // of the one that was
}

var errArchive = errors.New("an archive that is left alone")

func unpack(file io.Reader, delim byte, cores int) *unpacker {
	return &unpacker{file: file, delim: delim, cores: cores, window: maxWindow}
}

func (u *unpacker) Read(p []byte) (int, error) {
	if u.r == nil && len(p) > 0 {
		return u.first(p)
	}
	return u.r.Read(p)
}

// close ends what reads ahead. No read may follow, nor be on its way.
func (u *unpacker) close() {
	if u.packed != nil {
		u.packed.close()
	}
	if u.stages != nil {
		u.stages.close()
	}
}

// trailing returns what is wrong behind the data, all of which was read.
func (u *unpacker) trailing() error {
	if u.packed == nil || u.packed.garbage == nil {
		return nil
	}
	return u.packed.garbage
}

// first decides what reads the input. Of a text the bytes looked at are already
// where they are wanted, unless p is very small.
func (u *unpacker) first(p []byte) (int, error) {
	head := p
	if len(p) < magicLen {
		head = make([]byte, magicLen)
	}
	f, n, err := recognise(u.file, head)
	switch isText := f == nil && len(p) >= magicLen && n > 0; {
	case f != nil && u.leaves != nil && u.leaves(f):
		u.left = f
		return 0, errArchive
	case f != nil:
		u.r = u.decompress(f, &resumed{bytes.Clone(head[:n]), err, u.file})
	case isText && err == nil:
		u.r = u.file
		return n, nil
	case isText && err == io.EOF:
		u.r = noMore
		return n, nil
	case isText:
		u.r = &resumed{nil, err, u.file}
		return n, nil
	default:
		u.r = &resumed{head[:n], err, u.file}
	}
	return u.r.Read(p)
}

// decompress decides what reads an archive.
func (u *unpacker) decompress(f *format, in *resumed) io.Reader {
	if f.staged && u.cores > 1 {
		u.stages = newStaged(in, u.window, func(in io.Reader) *archive {
			u.packed = newArchive(f, in, u.delim, 1, u.window)
			return u.packed
		})
		if u.stages != nil {
			return u.stages
		}
	}
	u.packed = newArchive(f, in, u.delim, u.cores, u.window)
	return u.packed
}

// noMore is what follows an end.
var noMore = &resumed{err: io.EOF}

// recognise reads into head until it is known whether this is an archive, and
// of which format, or nil for a text. It reads no further, for lines may come
// slowly: one that has come whole is not any archive's beginning.
func recognise(r io.Reader, head []byte) (f *format, n int, err error) {
	for {
		var m int
		m, err = readSome(r, head[n:])
		n += m
		f, likelihood := formatOf(head[:n])
		switch {
		case likelihood == never:
			return nil, n, err
		case likelihood == certain:
			return f, n, err
		case err == nil:
			continue
		case likelihood == likely:
			return f, n, err
		}
		return nil, n, err
	}
}

// A resumed reader gives bytes that were read before, then the error that came
// with them, or what follows in r if there was none.
type resumed struct {
	head []byte
	err  error
	r    io.Reader
}

func (r *resumed) Read(p []byte) (int, error) {
	switch {
	case len(r.head) > 0:
		n := copy(p, r.head)
		r.head = r.head[n:]
		return n, nil
	case r.err != nil:
		return 0, r.err
	}
	return r.r.Read(p)
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
