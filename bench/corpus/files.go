package corpus

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
)

// fileOf holds the name of the file that can stand for a kind. The links of
// pages that the grammar refuses are commonly called dirty, which is not what
// [Dirty] means.
var fileOf = map[Kind]string{Web: "web.txt", Long: "long.txt", Links: "links.tsv", Refused: "dirty.txt"}

// read returns the corpus that the file of the kind in dir holds, a reference a
// line; for [Links] the page, a TAB, and the reference.
func read(dir string, kind Kind) (*Corpus, error) {
	c := &Corpus{Kind: kind, Source: fileOf[kind]}
	text, err := os.ReadFile(filepath.Join(dir, c.Source))
	if err != nil {
		return nil, fmt.Errorf("corpus: %w", err)
	}
	for line := range bytes.Lines(text) {
		line = bytes.TrimSuffix(line, []byte("\n"))
		if kind == Links {
			page, ref, found := bytes.Cut(line, []byte("\t"))
			if !found {
				return nil, fmt.Errorf("corpus: %s:%d: no TAB", c.Source, len(c.Lines)+1)
			}
			c.Bases = append(c.Bases, page)
			line = ref
		}
		c.Lines = append(c.Lines, line)
	}
	if len(c.Lines) == 0 {
		return nil, fmt.Errorf("corpus: %s is empty", c.Source)
	}
	return c, nil
}
