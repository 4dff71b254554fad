package promises

import (
	"strings"

	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/scanner"
)

const allRungs = normalize.Scheme | normalize.DropFragment | normalize.DropUserinfo

var (
	dirty      = "HTTP://u@[2001:DB8:0::7]:080/a/./b/%2e%2E/%7eu?%3d#%c3"
	dirtyBlock = []byte(strings.Repeat(good+"\n"+bad+"\r\n\n"+dirty+"\nhttp://h\n", 80))
	dirtyLines = func() []scanner.Line { l, _ := scanner.AppendLines(nil, dirtyBlock, '\n'); return l }()
	forms      = make([]byte, 0, len(dirtyBlock)+7*len(dirtyLines))
	overItself = make([]byte, 0, cap(forms))
	// Already normal, what needs every rung, with an IP literal, and bad.
	linksToResolve = [][]byte{[]byte("a/b?c"), []byte("../%7e/./B%2f#F"), []byte("//[2001:DB8::0]:80"), []byte("a b")}
	rungs          = make([]normalize.Flags, 0, len(dirtyLines))
	sums           = make([]normalize.Sum, 0, len(dirtyLines))
)

func forNormalAppend[B lut.Bytes](src B) {
	sink.b, sink.ref, sink.err = normalize.Append(scratch, src, allRungs)
}
func forNormalAppendRef[B lut.Bytes](src B) {
	sink.b, sink.ref = normalize.AppendRef(scratch, src, scanner.Split(src), allRungs)
}
func forNeeded[B lut.Bytes](src B) {
	sink.ok = normalize.Needed(src, scanner.Split(src), allRungs) == 0
}
func forEqual[B lut.Bytes](src B) { sink.ok = normalize.Equal(src, dirty, allRungs) }
func forHash[B lut.Bytes](src B) {
	hi, _ := normalize.Hash(src, scanner.Split(src), allRungs, 0)
	sink.n = int(hi)
}

func normalizeAllocs() []alloc {
	once := func(function string, call func()) alloc { return alloc{function, "", 0, "", call} }
	rows := inputs("normalize.Append", 0, forNormalAppend, forNormalAppend, forNormalAppend, forNormalAppend)
	rows = append(rows, inputs("normalize.AppendRef", 0, forNormalAppendRef, forNormalAppendRef, forNormalAppendRef, forNormalAppendRef)...)
	rows = append(rows, inputs("normalize.Needed", 0, forNeeded, forNeeded, forNeeded, forNeeded)...)
	rows = append(rows, inputs("normalize.Equal", 0, forEqual, forEqual, forEqual, forEqual)...)
	rows = append(rows, inputs("normalize.Hash", 0, forHash, forHash, forHash, forHash)...)
	asBytes := []byte(dirty)
	return append(rows,
		alloc{"normalize.Append", "what needs every rung", 0, "", func() { forNormalAppend(dirty) }},
		alloc{"normalize.Needed", "what needs every rung", 0, "", func() { forNeeded(dirty) }},
		alloc{"normalize.Hash", "what needs every rung", 0, "", func() { forHash(dirty) }},
		once("normalize.String", func() { sink.s, sink.err = normalize.String(good, normalize.Scheme) }),
		alloc{"normalize.String", "not normal", 1, newString, func() { sink.s, sink.err = normalize.String(dirty, allRungs) }},
		once("normalize.Do", func() {
			sink.err = normalize.Do(asBytes, allRungs, func(normal []byte, r scanner.Ref) { sink.n, sink.ref = len(normal), r })
		}),
		alloc{"normalize.AppendResolved", "links", 0, "", func() {
			for _, link := range linksToResolve {
				sink.b, sink.ref, _, sink.err = normalize.AppendResolved(scratch, &pageBase, link, allRungs)
			}
		}},
		once("normalize.Flags.String", func() { sink.s = normalize.PathSegment.String() }),
		alloc{"normalize.Flags.String", "set", 1, newString, func() { sink.s = normalize.Syntax.String() }},
		once("normalize.AppendLines", func() {
			sink.b, _ = normalize.AppendLines(forms, lines, dirtyBlock, dirtyLines, '\n', normalize.Scheme)
		}),
		alloc{"normalize.AppendLines", "over itself", 0, "", func() {
			src := append(overItself, dirtyBlock...)
			sink.b, _ = normalize.AppendLines(src[:0], lines, src, dirtyLines, '\n', allRungs)
		}},
		once("normalize.AppendNeeded", func() {
			sink.n = len(normalize.AppendNeeded(rungs, dirtyBlock, dirtyLines, allRungs))
		}),
		once("normalize.AppendHashes", func() {
			sink.n = len(normalize.AppendHashes(sums, dirtyBlock, dirtyLines, allRungs, 0))
		}),
	)
}
