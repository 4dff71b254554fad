package neturl_test

import (
	"errors"
	"fmt"
	"net/url"

	"github.com/uriscan/uriscan/normalize/neturl"
	"github.com/uriscan/uriscan/scanner"
)

func ExampleToURL() {
	for _, src := range []string{"http://h/a%2Fb?", "http://h/#"} {
		ref, err := scanner.Parse(src)
		if err != nil {
			fmt.Println(err)
			return
		}
		u, err := neturl.ToURL(src, ref)
		if err != nil {
			fmt.Println(err, errors.Is(err, neturl.Lost))
			continue
		}
		fmt.Println(u, u.Path, u.RawPath)
	}
	// Output:
	// http://h/a%2Fb? /a/b /a%2Fb
	// uriscan: fragment lost at offset 9 true
}

// A path that somebody else chose must not become a host.
func ExampleFromURL() {
	for _, path := range []string{"/a b", "//evil.example/"} {
		out, ref, err := neturl.FromURL(nil, &url.URL{Path: path})
		fmt.Printf("%s %v %v\n", out, ref, err)
	}
	// Output:
	// /a%20b path[0:6] (absolute) <nil>
	//  path[0:0] (empty) uriscan: path-as-authority at offset 0
}

// A gate before a program that uses net/url lets pass what both read the same.
func ExampleDiffers() {
	for _, src := range []string{"http://h/a", "http://h/a%2Fb", "///h/a", "http://h/a b", "http://h%2F/"} {
		fmt.Println(src, neturl.Differs(src))
	}
	// Output:
	// http://h/a []
	// http://h/a%2Fb [path decoded [8:14]]
	// ///h/a [authority lost [2:2] path respelled [2:6]]
	// http://h/a b [accepted bad-path at offset 10]
	// http://h%2F/ [host refused [7:11]]
}
