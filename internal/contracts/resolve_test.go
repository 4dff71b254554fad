package contracts

import (
	"slices"
	"strings"

	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

const (
	page   = "http://u@[2001:db8::7]:8042/over/./there/index.html?name=ferret"
	short  = "http://example.com/a/b"
	copied = "returns a new Base, with a copy"
)

var (
	pageBase, _ = resolve.NewBase(page, resolve.RejectUnderflow)
	resetBase   resolve.Base
	links       = [][]byte{ // of every branch of 5.2.2, and what is refused
		nil, []byte("g?y#s"), []byte("?y"), []byte("#s"), []byte("/g"), []byte("//[::1]/g"), []byte("x:../y"), []byte("../g"), []byte("/a/./b/../c"),
		[]byte(page), []byte("//h/../g"), []byte("../../../g"), []byte("a b"), []byte("1:"),
	}

	up       = []byte(strings.Repeat("a/", 100) + strings.Repeat("../", 103))
	farUp    = []byte(strings.Repeat("a/", 40_000) + strings.Repeat("../", 41_000))
	parts    = resolve.Parts{Has: scanner.Scheme | scanner.Host | scanner.Port | scanner.Query, Scheme: []byte("http"), Host: []byte("[::1]"), Port: []byte("8"), Path: []byte("/a"), Query: []byte("b")}
	allParts = []*resolve.Parts{&parts, {Path: []byte("a:b")}, {Has: scanner.Host, Host: []byte("[::1")}}
)

func forDots[B lut.Bytes](src B) { sink.b = resolve.AppendWithoutDotSegments(scratch, src) }
func forNewBase[B lut.Bytes](src B) {
	sink.base, sink.err = resolve.NewBase(src, 0)
}

func resolveAllocs() []alloc {
	var linkStrings []string
	for _, link := range links {
		linkStrings = append(linkStrings, string(link))
	}
	rows := inputs("resolve.AppendWithoutDotSegments", forDots, forDots, forDots, forDots)
	return append(rows,
		alloc{"resolve.NewBase", "string", 2, copied, func() { forNewBase(short) }},
		alloc{"resolve.NewBase", "named string", 2, copied, func() { forNewBase(namedString(page)) }},
		alloc{"resolve.NewBase", "[]byte", 2, copied, func() { forNewBase(goodAsBytes) }},
		alloc{"resolve.NewBase", "named bytes", 2, copied, func() { forNewBase(namedBytes(goodAsBytes)) }},
		alloc{"resolve.NewBase", "without path", 2, copied, func() { forNewBase("http://h") }},
		alloc{"resolve.NewBase", "bad", 0, "", func() { forNewBase(bad) }},
		once("resolve.Base.Reset", func() { sink.err = resetBase.Reset(goodAsBytes, 0) }),
		each("resolve.Base.ResetString", "", []string{page, short, bad, "/relative", "http://h", "a:/../b"}, func(base string) {
			sink.err = resetBase.ResetString(base, resolve.RejectUnderflow)
		}),
		each("resolve.Base.Append", "", links, func(link []byte) { sink.b, sink.ref, sink.err = pageBase.Append(scratch, link) }),
		each("resolve.Base.AppendRelative", "", links, func(link []byte) { sink.b, sink.ref, sink.err = pageBase.AppendRelative(scratch, link) }),
		each("resolve.Base.SameDocument", "", links, func(link []byte) { sink.ok = pageBase.SameDocument(link) }),
		each("resolve.Base.Do", "", links, func(link []byte) {
			sink.err = pageBase.Do(link, func(target []byte, r scanner.Ref) { sink.n, sink.ref = len(target), r })
		}),
		each("resolve.Base.AppendRef", "", links, func(link []byte) {
			if r, err := scanner.Parse(link); err == nil {
				sink.b, sink.ref, sink.err = pageBase.AppendRef(scratch, link, r)
			}
		}),
		each("resolve.Base.AppendString", "", linkStrings, func(link string) {
			sink.b, sink.ref, sink.err = pageBase.AppendString(scratch, link)
		}),
		alloc{"resolve.Base.Append", "underflow below byte 1,024", 0, "", func() {
			for from := 0; from < 200; from += 2 {
				_, _, sink.err = pageBase.Append(scratch, up[from:])
			}
		}},
		alloc{"resolve.Base.Append", "underflow at byte 200,000", 2, "an error from offset 1,024 on; the target has outgrown the pool", func() {
			_, _, sink.err = pageBase.Append(nil, farUp)
		}},
		alloc{"resolve.String", "", 1, newString, func() { sink.s, sink.err = resolve.String(page, "../g") }},
		each("resolve.AppendRecomposed", "", allParts, func(p *resolve.Parts) { sink.b, sink.ref, sink.err = resolve.AppendRecomposed(scratch, p) }),
		each("resolve.Recompose", "", allParts, func(p *resolve.Parts) {
			sink.err = resolve.Recompose(p, func(uri []byte, r scanner.Ref) { sink.n, sink.ref = len(uri), r })
		}),
	)
}

const everyRung = normalize.SchemeBased | normalize.DropFragment | normalize.DropUserinfo

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
	sink.ok = normalize.Hash(src, scanner.Split(src), everyRung, 1) == normalize.Sum{}
}
func forEqual[B lut.Bytes](src B) { sink.ok = normalize.Equal(src, "HTTP://%48/", everyRung) }

// long has a form beyond what the pool keeps.
var long = "HTTP://h/" + strings.Repeat("a", 70_000)

func normalizeAllocs() []alloc {
	below := forms[:len(forms)-1] // read below offset 1,024
	doNothing := func(normal []byte, r scanner.Ref) { sink.n, sink.ref = len(normal), r }
	rows := slices.Concat(
		inputs("normalize.Append", forNormalize, forNormalize, forNormalize, forNormalize),
		inputs("normalize.AppendRef", forAppendRef, forAppendRef, forAppendRef, forAppendRef),
		inputs("normalize.Needed", forNeeded, forNeeded, forNeeded, forNeeded),
		inputs("normalize.Hash", forHash, forHash, forHash, forHash),
		inputs("normalize.Equal", forEqual, forEqual, forEqual, forEqual),
	)
	return append(rows,
		each("normalize.Append", "forms", below, forNormalize[string]),
		each("normalize.AppendRef", "forms", below, forAppendRef[string]),
		each("normalize.Needed", "forms", below, forNeeded[string]),
		each("normalize.Hash", "forms", below, forHash[string]),
		each("normalize.Equal", "forms", below, forEqual[string]),
		alloc{"normalize.Hash", "70,000 bytes", 0, "", func() { forHash(long) }},
		alloc{"normalize.Equal", "70,000 bytes", 0, "", func() { forEqual(long) }},
		alloc{"normalize.KnownNormal", "", 0, "", func() { sink.ok = normalize.KnownNormal(goodRef, normalize.SchemeBased) }},
		each("normalize.Append", "in place, and aside where it lengthens", below, func(form string) {
			src := append(inPlace, form...)
			sink.b, sink.ref, sink.err = normalize.Append(src[:0], src, everyRung)
		}),
		alloc{"normalize.Append", "room for the form alone, which is shorter", 0, "", func() {
			sink.b, sink.ref, sink.err = normalize.Append(scratch[:0:len("http://h/~")], "HTTP://h:80/%7e", everyRung)
		}},
		alloc{"normalize.Append", "70,000 bytes to nil", 1, "dst grows once", func() { sink.b, sink.ref, sink.err = normalize.Append(nil, long, everyRung) }},
		alloc{"normalize.Append", "offset 70,000", 1, "an error from offset 1,024 on", func() { forNormalize(far) }},
		each("normalize.AppendResolved", "", linkToRung, func(link []byte) {
			sink.b, sink.ref, _, sink.err = normalize.AppendResolved(scratch, pageBase, link, everyRung)
		}),
		alloc{"normalize.AppendResolved", "to nil", 1, "dst grows once, to the target", func() {
			sink.b, sink.ref, _, sink.err = normalize.AppendResolved(nil, pageBase, []byte("HTTP://h:80/%7e/../"), everyRung)
		}},
		each("normalize.Do", "", below, func(form string) { sink.err = normalize.Do(append(inPlace, form...), everyRung, doNothing) }),
		alloc{"normalize.String", "already normal, or bad", 0, "", func() {
			sink.s, sink.err = normalize.String("http://example.com/a?b", everyRung)
			sink.s, sink.err = normalize.String(bad, everyRung)
		}},
		alloc{"normalize.String", "changed", 1, newString, func() { sink.s, sink.err = normalize.String("HTTP://h", everyRung) }},
		alloc{"normalize.Flags.String", "one", 0, "", func() { sink.s = normalize.IPv6.String() }},
		alloc{"normalize.Flags.String", "two", 1, newString, func() { sink.s = (normalize.IPv6 | normalize.Case).String() }},
	)
}
