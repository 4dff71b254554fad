package inspect_test

import (
	"fmt"
	"net/netip"

	"github.com/uriscan/uriscan/scanner"
	"github.com/uriscan/uriscan/scanner/inspect"
)

func ExampleOf() {
	for _, target := range []string{"/public/page", "/public/..%2fadmin"} {
		ref, err := scanner.Parse(target)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%q\n", inspect.Of(target, ref))
	}
	// Output:
	// ""
	// "encoded-slash|encoded-dot-segment"
}

func ExampleAll() {
	const link = "http://bank.example@0x7f.1:99/a/%2e%2e/b"
	ref, err := scanner.Parse(link)
	if err != nil {
		fmt.Println(err)
		return
	}
	for r, span := range inspect.All(link, ref) {
		fmt.Println(span.Start, r, span.OfString(link))
	}
	// Output:
	// 7 userinfo bank.example
	// 7 userinfo-like-host bank.example
	// 20 rare-ipv4 0x7f.1
	// 20 loopback 0x7f.1
	// 27 unusual-port 99
	// 32 encoded-dot %2e
	// 32 encoded-dot-segment %2e%2e
	// 35 encoded-dot %2e
}

// The address that a name was resolved to.
func ExampleOfAddr() {
	for _, addr := range []string{"93.184.215.14", "169.254.169.254", "64:ff9b::a00:1"} {
		r := inspect.OfAddr(netip.MustParseAddr(addr))
		fmt.Printf("%s %v %q\n", addr, r&inspect.NotPublic != 0, r)
	}
	// Output:
	// 93.184.215.14 false ""
	// 169.254.169.254 true "link-local|metadata"
	// 64:ff9b::a00:1 true "embedded-ipv4|private"
}

func ExampleAddress() {
	const link = "http://0251.0376.0251.0376/"
	ref, _ := scanner.Parse(link)
	fmt.Println(inspect.Address(link, ref))
	// Output: 169.254.169.254 true
}

func ExampleEmbedded() {
	fmt.Println(inspect.Embedded(netip.MustParseAddr("2002:c000:204::1")))
	// Output: 192.0.2.4 true
}

// A list of remarks for a help text.
func ExampleRemarks() {
	for r, says := range inspect.Remarks {
		fmt.Printf("%-18s %s\n", r, says)
		if r == inspect.EncodedBackslash {
			break
		}
	}
	// Output:
	// encoded-slash      "/" is encoded in the authority or path
	// encoded-backslash  "\" is encoded in the authority or path
}
