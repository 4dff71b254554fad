package extract

import (
	"bytes"
	"fmt"
	"io"

	"github.com/uriscan/uriscan/cmd/internal/archive"
	"github.com/uriscan/uriscan/cmd/internal/page"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/internal/prose"
)

// maxBatch is how many files a worker is given at a time.
const maxBatch = 64

// maxPage is how long a page may be to be read by one worker: through the pipeline it
// would fill all blocks, and leave the other workers nothing to do.
const maxPage = 8 << 20

// A batch is some small files that one worker opens and reads: opening files costs
// more than searching them, and is done on all cores like that.
type batch struct {
	files []source
	size  int64 // of all when they were found
}

func (s *searcher) searchBatch(b *batch) {
	if len(s.buf) < s.BlockSize {
		s.buf = make([]byte, s.BlockSize)
	}
	for _, f := range b.files {
		if s.ctx.Err() != nil || s.stopped {
			return
		}
		why, err := s.searchFile(f)
		switch {
		case s.stopped:
		case err != nil:
			s.block.Work.Failed = true
			s.block.Work.Diag = fmt.Appendf(s.block.Work.Diag, "uriscan: %v\n", err)
		case why != "" && s.Verbose && !s.Quiet:
			s.block.Work.Diag = appendNote(s.block.Work.Diag, f.name, why)
		}
	}
}

// searchFile searches one file, unless there is a reason to leave it out.
func (s *searcher) searchFile(f source) (why string, err error) {
	name := f.name
	file, err := stream.Open(name, nil, s.done)
	if err != nil {
		return "", err
	}
	defer file.Close()
	in := archive.NewReader(file, '\n')
	in.Leaves = s.Compressed.leaves
	// Its start is all of it as a rule.
	n, err := io.ReadFull(in, s.buf[:s.BlockSize])
	if err == io.ErrUnexpectedEOF {
		err = io.EOF
	}
	if _, left := err.(archive.LeftAlone); left {
		s.compressedLeft.Add(1)
		return err.Error() + searchesAll, nil
	}
	text := s.buf[:n]
	head := text[:min(n, page.SniffLen)]
	form, _ := s.formOf(name, head, err == io.EOF && len(head) == n)
	if why, odd := s.unsearched(form, head); why != "" {
		s.oddLeft.Add(odd)
		return why, nil
	}
	s.block.Input = stream.OneLine(name)
	s.at = s.locate(f)
	rest := &stream.Sticky{R: in, Err: err, N: int64(n)}
	at := prose.Cursor{Line: 1}.Before(text)
	if form == textForm && err == io.EOF {
		s.searchText(text, at)
	} else {
		s.searchForm(form, io.MultiReader(bytes.NewReader(text), rest), at)
	}
	err = in.Trailing()
	if !in.IsEnd(rest.Err) {
		err = archive.BrokenOff(rest.Err, rest.N)
	}
	if err != nil {
		return "", &stream.InputError{Name: name, Err: err}
	}
	return "", nil
}
