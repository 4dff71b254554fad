package scanner_test

import (
	"fmt"

	"github.com/uriscan/uriscan/scanner"
)

func ExampleAppendLines() {
	src := []byte("http://example.com/\r\n/a b\n?q=1\nunfini")
	lines, n := scanner.AppendLines(nil, src, '\n')
	for _, l := range lines {
		fmt.Printf("%q %v %v\n", src[l.Start:l.End], l.Ref.Path(), l.Fault.Err())
	}
	fmt.Printf("%q is left\n", src[n:])
	// Output:
	// "http://example.com/" {18 19} <nil>
	// "/a b" {0 0} uriscan: bad path at byte 2
	// "?q=1" {0 0} <nil>
	// "unfini" is left
}

func ExampleColumns() {
	var c scanner.Columns
	c.Append([]byte("//a.example/x\n/ y\n//b.example/\n"), '\n')
	for i := range c.Len() {
		l := c.Line(i)
		fmt.Println(l.Start, l.End, l.Ref.Host(), l.Fault.Err())
	}
	// Output:
	// 0 13 {2 11} <nil>
	// 14 17 {0 0} uriscan: bad path at byte 1
	// 18 30 {2 11} <nil>
}

// The columns themselves: the length of every host, without a Line.
func ExampleColumns_words() {
	var c scanner.Columns
	c.Append([]byte("//a.example/x\n//longer.example/\n/z\n"), '\n')
	for i := range c.Len() {
		hostStart, hostEnd := c.W0[i]>>32, c.W1[i]&(1<<32-1)
		fmt.Print(hostEnd-hostStart, " ")
	}
	// Output: 9 14 0
}

// Blocks of a stream: what a block leaves unfinished begins the next one, and
// Start counts in the stream.
func ExampleColumns_Append() {
	var c scanner.Columns
	buf := []byte("/first\n/sec")
	n := c.Append(buf, '\n')
	buf = append(buf[:copy(buf, buf[n:])], "ond\n"...)
	c.Append(buf, '\n')
	fmt.Println(c.Start, c.Base)
	// Output: [0 7] 15
}

func ExampleColumns_Reset() {
	var c scanner.Columns
	for _, block := range []string{"/a\n/b\n", "/c\n"} {
		c.Reset()
		c.Append([]byte(block), '\n')
		fmt.Println(c.Len(), c.Start)
	}
	// Output:
	// 2 [0 3]
	// 1 [0]
}
