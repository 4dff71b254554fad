package scanner_test

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/uriscan/uriscan/scanner"
)

func ExampleScanner() {
	s := scanner.NewScanner(strings.NewReader("http://example.com/a\r\n/b c\n//example.org\n"))
	for s.Scan() {
		if err := s.Fault().Err(); err != nil {
			fmt.Println(s.Offset(), err)
			continue
		}
		fmt.Printf("%d %q\n", s.Offset(), s.Ref().Host().Of(s.Bytes()))
	}
	fmt.Println(s.Err())
	// Output:
	// 0 "example.com"
	// 22 uriscan: bad path at byte 2
	// 27 "example.org"
	// <nil>
}

func ExampleScanner_All() {
	s := scanner.NewScanner(strings.NewReader("/a?x\n/b\n[\n"))
	for line, ref := range s.All() {
		fmt.Printf("%s %v %v\n", line, ref.Has(scanner.Query), s.Fault().Err())
	}
	fmt.Println(s.Err())
	// Output:
	// /a?x true <nil>
	// /b false <nil>
	// [ false uriscan: bad path at byte 0
	// <nil>
}

// Names from find -print0.
func ExampleScanner_Delim() {
	s := scanner.NewScanner(strings.NewReader("./a\x00./b%20c\x00"))
	s.Delim(0)
	for line := range s.All() {
		fmt.Printf("%s\n", line)
	}
	// Output:
	// ./a
	// ./b%20c
}

// Of a line that is longer than the buffer there is the beginning, and all that
// is to be said of it.
func ExampleScanner_Buffer() {
	s := scanner.NewScanner(strings.NewReader("data:," + strings.Repeat("x", 1000) + "#end\n/next\n"))
	s.Buffer(make([]byte, 16))
	for s.Scan() {
		fmt.Printf("%s %v %v\n", s.Bytes(), s.Truncated(), s.Ref().Fragment())
	}
	// Output:
	// data:,xxxxxxxxxx true {1007 1010}
	// /next false {5 5}
}

// A failure ends the stream; the line it cut is not seen, and Offset says where
// to begin again.
func ExampleScanner_Err() {
	lost := io.MultiReader(strings.NewReader("/a\n/b"), failing{})
	s := scanner.NewScanner(lost)
	for s.Scan() {
		fmt.Printf("%s\n", s.Bytes())
	}
	fmt.Println(s.Err(), "after byte", s.Offset())
	// Output:
	// /a
	// connection lost after byte 3
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("connection lost") }
