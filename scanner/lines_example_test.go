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
