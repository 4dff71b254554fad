package lut_test

import (
	"fmt"

	"github.com/uriscan/uriscan/lut"
)

func ExampleClassOf() {
	fmt.Println(lut.ClassOf('!')&lut.SubDelim != 0, lut.ClassOf('/')&lut.PChar != 0, lut.ClassOf(' '))
	// Output: true false 0
}

func ExampleSpan() {
	scheme := lut.SetOf(lut.Scheme)
	fmt.Println(lut.Span("coap+tcp://example.com", scheme))
	// Output: 8
}

func ExampleSetOf() {
	path := lut.SetOf(lut.PChar).Or(lut.MakeSet("/"))
	fmt.Println(path == lut.SetOf(lut.Path), path.Has('?'))
	// Output: true false
}

func ExampleMakeSet() {
	vowels := lut.MakeSet("aeiou")
	fmt.Println(vowels.Has('e'), vowels.Has('x'))
	// Output: true false
}

func ExampleAppendPctEncoded() {
	segment := lut.AppendPctEncoded(nil, "a/b c", lut.SetOf(lut.PChar))
	fmt.Printf("/files/%s\n", segment)
	// Output: /files/a%2Fb%20c
}

func ExampleAppendPctDecoded() {
	name, bad := lut.AppendPctDecoded(nil, "a%2Fb%20c")
	fmt.Printf("%s %d\n", name, bad)
	_, bad = lut.AppendPctDecoded(nil, "100%")
	fmt.Println(bad)
	// Output:
	// a/b c -1
	// 3
}
