package seen_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/normalize/seen"
	"github.com/uriscan/uriscan/scanner"
)

func ExampleSet() {
	s := seen.New(1 << 20)
	for _, src := range []string{"http://example.com/", "HTTP://Example.com:80", "http://example.com/a"} {
		ref, err := scanner.Parse(src)
		if err != nil {
			continue
		}
		first, err := s.Add(seen.SumRef(s.Seed(), src, ref, normalize.Scheme))
		fmt.Println(src, first, err)
	}
	// Output:
	// http://example.com/ true <nil>
	// HTTP://Example.com:80 false <nil>
	// http://example.com/a true <nil>
}

func ExampleFilter() {
	f := seen.NewFilter(seen.Options{Memory: 1 << 20})
	defer f.Close()
	seed := seen.NewSeed()
	for _, line := range []string{"b", "a", "b", "c"} {
		first, err := f.Add(seen.Sum(&seed, line), []byte(line))
		if err != nil {
			fmt.Println(err)
			return
		}
		if first {
			fmt.Println(line)
		}
	}
	// What did not fit into memory comes now, in order.
	err := errors.Join(f.Resolve(nil), f.Drain(func(line []byte, _ uint64) error {
		fmt.Println(string(line))
		return nil
	}))
	fmt.Println(err)
	// Output:
	// b
	// a
	// c
	// <nil>
}

func ExampleLoad() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "frontier")
	for range 2 {
		s, _, err := seen.Load(name, 1<<20)
		if errors.Is(err, fs.ErrNotExist) {
			s = seen.New(1 << 20)
		} else if err != nil {
			fmt.Println(err)
			return
		}
		first, _ := s.Add(seen.Sum(s.Seed(), "http://example.com/"))
		fmt.Println(first, s.Save(name, "URIs as they are"))
	}
	// Output:
	// true <nil>
	// false <nil>
}
