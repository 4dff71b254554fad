package inspect_test

import (
	"fmt"
	"log"

	"github.com/uriscan/uriscan/scanner"
	"github.com/uriscan/uriscan/scanner/inspect"
)

// A server that fetches what its users name judges the URL first. Afterwards
// httpguard.DialControl judges the addresses that the name resolves to.
func ExamplePolicy() {
	policy, err := inspect.NewPolicy(inspect.Fetch())
	if err != nil {
		log.Fatal(err)
	}
	for _, uri := range []string{"https://www.example.com/feed", "http://0x7f.1/", "http://[::ffff:10.0.0.1]/", "http://example.com:8080/"} {
		ref, err := scanner.Parse(uri)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(uri, policy.CheckString("GET", uri, ref).Err())
	}
	// Output:
	// https://www.example.com/feed <nil>
	// http://0x7f.1/ uriscan: refused by rule rare-ipv4 at offset 7
	// http://[::ffff:10.0.0.1]/ uriscan: refused by rule embedded-ipv4 at offset 7
	// http://example.com:8080/ uriscan: refused by rule port at offset 19
}

// After a login the page goes on to where a parameter says, if that is on the same site.
func ExampleRedirect() {
	policy, err := inspect.NewPolicy(inspect.Redirect("https://www.example.com/"))
	if err != nil {
		log.Fatal(err)
	}
	for _, next := range []string{"/settings?tab=2", "//evil.example", "/a/..//evil.example", "/a/../%5cevil.example"} {
		ref, err := scanner.Parse(next)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(next, policy.CheckString("", next, ref).Err())
	}
	// Output:
	// /settings?tab=2 <nil>
	// //evil.example uriscan: refused by rule origin at offset 2
	// /a/..//evil.example uriscan: refused by rule origin at offset 0
	// /a/../%5cevil.example uriscan: refused by rule encoded-backslash at offset 6
}

// Rules may begin with ready ones, and come from a file.
func ExampleParseRules() {
	rules, err := inspect.ParseRules([]byte(`{"like": "fetch", "suffixes": ["example.com"], "ports": [443]}`))
	if err != nil {
		log.Fatal(err)
	}
	policy, err := inspect.NewPolicy(rules)
	if err != nil {
		log.Fatal(err)
	}
	const uri = "https://example.com.evil.example/"
	ref, _ := scanner.Parse(uri)
	refusal := policy.CheckString("", uri, ref)
	fmt.Println(refusal.Rule(), refusal.Span().OfString(uri))
	// Output: suffix example.com.evil.example
}
