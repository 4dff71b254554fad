package promises

import (
	"strings"

	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

const (
	page   = "http://u@[2001:db8::7]:8042/over/./there/index.html?name=ferret"
	short  = "http://example.com/a/b"
	copied = "copies the base"
)

var (
	pageBase, _ = resolve.NewBase(page, resolve.RejectUnderflow)
	resetBase   resolve.Base
	links       = [][]byte{ // of every branch of 5.2.2, and what is refused
		nil, []byte("g?y#s"), []byte("?y"), []byte("#s"), []byte("/g"), []byte("//[::1]/g"), []byte("x:../y"), []byte("../g"), []byte("/a/./b/../c"),
		[]byte(page), []byte("//h/../g"), []byte("../../../g"), []byte("a b"), []byte("1:"),
	}

	up        = []byte(strings.Repeat("a/", 100) + strings.Repeat("../", 103))
	farUp     = []byte(strings.Repeat("a/", 40_000) + strings.Repeat("../", 41_000))
	underflow = func() resolve.Error {
		_, _, err := pageBase.Append(nil, []byte("../../../g"))
		return err.(resolve.Error)
	}()
	parts       = resolve.Parts{Has: scanner.Scheme | scanner.Host | scanner.Port | scanner.Query, Scheme: []byte("http"), Host: []byte("[::1]"), Port: []byte("8"), Path: []byte("/a"), Query: []byte("b")}
	partsOfPath = resolve.Parts{Path: []byte("a:b")}
	partsOfHost = resolve.Parts{Has: scanner.Host, Host: []byte("[::1")}
)

func forDots[B lut.Bytes](src B) { sink.b = resolve.AppendWithoutDotSegments(scratch, src) }
func forNewBase[B lut.Bytes](src B) {
	_, sink.err = resolve.NewBase(src, 0)
}

// overLinks makes a row of all links together.
func overLinks(function string, call func(link []byte)) alloc {
	return alloc{function, "", 0, "", func() {
		for _, link := range links {
			call(link)
		}
	}}
}

func resolveAllocs() []alloc {
	once := func(function string, call func()) alloc { return alloc{function, "", 0, "", call} }
	linkStrings := make(map[string]string)
	for _, link := range links {
		linkStrings[string(link)] = string(link)
	}
	rows := inputs("resolve.AppendWithoutDotSegments", 0, forDots, forDots, forDots, forDots)
	return append(rows,
		alloc{"resolve.NewBase", "string", 1, copied, func() { forNewBase(short) }},
		alloc{"resolve.NewBase", "named string", 1, copied, func() { forNewBase(namedString(page)) }},
		alloc{"resolve.NewBase", "[]byte", 1, copied, func() { forNewBase(goodAsBytes) }},
		alloc{"resolve.NewBase", "named bytes", 1, copied, func() { forNewBase(namedBytes(goodAsBytes)) }},
		alloc{"resolve.NewBase", "without path", 1, copied, func() { forNewBase("http://h") }},
		alloc{"resolve.NewBase", "bad", 0, "", func() { forNewBase(bad) }},
		once("resolve.Base.Reset", func() { sink.err = resetBase.Reset(goodAsBytes, 0) }),
		once("resolve.Base.ResetString", func() {
			for _, base := range []string{page, short, bad, "/relative", "http://h", "a:/../b"} {
				sink.err = resetBase.ResetString(base, resolve.RejectUnderflow)
			}
		}),
		overLinks("resolve.Base.Append", func(link []byte) { sink.b, sink.ref, sink.err = pageBase.Append(scratch, link) }),
		overLinks("resolve.Base.AppendRelative", func(link []byte) { sink.b, sink.ref, sink.err = pageBase.AppendRelative(scratch, link) }),
		overLinks("resolve.Base.SameDocument", func(link []byte) { sink.ok = pageBase.SameDocument(link) }),
		overLinks("resolve.Base.Do", func(link []byte) {
			sink.err = pageBase.Do(link, func(target []byte, r scanner.Ref) { sink.n, sink.ref = len(target), r })
		}),
		overLinks("resolve.Base.AppendRef", func(link []byte) {
			if r, err := scanner.Parse(link); err == nil {
				sink.b, sink.ref, sink.err = pageBase.AppendRef(scratch, link, r)
			}
		}),
		once("resolve.Base.AppendString", func() {
			for _, link := range linkStrings {
				sink.b, sink.ref, sink.err = pageBase.AppendString(scratch, link)
			}
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
		once("resolve.AppendRecomposed", func() {
			for _, p := range []*resolve.Parts{&parts, &partsOfPath, &partsOfHost} {
				sink.b, sink.ref, sink.err = resolve.AppendRecomposed(scratch, p)
			}
		}),
		once("resolve.Recompose", func() {
			for _, p := range []*resolve.Parts{&parts, &partsOfPath, &partsOfHost} {
				sink.err = resolve.Recompose(p, func(uri []byte, r scanner.Ref) { sink.n, sink.ref = len(uri), r })
			}
		}),
		once("resolve.Error.Kind", func() { sink.ok = underflow.Kind() == resolve.Underflow }),
		once("resolve.Error.Offset", func() { sink.n = underflow.Offset() }),
		once("resolve.Error.Unwrap", func() { sink.err = underflow.Unwrap() }),
		alloc{"resolve.Error.Error", "", 1, newString, func() { sink.s = underflow.Error() }},
		alloc{"resolve.Kind.Error", "", 1, newString, func() { sink.s = underflow.Kind().Error() }},
		once("resolve.Kind.String", func() { sink.s = underflow.Kind().String() }),
	)
}
