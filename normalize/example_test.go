package normalize_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

func Example() {
	var buf []byte
	for _, link := range []string{"HTTP://Example.COM:80/%7Euser/a/../b", "http://example.com/%2Fa?", "x:/a/..//b", "http://h/%"} {
		var ref scanner.Ref
		var err error
		buf, ref, err = normalize.Append(buf[:0], link, normalize.SchemeBased)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("%s, path %q\n", buf, ref.Path().Of(buf))
	}
	// Output:
	// http://example.com/~user/b, path "/~user/b"
	// http://example.com/%2Fa?, path "/%2Fa"
	// x:/.//b, path "/.//b"
	// uriscan: unexpected-end at offset 10
}

// In place: the form is written over its source.
func ExampleAppend() {
	link := []byte("HTTP://EXAMPLE.com/a/./b/../%63")
	link, _, _ = normalize.Append(link[:0], link, normalize.Syntax)
	fmt.Printf("%s\n", link)
	// Output: http://example.com/a/c
}

func ExampleAppendRef() {
	link := "http://example.com/a?q#top"
	ref, err := scanner.Parse(link)
	if err != nil {
		fmt.Println(err)
		return
	}
	out, _ := normalize.AppendRef(nil, link, ref, normalize.SchemeBased|normalize.DropFragment)
	fmt.Printf("%s\n", out)
	// Output: http://example.com/a?q
}

// A crawler resolves and normalizes every link of a page.
func ExampleAppendResolved() {
	page, err := resolve.NewBase("http://example.com/docs/", 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	var buf []byte
	for _, link := range []string{"../%7Eme/", "//EXAMPLE.com:80", "a/b"} {
		var rungs normalize.Flags
		buf, _, rungs, err = normalize.AppendResolved(buf[:0], page, []byte(link), normalize.SchemeBased)
		fmt.Printf("%s (%v) %v\n", buf, rungs, err)
	}
	// Output:
	// http://example.com/~me/ (percent-encoding) <nil>
	// http://example.com/ (case,default-port,empty-path) <nil>
	// http://example.com/docs/a/b () <nil>
}

// Normalizing the reference before resolving it gives a different target: 5.2.4 does not
// recognize an encoded dot segment.
func ExampleAppendResolved_order() {
	const base, link = "http://example.com/d/", "a/%2E%2E/../b"
	page, err := resolve.NewBase(base, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	after, _, _, _ := normalize.AppendResolved(nil, page, []byte(link), normalize.Syntax)
	normalLink, _ := normalize.String(link, normalize.Syntax)
	before, _ := resolve.String(base, normalLink)
	fmt.Printf("%s\n%s\n", after, before)
	// Output:
	// http://example.com/d/a/b
	// http://example.com/b
}

func ExampleNeeded() {
	for _, link := range []string{"http://example.com/", "http://Example.com:80/%2e%2e/a"} {
		ref, err := scanner.Parse(link)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%q\n", normalize.Needed(link, ref, normalize.SchemeBased).String())
	}
	// Output:
	// ""
	// "case,percent-encoding,path-segment,default-port"
}

func ExampleKnownNormal() {
	for _, link := range []string{"http://example.com/a", "http://Example.com/a"} {
		ref, _ := scanner.Parse(link)
		fmt.Println(normalize.KnownNormal(ref, normalize.SchemeBased))
	}
	// Output:
	// true
	// false
}

func ExampleEqual() {
	fmt.Println(normalize.Equal("http://example.com", []byte("HTTP://EXAMPLE.COM:80/"), normalize.SchemeBased))
	fmt.Println(normalize.Equal("http://example.com", []byte("HTTP://EXAMPLE.COM:80/"), normalize.Syntax))
	fmt.Println(normalize.Equal("http://h/a%2Fb", "http://h/a/b", normalize.SchemeBased))
	// Output:
	// true
	// false
	// false
}

// References seen so far, as 16 bytes each.
func ExampleHash() {
	seen := map[normalize.Sum]bool{}
	for _, link := range []string{"http://example.com/~a", "HTTP://EXAMPLE.com:80/%7ea", "http://example.com/~A"} {
		ref, err := scanner.Parse(link)
		if err != nil {
			fmt.Println(err)
			return
		}
		key := normalize.Hash(link, ref, normalize.SchemeBased, 0)
		fmt.Println(link, seen[key])
		seen[key] = true
	}
	// Output:
	// http://example.com/~a false
	// HTTP://EXAMPLE.com:80/%7ea true
	// http://example.com/~A false
}

// The program of docs/crawlers.md.
func ExampleHash_links() {
	page, err := resolve.NewBase("http://www.example.com/blog/", 0)
	if err != nil {
		panic(err)
	}
	var buf []byte
	seen, secret := make(map[normalize.Sum]bool), rand.Uint64() // strangers cannot make keys collide
	for _, link := range []string{"a.html", "./b/../%61.html", "/"} {
		out, target, _, err := normalize.AppendResolved(buf[:0], page, []byte(link), normalize.SchemeBased)
		if err != nil {
			continue
		}
		key := normalize.Hash(out, target, 0, secret) // normal already: no rungs
		fmt.Printf("%s %v\n", out, seen[key])
		seen[key], buf = true, out
	}
	// Output:
	// http://www.example.com/blog/a.html false
	// http://www.example.com/blog/a.html true
	// http://www.example.com/ false
}

func ExampleString() {
	s, err := normalize.String("http://h:/A/./%41", normalize.EmptyPort|normalize.PathSegment)
	fmt.Println(s, err)
	// Output: http://h/A/%41 <nil>
}

func ExampleDo() {
	err := normalize.Do([]byte("file://"), normalize.SchemeBased, func(normal []byte, r scanner.Ref) {
		fmt.Printf("%s, path %v\n", normal, r.Path())
	})
	fmt.Println(err)
	// Output:
	// file:///, path {7 8}
	// <nil>
}

func ExampleFlags_String() {
	fmt.Println(normalize.SchemeBased &^ normalize.Syntax)
	// Output: ipv6,empty-port,default-port,empty-path
}
