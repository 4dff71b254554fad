package normalize_test

import (
	"fmt"

	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

func ExampleAppendLines() {
	src := []byte("HTTP://Example.COM:80/%7Eu\r\n/a b\nhttp://h\n")
	lines, _ := scanner.AppendLines(nil, src, '\n')
	out, forms := normalize.AppendLines(nil, nil, src, lines, '\n', normalize.Scheme)
	fmt.Print(string(out))
	for _, l := range forms {
		fmt.Printf("%q %v %v\n", out[l.Start:l.End], l.Ref.Host(), l.Fault.Err())
	}
	// Output:
	// http://example.com/~u
	// http://h/
	// "http://example.com/~u" {7 18} <nil>
	// "" {0 0} uriscan: bad path at byte 2
	// "http://h/" {7 8} <nil>
}

// In the memory of the block itself: Syntax lengthens nothing.
func ExampleAppendLines_inPlace() {
	block := []byte("HTTP://H/a/../b\nx:%7e\n")
	lines, _ := scanner.AppendLines(nil, block, '\n')
	block, lines = normalize.AppendLines(block[:0], lines[:0], block, lines, '\n', normalize.Syntax)
	fmt.Printf("%s%d lines\n", block, len(lines))
	// Output:
	// http://h/b
	// x:~
	// 2 lines
}

// Most lines are already normal: only those that are not cost more.
func ExampleAppendNeeded() {
	src := []byte("http://h/\nHTTP://h:80/\n/%7e\n")
	lines, _ := scanner.AppendLines(nil, src, '\n')
	for i, rungs := range normalize.AppendNeeded(nil, src, lines, normalize.Scheme) {
		fmt.Printf("%s %q\n", src[lines[i].Start:lines[i].End], rungs)
	}
	// Output:
	// http://h/ ""
	// HTTP://h:80/ "case,default-port"
	// /%7e "percent-encoding"
}

// The first of each class of equivalent references, without a normal form.
func ExampleAppendHashes() {
	src := []byte("http://h/\nhttp://h/a\nHTTP://h:80\nhttp://h/./a\n")
	lines, _ := scanner.AppendLines(nil, src, '\n')
	seen := map[normalize.Sum]bool{}
	for i, sum := range normalize.AppendHashes(nil, src, lines, normalize.Scheme, 0) {
		if !seen[sum] {
			fmt.Printf("%s\n", src[lines[i].Start:lines[i].End])
		}
		seen[sum] = true
	}
	// Output:
	// http://h/
	// http://h/a
}

// The links of a page, as a crawler wants them, in one call.
func ExampleAppendResolvedLines() {
	page, _ := resolve.NewBase("http://Example.com/news/today.html", 0)
	links := []byte("story%2Ehtml\n/%7Euser/../about\n//CDN.example:80/x.js\na b\n")
	lines, _ := scanner.AppendLines(nil, links, '\n')
	out, forms, _ := normalize.AppendResolvedLines(nil, nil, &page, links, lines, '\n', normalize.Scheme)
	fmt.Print(string(out))
	fmt.Println(forms[3].Fault.Err())
	// Output:
	// http://example.com/news/story.html
	// http://example.com/about
	// http://cdn.example/x.js
	// uriscan: bad path at byte 1
}
