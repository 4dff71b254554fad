package main

import (
	"bufio"
	"io"
	"math/rand/v2"
	"os"
	"strconv"
)

var (
	hosts = []string{"www.example.com", "example.org", "shop.example.net", "static.cdn.example.com", "news.example.co.uk", "m.example.de"}
	paths = []string{"/article/", "/wiki/", "/user/", "/products/item-", "/2026/11/21/", "/img/"}
	tails = []string{".html", "", "/comments?page=2", "?utm_source=feed", "/index.php?id=7&lang=en#top", ".jpg"}
)

// writeInput makes a file of n lines, of which so many are distinct: all of them,
// or each that chance takes.
func writeInput(name string, n, distinct int) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer f.Close()
	w := bufio.NewWriterSize(f, 1<<20)
	if err := writeLines(w, n, distinct); err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Close()
}

func writeLines(w io.Writer, n, distinct int) error {
	rng := rand.New(rand.NewPCG(1, 2))
	var line []byte
	for i := range n {
		if distinct < n {
			i = rng.IntN(distinct)
		}
		line = append(appendURL(line[:0], uint64(i)), '\n')
		if _, err := w.Write(line); err != nil {
			return err
		}
	}
	return nil
}

// appendURL appends the i-th of a list of URLs that are all different, one in 16 of
// them not normal.
func appendURL(dst []byte, i uint64) []byte {
	h := (i + 1) * 0x9e3779b97f4a7c15
	h ^= h >> 29
	scheme := "https://"
	if h>>60 == 3 {
		scheme = "HTTP://"
	}
	dst = append(append(append(dst, scheme...), hosts[h%6]...), paths[(h>>8)%6]...)
	dst = strconv.AppendUint(dst, i*2654435761%(1<<40), 36)
	return append(dst, tails[(h>>16)%6]...)
}
