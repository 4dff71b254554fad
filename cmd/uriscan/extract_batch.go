package main

import (
	"bytes"
	"fmt"
	"io"
)

// maxBatch is how many files a worker is given at a time.
const maxBatch = 64

// maxPage is how long a page may be to be read by one worker. It is searched from its
// beginning to its end in any case, and would fill all blocks on its way through them,
// so that the other workers had nothing to do.
const maxPage = 8 << 20

// A batch is some small files that one worker opens and reads: opening files costs
// more than searching them, and is done on all cores like that.
type batch struct {
	files  []string
	size   int64 // of all when they were found
	failed bool  // some files failed
}

func (b *batch) reset() { *b = batch{files: b.files[:0]} }

// searchBatch searches files.
func (s *searcher) searchBatch(b *batch) {
	if len(s.buf) < s.size {
		s.buf = make([]byte, s.size)
	}
	for _, name := range b.files {
		if s.ctx.Err() != nil || s.stopped {
			return
		}
		why, err := s.searchFile(name)
		switch {
		case s.stopped:
		case err != nil:
			b.failed = true
			s.block.diag = fmt.Appendf(s.block.diag, "uriscan: %v\n", err)
		case why != "" && s.verbose && !s.quiet:
			s.block.diag = appendNote(s.block.diag, name, why)
		}
	}
}

// searchFile searches one file, unless there is a reason to leave it out.
func (s *searcher) searchFile(name string) (why string, err error) {
	file, err := openInput(name, nil, s.bar)
	if err != nil {
		return "", err
	}
	defer file.Close()
	in := unpack(file, '\n')
	in.leaves = s.compressed.leaves
	// Its start is all of it as a rule.
	n, err := io.ReadFull(in, s.buf[:s.size])
	if err == io.ErrUnexpectedEOF {
		err = io.EOF
	}
	if _, left := err.(leftAlone); left {
		s.compressedLeft.Add(1)
		return err.Error(), nil
	}
	text := s.buf[:n]
	head := text[:min(n, sniffLen)]
	form, _ := s.formOf(name, head, err == io.EOF && len(head) == n)
	if !s.binary && form != warcForm && bytes.IndexByte(head, 0) >= 0 {
		return isBinary, nil
	}
	s.block.input = oneLine(name)
	rest := &sticky{in, err, int64(n)}
	at := cursor{line: 1}.before(text)
	if form == textForm && err == io.EOF {
		s.searchText(text, at)
	} else {
		s.searchForm(form, io.MultiReader(bytes.NewReader(text), rest), at)
	}
	err = in.trailing()
	if !in.isEnd(rest.err) {
		err = brokenOff(rest.err, rest.read)
	}
	if err != nil {
		return "", &inputError{name, err}
	}
	return "", nil
}
