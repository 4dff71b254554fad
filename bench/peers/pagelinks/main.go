// Command pagelinks prints each link of the pages in WARC files once: a program as one writes it
// in Go with golang.org/x/net/html, net/url and purell, for ../../commands to measure uriscan
// beside it. It uses as many goroutines as there are processors.
//
//	go run ./peers/pagelinks pages.warc
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/textproto"
	"net/url"
	"os"
	"runtime"
	"strconv"
	"sync"

	"github.com/PuerkitoBio/purell"
	"golang.org/x/net/html"
)

// A page is the response of a record.
type page struct {
	uri  string
	body []byte
}

// key is what purell calls usually safe, and the query sorted, "www." cut and so on.
const key = purell.FlagsUsuallySafeGreedy | purell.FlagRemoveFragment | purell.FlagRemoveDirectoryIndex |
	purell.FlagRemoveDuplicateSlashes | purell.FlagRemoveWWW | purell.FlagSortQuery

func main() {
	pages, found := make(chan page, 64), make(chan [][2]string, 64)
	var working sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		working.Go(func() {
			for p := range pages {
				found <- links(p)
			}
		})
	}
	go func() {
		defer close(pages)
		for _, name := range os.Args[1:] {
			if err := read(name, pages); err != nil {
				fmt.Fprintln(os.Stderr, "pagelinks:", err)
				os.Exit(3)
			}
		}
	}()
	go func() { working.Wait(); close(found) }()
	seen := map[string]bool{}
	out := bufio.NewWriterSize(os.Stdout, 1<<16)
	for all := range found {
		for _, link := range all {
			if !seen[link[1]] {
				seen[link[1]] = true
				fmt.Fprintln(out, link[0])
			}
		}
	}
	if err := out.Flush(); err != nil {
		os.Exit(3)
	}
}

// read sends the pages of a file of records that are not compressed.
func read(name string, pages chan<- page) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	in := bufio.NewReaderSize(f, 1<<20)
	for {
		if _, err := in.ReadString('\n'); err == io.EOF { // WARC/1.0
			return nil
		}
		header, err := textproto.NewReader(in).ReadMIMEHeader()
		if err != nil {
			return err
		}
		size, err := strconv.Atoi(header.Get("Content-Length"))
		if err != nil {
			return err
		}
		block := make([]byte, size)
		if _, err := io.ReadFull(in, block); err != nil {
			return err
		}
		in.Discard(4)
		response, err := http.ReadResponse(bufio.NewReader(bytes.NewReader(block)), nil)
		if err != nil {
			continue
		}
		body, err := io.ReadAll(response.Body)
		if err == nil {
			pages <- page{header.Get("WARC-Target-URI"), body}
		}
	}
}

// links returns the links of a page, and the key of each.
func links(p page) (all [][2]string) {
	base, err := url.Parse(p.uri)
	if err != nil {
		return nil
	}
	for z := html.NewTokenizer(bytes.NewReader(p.body)); ; {
		switch z.Next() {
		case html.ErrorToken:
			return all
		case html.StartTagToken, html.SelfClosingTagToken:
			for _, more := z.TagName(); more; {
				var name, value []byte
				name, value, more = z.TagAttr()
				if string(name) != "href" && string(name) != "src" {
					continue
				}
				if ref, err := base.Parse(string(bytes.TrimSpace(value))); err == nil {
					link := ref.String()
					all = append(all, [2]string{link, purell.NormalizeURL(ref, key)})
				}
			}
		}
	}
}
