package target_test

import (
	"errors"
	"fmt"

	"github.com/uriscan/uriscan/scanner"
	"github.com/uriscan/uriscan/scanner/target"
)

// What a proxy asks of each request: whom it is for, which route that is, and what to send.
func Example() {
	r := target.Request{
		Method: []byte("GET"), Scheme: []byte("https"), Host: []byte("example.com"), SNI: []byte("example.com"),
		Target: []byte("/api/v1%2F/../users?id=7"),
	}
	form, ref, err := target.Parse(r.Method, r.Target)
	if err != nil {
		fmt.Println(err) // answer 400
		return
	}
	uri, _, err := target.AppendURI(nil, &r)
	fmt.Println(form, string(uri), err)
	if path := ref.Path().Of(r.Target); target.HasPrefix(path, "/api") {
		out, ok := target.AppendStripped(nil, path, "/api")
		fmt.Println(string(append(out, r.Target[ref.Path().End:]...)), ok)
	}
	// Output:
	// origin https://example.com/api/v1%2F/../users?id=7 <nil>
	// /v1%2F/../users?id=7 true
}

func ExampleParse() {
	for _, request := range [][2]string{
		{"GET", "//h/p?q"}, {"GET", "http://h/p"}, {"CONNECT", "h:443"}, {"OPTIONS", "*"},
		{"GET", "*"}, {"GET", "/p#f"}, {"GET", "http://bank.example@evil.example/"},
	} {
		form, ref, err := target.Parse(request[0], request[1])
		fmt.Println(form, ref.Path().OfString(request[1]), err)
	}
	// Output:
	// origin //h/p <nil>
	// absolute /p <nil>
	// authority  <nil>
	// asterisk * <nil>
	//   uriscan: bad-target at offset 0
	//   uriscan: bad-fragment at offset 2
	//   uriscan: userinfo-refused at offset 19
}

func ExampleAppendURI() {
	r := target.Request{Method: []byte("GET"), Scheme: []byte("http"), Host: []byte("victim.example"), Target: []byte("//x/p?q")}
	uri, ref, err := target.AppendURI(nil, &r)
	fmt.Printf("%s, path %s, %v\n", uri, ref.Path().Of(uri), err)
	r.Target = []byte("http://evil.example/")
	_, _, err = target.AppendURI(uri[:0], &r)
	fmt.Println(err, errors.Is(err, scanner.HostMismatch))
	// Output:
	// http://victim.example//x/p?q, path //x/p, <nil>
	// uriscan: host-mismatch at offset 7 true
}

func ExampleHasPrefix() {
	fmt.Println(target.HasPrefix("/ca/prod/x", "/ca/prod"), target.HasPrefix("/ca/prod2", "/ca/prod"))
	fmt.Println(target.HasPrefix("/public/%2e%2e/admin", "/public"), target.HasPrefix("/public/%2e%2e/admin", "/admin"))
	// Output:
	// true false
	// false true
}

func ExampleAppendStripped() {
	for _, path := range []string{"/public/a%2Fb/../c", "/public", "/public/./admin", "/public//h/p", "/x/../public/a"} {
		out, ok := target.AppendStripped(nil, path, "/public")
		fmt.Println(string(out), ok)
	}
	// Output:
	// /a%2Fb/../c true
	// / true
	//  false
	//  false
	//  false
}
