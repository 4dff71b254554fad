package scanner_test

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/uriscan/uriscan/scanner"
)

// The program of the README.
func Example() {
	v, err := scanner.ParseView("http://user@example.com:8080/a/b?q=1#top") // or []byte
	fmt.Println(v.Host(), v.Port(), v.Path(), v.Ref.Has(scanner.Query), err)
	_, err = scanner.Parse("http://example.com/%zz")
	fmt.Println(err)
	// Output:
	// example.com 8080 /a/b true <nil>
	// uriscan: bad-percent at offset 20
}

func ExampleRef() {
	src := []byte("foo://example.com:8042/over/there?name=ferret#nose") // section 3
	ref, err := scanner.Parse(src)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s %s %s\n", ref.Scheme().Of(src), ref.Host().Of(src), ref.Path().Of(src))
	fmt.Println(ref.Has(scanner.Query), ref.Has(scanner.Userinfo))
	fmt.Println(ref)
	// Output:
	// foo example.com /over/there
	// true false
	// scheme[0:3] host[6:17] (reg-name) port[18:22] path[22:33] (abempty) query[34:45] fragment[46:50]
}

func ExampleParse() {
	ref, err := scanner.Parse("mailto:John.Doe@example.com")
	fmt.Println(ref.Scheme(), ref.Path(), ref.PathKind(), err)
	_, err = scanner.Parse("http://example.com/100%")
	fmt.Println(err)
	// Output:
	// {0 6} {7 27} rootless <nil>
	// uriscan: unexpected-end at offset 23
}

// A request-target is not a reference: its path may begin with "//", which begins an
// authority in a reference.
func ExampleParse_requestTarget() {
	target := "//x/y"
	ref, _ := scanner.Parse(target)
	fmt.Printf("authority %q, path %q\n", ref.Authority().OfString(target), ref.Path().OfString(target))
	// Put scheme and authority in front first, as RFC 9112 section 3.3 does.
	uri := "http://example.com" + target
	ref, _ = scanner.Parse(uri)
	fmt.Printf("authority %q, path %q\n", ref.Authority().OfString(uri), ref.Path().OfString(uri))
	// Output:
	// authority "x", path "/y"
	// authority "example.com", path "//x/y"
}

func ExampleParseRule() {
	_, err := scanner.ParseRule("/index.html", scanner.URI)
	fmt.Println(err)
	_, err = scanner.ParseRule("http://h/#top", scanner.AbsoluteURI)
	fmt.Println(err)
	// Output:
	// uriscan: bad-scheme at offset 0
	// uriscan: bad-fragment at offset 9
}

func ExampleLocate() {
	_, fault := scanner.Locate("http://h/a b", scanner.URIReference)
	fmt.Println(fault.Kind().String(), fault.Offset())
	// Output: bad-path 10
}

func ExampleValid() {
	fmt.Println(scanner.Valid("//[::1]:80/", scanner.URIReference), scanner.Valid("//[::1]x", scanner.URIReference))
	// Output: true false
}

func ExampleSplit() {
	src := "http://user:a@b@host:80x/a b|c"
	ref := scanner.Split(src)
	fmt.Println(ref.Userinfo().OfString(src), ref.Host().OfString(src), ref.Port().OfString(src), ref.Path().OfString(src))
	// Output: user:a@b host 80x /a b|c
}

func ExampleHostAddr() {
	src := "http://[2001:DB8::7]:8080/"
	ref, _ := scanner.Parse(src)
	addr, ok := scanner.HostAddr(src, ref)
	fmt.Println(addr, ok)
	// Output: 2001:db8::7 true
}

func ExamplePortNumber() {
	for _, src := range []string{"//h:00080", "//h:", "//h:99999"} {
		ref, err := scanner.Parse(src)
		number, ok := scanner.PortNumber(src, ref)
		fmt.Println(err, number, ok)
	}
	// Output:
	// <nil> 80 true
	// <nil> 0 false
	// <nil> 0 false
}

func ExampleView() {
	src := "https://example.com/a/b?x=1&y"
	ref, _ := scanner.Parse(src)
	v := scanner.View[string]{Src: src, Ref: ref}
	fmt.Println(v.Get(scanner.Host))
	for segment := range v.Segments() {
		fmt.Printf("%q ", segment)
	}
	for name, value := range v.Params() {
		fmt.Printf("%s=%q ", name, value)
	}
	// Output:
	// example.com
	// "" "a" "b" x="1" y=""
}

func ExampleError() {
	_, err := scanner.Parse("http://h/%zz")
	fmt.Println(errors.Is(err, scanner.BadPercent))
	if e, ok := errors.AsType[scanner.Error](err); ok {
		fmt.Println(e.Fault().Kind().String(), e.Fault().Offset())
	}
	// Output:
	// true
	// bad-percent 10
}

func ExampleMachine() {
	var m scanner.Machine // for a URI-reference
	for _, piece := range []string{"http://ex", "ample.com", "/a%4", "1?q"} {
		m.FeedString(piece)
		fmt.Print(m.State(), " ")
	}
	ref, fault := m.End()
	fmt.Println(ref.Host(), ref.Query(), fault.Err())
	// Output: complete complete prefix complete {7 18} {24 25} <nil>
}

// The program of docs/proxies.md.
func ExampleMachine_FeedString() {
	var m scanner.Machine
	m.Reset(scanner.URI)
	for _, piece := range []string{"http://exam", "ple.com/a", " b"} {
		if n := m.FeedString(piece); n < len(piece) {
			break // no valid URI begins like this
		}
	}
	_, fault := m.End()
	fmt.Println(fault, fault.Err() == nil)
	// Output:
	// bad-path at offset 20 false
}

func ExampleMachine_checkpoint() {
	var m scanner.Machine
	m.FeedString("http://h/")
	checkpoint := m
	for _, rest := range []string{"a", "b c"} {
		m = checkpoint
		m.FeedString(rest)
		_, fault := m.End()
		fmt.Println(fault.Err())
	}
	// Output:
	// <nil>
	// uriscan: bad-path at offset 10
}

func ExampleAppendLines() {
	src := []byte("http://example.com/\r\n/a b\n?q=1\nunfini")
	lines, n := scanner.AppendLines(nil, src, '\n')
	for _, l := range lines {
		fmt.Printf("%q %v %v\n", src[l.Start:l.End], l.Ref.Path(), l.Fault.Err())
	}
	fmt.Printf("%q is left\n", src[n:])
	// Output:
	// "http://example.com/" {18 19} <nil>
	// "/a b" {0 0} uriscan: bad-path at offset 2
	// "?q=1" {0 0} <nil>
	// "unfini" is left
}

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
	// 22 uriscan: bad-path at offset 2
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
	// [ false uriscan: bad-path at offset 0
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

// For a line that is longer than the buffer, Bytes is the beginning; the other methods
// describe the whole line.
func ExampleScanner_Buffer() {
	s := scanner.NewScanner(strings.NewReader("data:," + strings.Repeat("x", 1000) + "#end\n/next\n"))
	s.Buffer(nil) // the least: 16 bytes
	for s.Scan() {
		fmt.Printf("%s %v %v\n", s.Bytes(), s.Truncated(), s.Ref().Fragment())
	}
	// Output:
	// data:,xxxxxxxxxx true {1007 1010}
	// /next false {5 5}
}

// A failure ends the stream. Scan does not return the line that it cut, and Offset is
// where to begin again.
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
