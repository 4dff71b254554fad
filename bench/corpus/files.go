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
var fileOf = map[Kind]string{
	Web:     "web.txt",
	Long:    "long.txt",
	Links:   "links.tsv",
	Refused: "dirty.txt",
}

// Read returns the corpus that the file of the kind in dir holds, a reference a
// line; for [Links] the page, a TAB, and the reference.
func Read(dir string, kind Kind) (*Corpus, error) {
	name := fileOf[kind]
	if name == "" {
		return nil, fmt.Errorf("corpus: no file stands for %q", kind)
	}
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		return nil, fmt.Errorf("corpus: %w", err)
	}
	c := &Corpus{Kind: kind, Source: name}
	for line := range bytes.Lines(text) {
		if err := c.add(bytes.TrimSuffix(line, []byte("\n"))); err != nil {
			return nil, err
		}
	}
	if len(c.Lines) == 0 {
		return nil, fmt.Errorf("corpus: %s is empty", name)
	}
	return c, nil
}

func (c *Corpus) add(line []byte) error {
	if c.Kind == Links {
		page, ref, found := bytes.Cut(line, []byte("\t"))
		if !found {
			return fmt.Errorf("corpus: %s:%d: no TAB", c.Source, len(c.Lines)+1)
		}
		c.Bases = append(c.Bases, page)
		line = ref
	}
	c.Lines = append(c.Lines, line)
	return nil
}
