package promises

import (
	"strings"

	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/scanner"
)

var (
	dirty      = "HTTP://u@[2001:DB8:0::7]:080/a/./b/%2e%2E/%7eu?%3d#%c3"
	dirtyBlock = []byte(strings.Repeat(good+"\n"+bad+"\r\n\n"+dirty+"\nhttp://h\n", 80))
	dirtyLines = func() []scanner.Line { l, _ := scanner.AppendLines(nil, dirtyBlock, '\n'); return l }()
	formsBlock = make([]byte, 0, len(dirtyBlock)+7*len(dirtyLines))
	overItself = make([]byte, 0, cap(formsBlock))
	rungs      = make([]normalize.Flags, 0, len(dirtyLines))
	sums       = make([]normalize.Sum, 0, len(dirtyLines))
)

func normalizeLinesAllocs() []alloc {
	return []alloc{
		{"normalize.AppendLines", "", 0, "", func() {
			sink.b, _ = normalize.AppendLines(formsBlock, lines, dirtyBlock, dirtyLines, '\n', normalize.Scheme)
		}},
		{"normalize.AppendLines", "over itself", 0, "", func() {
			src := append(overItself, dirtyBlock...)
			sink.b, _ = normalize.AppendLines(src[:0], lines, src, dirtyLines, '\n', everyRung)
		}},
		{"normalize.AppendNeeded", "", 0, "", func() {
			sink.n = len(normalize.AppendNeeded(rungs, dirtyBlock, dirtyLines, everyRung))
		}},
		{"normalize.AppendHashes", "", 0, "", func() {
			sink.n = len(normalize.AppendHashes(sums, dirtyBlock, dirtyLines, everyRung, 0))
		}},
	}
}
