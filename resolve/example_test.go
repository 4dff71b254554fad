package resolve_test

import (
	"errors"
	"fmt"

	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

// A page's links, resolved into one buffer that is used again and again.
func Example() {
	page, err := resolve.NewBase("http://example.com/docs/guide/index.html?lang=en", 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	var buf []byte
	for _, link := range []string{"intro.html#top", "../api/", "/about", "//cdn.example.com/x.js", "?lang=de", "mailto:me@example.com", "a b"} {
		var target scanner.Ref
		buf, target, err = page.AppendString(buf[:0], link)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("%s, path %q\n", buf, target.Path().Of(buf))
	}
	// Output:
	// http://example.com/docs/guide/intro.html#top, path "/docs/guide/intro.html"
	// http://example.com/docs/api/, path "/docs/api/"
	// http://example.com/about, path "/about"
	// http://cdn.example.com/x.js, path "/x.js"
	// http://example.com/docs/guide/index.html?lang=de, path "/docs/guide/index.html"
	// mailto:me@example.com, path "me@example.com"
	// uriscan: bad-path at offset 1
}

func ExampleNewBase() {
	base, _ := resolve.NewBase("http://a/b/..", 0)
	out, _, _ := base.AppendString(nil, "g")
	fmt.Printf("%s\n", out)
	// Erratum 4789 takes the base for a folder.
	base, _ = resolve.NewBase("http://a/b/..", resolve.BaseDots)
	out, _, _ = base.AppendString(nil, "g")
	fmt.Printf("%s\n", out)
	_, err := resolve.NewBase("/a/b", 0)
	fmt.Println(err)
	// Output:
	// http://a/b/g
	// http://a/g
	// uriscan: bad-scheme at offset 0
}

func ExampleBase_Reset() {
	var base resolve.Base
	for _, page := range []string{"http://a/b/c", "http://d/e/"} {
		if err := base.Reset([]byte(page), 0); err != nil {
			fmt.Println(err)
			return
		}
		out, _, _ := base.Append(nil, []byte("../f"))
		fmt.Printf("%s\n", out)
	}
	// Output:
	// http://a/f
	// http://d/f
}

func ExampleBase_ResetString() {
	var base resolve.Base
	fmt.Println(base.ResetString("http://a/b#c", 0))
	out, _, _ := base.AppendString(nil, "")
	fmt.Printf("%s\n", out) // a fragment of the base is ignored
	// Output:
	// <nil>
	// http://a/b
}

func ExampleBase_Append() {
	base, _ := resolve.NewBase("http://a/b/c/d;p?q", resolve.RejectUnderflow)
	buf := make([]byte, 0, 256)
	buf, target, err := base.Append(buf, []byte("../g?y#s"))
	fmt.Printf("%s %v %v\n", buf, target.Query(), err)
	_, _, err = base.Append(buf, []byte("../../../g"))
	fmt.Println(errors.Is(err, scanner.Underflow), err)
	// Output:
	// http://a/b/g?y#s {13 14} <nil>
	// true uriscan: underflow at offset 6
}

// A path that would be read as an authority gets "/." in front.
func ExampleBase_AppendString() {
	base, _ := resolve.NewBase("a:/x", 0)
	out, _, _ := base.AppendString(nil, "/y/..//b")
	fmt.Printf("%s\n", out)
	// Output: a:/.//b
}

func ExampleBase_AppendRef() {
	base, _ := resolve.NewBase("http://a/b/c", 0)
	link := []byte("d?e")
	ref, err := scanner.Parse(link)
	if err != nil || ref.Has(scanner.Scheme) {
		return // another site's, say
	}
	out, _, err := base.AppendRef(nil, link, ref)
	fmt.Printf("%s %v\n", out, err)
	// Output: http://a/b/d?e <nil>
}

func ExampleBase_AppendRelative() {
	base, _ := resolve.NewBase("http://a/docs/guide/index.html", 0)
	for _, target := range []string{
		"http://a/docs/guide/intro.html", "http://a/docs/api/?x", "http://a/", "http://a/docs/guide/", "http://a/docs/guide/n:1",
		"http://a/docs/guide/index.html#top", "http://cdn/x.js", "https://a/",
	} {
		out, _, _ := base.AppendRelative(nil, []byte(target))
		fmt.Printf("%s\n", out)
	}
	// Output:
	// intro.html
	// ../api/?x
	// /
	// .
	// ./n:1
	// #top
	// //cdn/x.js
	// https://a/
}

func ExampleBase_Do() {
	base, _ := resolve.NewBase("http://a/b/c", 0)
	err := base.Do([]byte("../d"), func(target []byte, r scanner.Ref) {
		fmt.Printf("%s on host %s\n", target, r.Host().Of(target))
	})
	fmt.Println(err)
	// Output:
	// http://a/d on host a
	// <nil>
}

func ExampleBase_SameDocument() {
	base, _ := resolve.NewBase("http://a/b?q", 0)
	fmt.Println(base.SameDocument([]byte("#top")), base.SameDocument([]byte("?q")), base.SameDocument([]byte("b")))
	// Output: true true false
}

func ExampleString() {
	fmt.Println(resolve.String("http://a/b/c/d;p?q", "../../g"))
	// Output: http://a/g <nil>
}

func ExampleAppendWithoutDotSegments() {
	path := []byte("/a/b/c/./../../g")
	path = resolve.AppendWithoutDotSegments(path[:0], path)
	fmt.Printf("%s\n", path)
	fmt.Printf("%s\n", resolve.AppendWithoutDotSegments(nil, "a/../b")) // to the letter
	// Output:
	// /a/g
	// /b
}

func ExampleAppendRecomposed() {
	p := resolve.Parts{
		Has:    scanner.Scheme | scanner.Host | scanner.Query,
		Scheme: []byte("http"), Host: []byte("example.com"), Path: []byte("/a"), Query: []byte("b=c"),
	}
	uri, ref, err := resolve.AppendRecomposed(nil, &p)
	fmt.Printf("%s %v %v\n", uri, ref.Host(), err)
	p = resolve.Parts{Path: []byte("//evil/a")} // would be an authority
	_, _, err = resolve.AppendRecomposed(nil, &p)
	fmt.Println(err)
	// Output:
	// http://example.com/a?b=c {7 18} <nil>
	// uriscan: path-as-authority at offset 0
}

func ExampleRecompose() {
	v, _ := scanner.ParseView([]byte("http://old.example:8080/a?b=c#top"))
	p := resolve.Parts{
		Has: v.Ref.Components(), Scheme: v.Scheme(), Host: []byte("new.example"), Port: v.Port(),
		Path: v.Path(), Query: v.Query(), Fragment: v.Fragment(),
	}
	err := resolve.Recompose(&p, func(uri []byte, r scanner.Ref) {
		fmt.Printf("%s %v\n", uri, r.Host())
	})
	fmt.Println(err)
	// Output:
	// http://new.example:8080/a?b=c#top {7 18}
	// <nil>
}
