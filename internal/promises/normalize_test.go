package promises

import (
	"slices"
	"strings"

	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/scanner"
)

const everyRung = normalize.Scheme | normalize.DropFragment | normalize.DropUserinfo

var (
	forms = []string{ // normal, in need of each rung, and refused
		"", "http://example.com/a?b", "HTTP://u@EXAMPLE.com:0080?%7e%2f#f", "//[::FFFF:C000:201]:/a/./../b/%2e%2e//c", "x:a/../..//b", "../%41", plain,
		"http://h/" + strings.Repeat("%7e/../", 500), "http://h/" + strings.Repeat("%7e/../", 1000), bad, "http://h/%", far,
	}
	inPlace    = make([]byte, 0, 8192)
	linkToRung = [][]byte{[]byte("../%7E"), []byte("//H:80"), []byte("HTTP:"), []byte("a/%2e%2e/b"), []byte("a b"), nil}
)

func forNormalize[B lut.Bytes](src B) {
	sink.b, sink.ref, sink.err = normalize.Append(scratch, src, everyRung)
}
func forAppendRef[B lut.Bytes](src B) {
	sink.b, sink.ref = normalize.AppendRef(scratch, src, scanner.Split(src), everyRung)
}
func forNeeded[B lut.Bytes](src B) {
	sink.ok = normalize.Needed(src, scanner.Split(src), everyRung) == 0
}
func forHash[B lut.Bytes](src B) {
	hi, lo := normalize.Hash(src, scanner.Split(src), everyRung, 1)
	sink.ok = hi == lo
}
func forEqual[B lut.Bytes](src B) { sink.ok = normalize.Equal(src, "HTTP://%48/", everyRung) }

// long has a form beyond what the pool keeps.
var long = "HTTP://h/" + strings.Repeat("a", 70_000)

// overForms makes a row of all forms that are read below offset 1,024.
func overForms(function string, call func(form string)) alloc {
	return alloc{function, "forms", 0, "", func() {
		for _, form := range forms[:len(forms)-1] {
			call(form)
		}
	}}
}

func normalizeAllocs() []alloc {
	doNothing := func(normal []byte, r scanner.Ref) { sink.n, sink.ref = len(normal), r }
	rows := slices.Concat(
		inputs("normalize.Append", 0, forNormalize, forNormalize, forNormalize, forNormalize),
		inputs("normalize.AppendRef", 0, forAppendRef, forAppendRef, forAppendRef, forAppendRef),
		inputs("normalize.Needed", 0, forNeeded, forNeeded, forNeeded, forNeeded),
		inputs("normalize.Hash", 0, forHash, forHash, forHash, forHash),
		inputs("normalize.Equal", 0, forEqual, forEqual, forEqual, forEqual),
	)
	return append(rows,
		overForms("normalize.Append", func(form string) { forNormalize(form) }),
		overForms("normalize.AppendRef", func(form string) { forAppendRef(form) }),
		overForms("normalize.Needed", func(form string) { forNeeded(form) }),
		overForms("normalize.Hash", func(form string) { forHash(form) }),
		overForms("normalize.Equal", func(form string) { forEqual(form) }),
		alloc{"normalize.Hash", "70,000 bytes", 0, "", func() { forHash(long) }},
		alloc{"normalize.Equal", "70,000 bytes", 0, "", func() { forEqual(long) }},
		alloc{"normalize.KnownNormal", "", 0, "", func() { sink.ok = normalize.KnownNormal(goodRef, normalize.Scheme) }},
		alloc{"normalize.Append", "in place, and aside where it lengthens", 0, "", func() {
			for _, form := range forms[:len(forms)-1] {
				src := append(inPlace, form...)
				sink.b, sink.ref, sink.err = normalize.Append(src[:0], src, everyRung)
			}
		}},
		alloc{"normalize.Append", "room for the form alone, which is shorter", 0, "", func() {
			sink.b, sink.ref, sink.err = normalize.Append(scratch[:0:len("http://h/~")], "HTTP://h:80/%7e", everyRung)
		}},
		alloc{"normalize.Append", "70,000 bytes to nil", 1, "dst grows once", func() { sink.b, sink.ref, sink.err = normalize.Append(nil, long, everyRung) }},
		alloc{"normalize.Append", "offset 70,000", 1, "an error from offset 1,024 on", func() { forNormalize(far) }},
		alloc{"normalize.AppendResolved", "", 0, "", func() {
			for _, link := range linkToRung {
				sink.b, sink.ref, _, sink.err = normalize.AppendResolved(scratch, &pageBase, link, everyRung)
			}
		}},
		alloc{"normalize.AppendResolved", "to nil", 1, "dst grows once, to the target", func() {
			sink.b, sink.ref, _, sink.err = normalize.AppendResolved(nil, &pageBase, []byte("HTTP://h:80/%7e/../"), everyRung)
		}},
		alloc{"normalize.Do", "", 0, "", func() {
			for _, form := range forms[:len(forms)-1] {
				sink.err = normalize.Do(append(inPlace, form...), everyRung, doNothing)
			}
		}},
		alloc{"normalize.String", "already normal, or bad", 0, "", func() {
			sink.s, sink.err = normalize.String("http://example.com/a?b", everyRung)
			sink.s, sink.err = normalize.String(bad, everyRung)
		}},
		alloc{"normalize.String", "changed", 1, newString, func() { sink.s, sink.err = normalize.String("HTTP://h", everyRung) }},
		alloc{"normalize.Flags.String", "one", 0, "", func() { sink.s = normalize.IPv6.String() }},
		alloc{"normalize.Flags.String", "two", 1, newString, func() { sink.s = (normalize.IPv6 | normalize.Case).String() }},
	)
}
