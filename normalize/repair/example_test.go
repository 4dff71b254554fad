package repair_test

import (
	"fmt"

	"github.com/uriscan/uriscan/normalize/repair"
	"github.com/uriscan/uriscan/normalize/repair/idnahost"
)

func ExampleAppend() {
	out, ref, fixes, err := repair.Append(nil, ` http:\\example.com\a b?q=100% `, 0)
	fmt.Printf("%s %s %v %v\n", out, ref.Host().Of(out), fixes, err)

	_, _, _, err = repair.Append(nil, "http://a b/", 0)
	fmt.Println(err)
	// Output:
	// http://example.com/a%20b?q=100%25 example.com trimmed|space|percent|backslash <nil>
	// uriscan: bad-host at offset 8
}

func ExampleAppendHosts() {
	out, _, fixes, err := repair.AppendHosts(nil, "http://bücher.example/ü", 0, idnahost.Append)
	fmt.Printf("%s %v %v\n", out, fixes, err)
	// Output: http://xn--bcher-kva.example/%C3%BC non-ascii|host <nil>
}

func ExampleAll() {
	for fix, span := range repair.All("http://u@b@h/a b|c", 0) {
		fmt.Println(fix, span.Start, span.End)
	}
	// Output:
	// at 8 9
	// space 14 15
	// excluded 16 17
}

func ExampleAllHosts() {
	for fix, span := range repair.AllHosts("http://bücher.example/", 0, idnahost.Append) {
		fmt.Println(fix, span.Start, span.End)
	}
	// Output: host 7 22
}

func ExampleFixes() {
	for fix, says := range repair.Fixes {
		if fix == repair.Percent {
			fmt.Println(fix, "-", says)
		}
	}
	// Output: percent - a "%" without two hex digits is encoded
}
