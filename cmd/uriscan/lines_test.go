package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/scanner"
)

// What lines are (a CR directly before LF belongs to the end of the line)
// and what becomes of bad ones, from outside.
func TestLines(t *testing.T) {
	t.Parallel()
	const path = "[{path}]"
	long := strings.Repeat("a", 2<<20)
	longer := long[:1<<20] // than --max-line
	runTests(t, []commandTest{
		{"empty input", "", []string{"check"}, outcome{0, "", ""}},
		{"empty input is no line", "", []string{"parse", "--format", path}, outcome{0, "", ""}},
		{"empty line is a reference", "\n", []string{"parse", "--format", path}, outcome{0, "[]\n", ""}},
		{"no final newline", "a\nb", []string{"parse", "--format", path}, outcome{0, "[a]\n[b]\n", ""}},
		{"final newline ends", "a\nb\n", []string{"parse", "--format", path}, outcome{0, "[a]\n[b]\n", ""}},
		{"CR LF", "a\r\n\r\nb\r\n", []string{"parse", "--format", path}, outcome{0, "[a]\n[]\n[b]\n", ""}},
		{"CR before the end", "a\r", []string{"check"}, outcome{1, "", "-:1:2: bad-path\n"}},
		{"CR inside", "a\rb\n", []string{"check"}, outcome{1, "", "-:1:2: bad-path\n"}},
		{"two CR before LF", "a\r\r\n", []string{"check"}, outcome{1, "", "-:1:2: bad-path\n"}},
		{"NUL-separated", "a\x00\x00b", []string{"parse", "-0", "--format", path}, outcome{0, "[a]\x00[]\x00[b]\x00", ""}},
		{"NUL-separated, CR stays", "a\r\x00", []string{"check", "-0"}, outcome{1, "", "-:1:2: bad-path\n"}},
		{"NUL-separated, LF stays", "a\nb\x00c d\x00", []string{"check", "--null"}, outcome{1, "", "-:1:2: bad-path\n-:2:2: bad-path\n"}},
		{"null set to false", "a\nb\n", []string{"parse", "--null=false", "--format", path}, outcome{0, "[a]\n[b]\n", ""}},
		{"2 MiB line", long + "\nb\n", []string{"parse", "--format", path}, outcome{0, "[" + long + "]\n[b]\n", ""}},
		{"2 MiB line, bad at its end", long + "%zz\n", []string{"check"}, outcome{1, "", "-:1:2097154: bad-percent\n"}},

		{"exactly max-line", "abc\r\nabc\nabc", []string{"check", "--max-line", "3"}, outcome{0, "", ""}},
		{"over max-line", "abcd\na\n", []string{"check", "--max-line", "3"}, outcome{1, "", "-:1:4: too-long\n"}},
		{"over max-line at the end", "abcd", []string{"check", "--max-line", "3"}, outcome{1, "", "-:1:4: too-long\n"}},
		{"CR counts before the end", "abc\r", []string{"check", "--max-line", "3"}, outcome{1, "", "-:1:4: too-long\n"}},
		{"max-line before the grammar", "a b c\n", []string{"check", "--max-line", "4"}, outcome{1, "", "-:1:5: too-long\n"}},
		{"over the default", strings.Repeat("a", 16<<20+1) + "\n \n", []string{"check"}, outcome{1, "", "-:1:16777217: too-long\n-:2:1: bad-path\n"}},
		{"long line kept", longer + "\r\nb\n", []string{"parse", "--format", path, "--max-line", "1K", "--on-error", "keep"},
			outcome{1, longer + "\n[b]\n", "-:1:1025: too-long\n"}},
		{"long line in JSON", longer + "\nb\n", []string{"parse", "--json", "--max-line", "1K"},
			outcome{1, `{"valid":false,"error":{"kind":"too-long","offset":1024}}` + "\n" +
				`{"valid":true,"form":"relative-ref","path":"b","path_kind":"noscheme"}` + "\n", ""}},

		{"skip", "a\nb c\nd\n", []string{"parse", "--format", path}, outcome{1, "[a]\n[d]\n", "-:2:2: bad-path\n"}},
		{"keep", "a\nb c\r\nd\n", []string{"parse", "--format", path, "--on-error", "keep"}, outcome{1, "[a]\nb c\n[d]\n", "-:2:2: bad-path\n"}},
		{"keep the last", "a\nb c", []string{"parse", "--format", path, "--on-error=keep"}, outcome{1, "[a]\nb c\n", "-:2:2: bad-path\n"}},
		{"fail", "a\nb c\nd\ne f\n", []string{"parse", "--format", path, "--on-error", "fail"}, outcome{1, "[a]\n", "-:2:2: bad-path\n"}},
		{"quiet skip", "a\nb c\nd\n", []string{"parse", "--format", path, "--quiet"}, outcome{1, "[a]\n[d]\n", ""}},
		{"quiet fail", "a\nb c\nd\n", []string{"parse", "--format", path, "--quiet", "--on-error", "fail"}, outcome{1, "[a]\n", ""}},
		{"check", "a\nb c\n%\n", []string{"check"}, outcome{1, "", "-:2:2: bad-path\n-:3:2: unexpected-end\n"}},
		{"check fail", "a\nb c\n%\n", []string{"check", "--on-error", "fail"}, outcome{1, "", "-:2:2: bad-path\n"}},
		{"check keep prints no line", "a\nb c\n%\n", []string{"check", "--on-error", "keep"}, outcome{1, "", "-:2:2: bad-path\n-:3:2: unexpected-end\n"}},
		{"check quiet", "a\nb c\n", []string{"check", "--quiet"}, outcome{1, "", ""}},
		{"records whatever the policy", "b c\na\n", []string{"parse", "--json", "--on-error", "fail"},
			outcome{1, `{"valid":false,"error":{"kind":"bad-path","offset":1}}` + "\n" +
				`{"valid":true,"form":"relative-ref","path":"a","path_kind":"noscheme"}` + "\n", ""}},
	})
}

// clip describes an outcome in a few lines.
func clip(o outcome) string {
	cut := func(s string) string {
		if len(s) > 300 {
			return s[:150] + "..." + s[len(s)-150:]
		}
		return s
	}
	return strings.Join([]string{string(rune('0' + o.status%10)), cut(o.out), cut(o.err)}, "|")
}

// slowSplit is the naive twin of blockReader and cutLine: the whole input is
// split at once.
func slowSplit(in string, delim byte) []string {
	lines := strings.SplitAfter(in, string(rune(delim)))
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	for i, line := range lines {
		if body, ended := strings.CutSuffix(line, string(rune(delim))); ended {
			if delim == '\n' {
				body = strings.TrimSuffix(body, "\r")
			}
			lines[i] = body
		}
	}
	return lines
}

// passed returns what a job that passes everything on makes of the lines of r,
// read through a buffer of n bytes.
func passed(t *testing.T, r io.Reader, delim byte, maxLine, n int) string {
	t.Helper()
	b := newBlockReader(delim, maxLine, n, make([]byte, n))
	b.reset(r)
	j := &job{delim: delim, maxLine: maxLine, onError: keep,
		line: func(dst, src []byte) ([]byte, flaw) { return append(append(dst, src...), delim), flaw{} }}
	var all []byte
	var res results
	var found []scanner.Line
	for {
		src, p, err := b.next()
		if err == io.EOF {
			return string(all)
		}
		if err != nil {
			t.Fatalf("next() = %v, want io.EOF at the end", err)
		}
		if p == wholeLines && len(src) == 0 {
			t.Fatal("next() = a block of whole lines without a byte")
		}
		j.do(&res, &found, src, p)
		for _, f := range res.flaws {
			// Marks the lines that were found too long.
			all = append(all, "!"+f.kind+"!"...)
		}
		all = append(all, res.out...)
	}
}

// However the input is cut, by readers and by buffers, the lines are the same, and those
// over the limit are found and passed on whole.
func TestLinesHoweverCut(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 9))
	for range 3000 {
		in := randomLines(rng)
		delim, n := []byte{'\n', 0}[rng.IntN(2)], 1+rng.IntN(9)
		maxLine := []int{defaultMaxLine, 1 + rng.IntN(6)}[rng.IntN(2)]
		readers := map[string]io.Reader{
			"whole":    strings.NewReader(in),
			"one byte": iotest.OneByteReader(strings.NewReader(in)),
			"half":     iotest.HalfReader(strings.NewReader(in)),
			"data+EOF": iotest.DataErrReader(strings.NewReader(in)),
		}
		want, long := "", 0
		for _, line := range slowSplit(in, delim) {
			want += line + string(rune(delim))
			if len(line) > maxLine {
				long++
			}
		}
		for name, r := range readers {
			got := passed(t, r, delim, maxLine, n)
			marks := strings.Count(got, "!too-long!")
			if got = strings.ReplaceAll(got, "!too-long!", ""); got != want || marks != long {
				t.Fatalf("%s reader, limit %d, buffer of %d: lines of %q = %q, %d too long, want %q, %d", name, maxLine, n, in, got, marks, want, long)
			}
		}
	}
}

func randomLines(rng *rand.Rand) string {
	pieces := []string{"\n", "\n", "\r\n", "\r", "\x00", "a", "bcd", "efghijklm", " "}
	var in strings.Builder
	for range rng.IntN(20) {
		in.WriteString(pieces[rng.IntN(len(pieces))])
	}
	return in.String()
}

// endless gives n bytes of a line.
type endless struct{ n int }

func (e *endless) Read(p []byte) (int, error) {
	if e.n == 0 {
		return 0, io.EOF
	}
	n := min(len(p), e.n)
	for i := range p[:n] {
		p[i] = 'a'
	}
	e.n -= n
	return n, nil
}

// A long line is never held: the buffer stays at the size of a block, or of the
// longest line allowed.
func TestLongLineMemory(t *testing.T) {
	for _, maxLine := range []int{1, 1000, blockSize, 3 * blockSize} {
		b := newBlockReader('\n', maxLine, blockSize, make([]byte, blockSize))
		b.reset(io.MultiReader(strings.NewReader("x\n"), &endless{20 * blockSize}, strings.NewReader("\ny\n")))
		total := 0
		for {
			src, _, err := b.next()
			if err != nil {
				break
			}
			total += len(src)
		}
		if want := 20*blockSize + 4; total != want {
			t.Errorf("max-line %d: %d bytes came through, want %d", maxLine, total, want)
		}
		if most := max(blockSize, maxLine) + 2; len(b.buf) > most {
			t.Errorf("max-line %d: buffer of %d bytes, want at most %d", maxLine, len(b.buf), most)
		}
	}
}

// What a command has appended for a line before it finds it bad is dropped.
func TestBadLineLeavesNothing(t *testing.T) {
	j := &job{delim: '\n', maxLine: 10, line: func(dst, src []byte) ([]byte, flaw) {
		if dst = append(dst, src...); string(src) == "b" {
			return dst, flaw{"odd", 0}
		}
		return append(dst, '\n'), flaw{}
	}}
	var r results
	var found []scanner.Line
	j.do(&r, &found, []byte("a\nb\nc\n"), wholeLines)
	if want := "a\nc\n"; string(r.out) != want || r.lines != 3 || r.bad != 1 {
		t.Errorf("do = %q, %d lines, %d bad, want %q, 3, 1", r.out, r.lines, r.bad, want)
	}
}

// The links that ship with the repository: their diagnostics were read against
// the grammar one by one.
func TestLinks(t *testing.T) {
	want, err := os.ReadFile("testdata/links.diagnostics")
	must(t, err)
	t.Chdir("testdata")
	if got := runWith("", "check", "links.txt"); got != (outcome{exitBad, "", string(want)}) {
		t.Errorf("check links.txt = %+v, want status 1 and\n%s", got, want)
	}
}

// showAll prints a reference and where its path is.
func showAll(dst, src []byte, ref scanner.Ref, _ *cell) ([]byte, flaw) {
	if len(src) == 3 {
		return append(dst, "dropped"...), flaw{"odd", 1}
	}
	dst = binary.NativeEndian.AppendUint64(append(dst, src...), uint64(ref.Path().Start))
	return binary.NativeEndian.AppendUint64(dst, uint64(ref.Path().End)), flaw{}
}

// showLine is showAll for a job that locates line by line.
func showLine(dst, src []byte) ([]byte, flaw) {
	ref, fault := scanner.Locate(src, scanner.URIReference)
	if fault != (scanner.Fault{}) {
		return dst, flawOf(fault)
	}
	return showAll(dst, src, ref, nil)
}

// allResults are the results of all parts of a block, as text: what is printed, and
// the flaws.
func allResults(j *job, src []byte, limit int) string {
	r := &results{limit: limit}
	var found []scanner.Line
	var out, flaws strings.Builder
	bad := 0
	for line := 0; len(src) > 0 && !r.stop; line += r.lines {
		src = j.do(r, &found, src, wholeLines)
		out.Write(r.out)
		for _, f := range r.flaws {
			fmt.Fprintf(&flaws, "%d:%v\n", line+f.line, f.flaw)
		}
		bad += r.bad
	}
	return fmt.Sprintf("%s%sbad %d", out.String(), flaws.String(), bad)
}

// Lines that are located many at once have the results that they have one by
// one, wherever the pieces end.
func TestPiecesAreLines(t *testing.T) {
	t.Parallel()
	mixed := mixedLines(5, times(3000))
	inputs := map[string]string{
		"mixed":       mixed,
		"NUL":         strings.ReplaceAll(mixed, "\n", "\x00"),
		"empty lines": strings.Repeat("\n", pieceSize+pieceSize/8),
		"no end":      "a b",
	}
	near, tries := 0, 0
	if *thorough {
		near = 3
	}
	for n := pieceSize - near; n <= pieceSize+near; n++ {
		long := strings.Repeat("x", n)
		inputs[fmt.Sprint("length ", n)] = "a\n" + long + "\n" + long + "\r\nb c\n" + long + " \n" + long
		inputs[fmt.Sprint("first of length ", n)] = long + "\r\n/\r\n"
	}
	for _, name := range slices.Sorted(maps.Keys(inputs)) {
		in := inputs[name]
		for _, j := range []job{
			{delim: '\n', maxLine: 1000},
			{delim: '\n', maxLine: pieceSize, onError: keep},
			{delim: '\n', maxLine: 10, onError: keep, quiet: true},
			{delim: '\n', maxLine: pieceSize + 1, onError: fail},
			{delim: 0, maxLine: 2 * pieceSize},
		} {
			tries++
			for _, limit := range inTurn(tries, 0, 20000, 5000) {
				located, single := j, j
				located.reference, single.line = showAll, showLine
				if got, want := allResults(&located, []byte(in), limit), allResults(&single, []byte(in), limit); got != want {
					t.Errorf("%s, delim %d, max-line %d, limit %d: %d bytes of results, want the %d of single lines",
						name, j.delim, j.maxLine, limit, len(got), len(want))
				}
			}
		}
	}
}

// What is found at once takes bounded memory, whatever the block.
func TestFoundIsBounded(t *testing.T) {
	j := &job{delim: '\n', maxLine: 10, reference: printNothing}
	var r results
	var found []scanner.Line
	j.do(&r, &found, []byte(strings.Repeat("\n", 1<<20)), wholeLines)
	if most := 2 * pieceSize; r.lines != 1<<20 || cap(found) > most {
		t.Errorf("do = %d lines, with room for %d at once, want %d and at most %d", r.lines, cap(found), 1<<20, most)
	}
}

// So does what dedupe picks, and what it locates.
func TestPicksAreBounded(t *testing.T) {
	j := &job{delim: '\n', maxLine: 10}
	k := &picker{keyer: &keyer{level: classLevel(normalize.SchemeBased)}, job: j, located: leastLocated}
	j.reference = k.printer
	b := newBlock(maxResults)
	b.src = bytes.Repeat(newline, 1<<18)
	var found []scanner.Line
	lines := 0
	for more := true; more; lines += len(b.picks.lines) {
		more = k.pick(b, &found)
		if n := len(b.picks.lines); n > mostPicks+leastLocated || cap(found) > 2*leastLocated {
			t.Fatalf("pick = %d lines, with room for %d at once", n, cap(found))
		}
	}
	b.picks.out, b.picks.scratch = make([]byte, roomyBlock+1), make([]byte, roomyBlock+1)
	if b.picks.trim(); cap(b.picks.out)+cap(b.picks.scratch) > 0 {
		t.Error("what long lines took is kept")
	}
	if lines != 1<<18 {
		t.Errorf("%d lines are picked, want %d", lines, 1<<18)
	}
}

// stretchLines makes lines that are normal, may be not, or are bad, with either end.
func stretchLines(rng *rand.Rand, n int) []byte {
	pieces := []string{"http://h/a", "http://h/b?q#f", "HTTP://A/%7ex", "/a/../b", "", "", "http://[::0001]:80", "a b", "%zz", "?%3A", "http://h"}
	var in []byte
	for range n {
		in = append(append(in, pieces[rng.IntN(len(pieces))]...), randomEnd(rng)...)
	}
	return in
}

// Many lines at once come out as line by line, whatever becomes of bad ones and
// wherever results are full.
func TestStretchesAsLines(t *testing.T) {
	t.Parallel()
	flags := map[string]normalizeFlags{
		"scheme":         {level: level(normalize.SchemeBased)},
		"syntax":         {level: level(normalize.Syntax)},
		"only ipv6":      {only: rungs(normalize.IPv6)},
		"changed":        {level: level(normalize.SchemeBased), changed: true},
		"changed syntax": {level: level(normalize.Syntax), changed: true},
	}
	jobs := map[string]job{"check": {reference: printNothing, stretch: nothing}}
	for name, f := range flags {
		jobs[name] = job{reference: f.line('\n'), stretch: f.stretch('\n')}
	}
	rng := rand.New(rand.NewPCG(51, 1))
	for name, j := range jobs {
		if j.stretch == nil {
			t.Fatalf("%s has no stretcher", name)
		}
		for round := range 40 {
			in := stretchLines(rng, rng.IntN(200))
			j.delim, j.maxLine, j.onError = '\n', []int{defaultMaxLine, 10}[round/3%2], policy(round%3)
			slow := j
			slow.stretch = nil
			limit := []int{0, 1, 100, 1000}[rng.IntN(4)]
			if got, want := allResults(&j, in, limit), allResults(&slow, in, limit); got != want {
				t.Errorf("%s of %q, on error %d, = %q, want %q", name, in, j.onError, got, want)
			}
		}
	}
}

// As many lines as there are go through a stretcher at once, and are copied as one where
// they are normal.
func TestStretchesAreLong(t *testing.T) {
	j := &job{delim: '\n', maxLine: defaultMaxLine, stretch: nothing}
	for _, n := range []int{1, 7, 8, 100, maxStretch, 300} {
		src := []byte(strings.Repeat("http://h/a\n", n))
		lines, _ := scanner.AppendLines(nil, src, '\n')
		if got, normal := j.stretchOf(lines), normalLines(src, lines, normalize.SchemeBased, '\n'); got != min(n, maxStretch) || normal != n {
			t.Errorf("of %d lines %d are done at once and %d are normal, want %d and all", n, got, normal, min(n, maxStretch))
		}
	}
}

// shapes makes references of all shapes, good and bad.
func shapes(rng *rand.Rand, n int) []byte {
	pick := func(from ...string) string { return from[rng.IntN(len(from))] }
	var in []byte
	for range n {
		host := pick("", "h", "192.0.2.1", "[::1]", "[v1.x]", strings.Repeat("host.", 13))
		authority := pick("", "//"+pick("", "@", "u:p@")+host+pick("", ":", ":80"))
		path := pick("", "/", "a/b", "/"+strings.Repeat("path/", rng.IntN(20)*rng.IntN(20)))
		in = append(in, pick("", "a:", "http:")+authority+path+pick("", "?", "?q=1")+pick("", "#", "#f")+pick("\n", "\n", "\r\n", " \n")...)
	}
	return in
}

func parsed(t *testing.T, text string) template {
	t.Helper()
	p, err := parseTemplate(text)
	must(t, err)
	return p
}

// What is printed by frames is what the fields print one after the other, of many
// lines and of each.
func TestFramesAsFields(t *testing.T) {
	t.Parallel()
	templates := map[string]template{"tsv": tsvTemplate(false), "json": jsonTemplate(false)}
	for name, text := range map[string]string{
		"nothing":  "",
		"text":     "text " + strings.Repeat("that is longer than is copied at once ", 5),
		"fallback": "{scheme|none}\t{port|}{userinfo|" + strings.Repeat("-", 200) + "}{valid}",
		"twice":    "{path}{path}{authority}{host_kind|-}{path_kind}{form}{host}{host}{fragment}{query}",
	} {
		templates[name] = append(parsed(t, text), slot{text: "\n"})
	}
	rng := rand.New(rand.NewPCG(52, 1))
	for name, format := range templates {
		slow := job{reference: format.line, bad: jsonBad, delim: '\n', maxLine: defaultMaxLine}
		many := slow
		many.setTemplate(format)
		if many.stretch == nil {
			t.Fatalf("%s has no frames", name)
		}
		each := many
		each.stretch = nil
		for range times(40) {
			in := shapes(rng, rng.IntN(500))
			limit := []int{0, 5000, 50_000}[rng.IntN(3)]
			want := allResults(&slow, in, limit)
			if got := allResults(&many, in, limit); got != want {
				t.Errorf("%s of many in %q = %q, want %q", name, in, got, want)
			}
			if got := allResults(&each, in, limit); got != want {
				t.Errorf("%s of each in %q = %q, want %q", name, in, got, want)
			}
		}
	}
}

// What frames cannot print, or would need much memory for, is left to the fields.
func TestNoFrames(t *testing.T) {
	for _, tt := range []struct{ name, template string }{
		{"offsets", "{path_start}"},
		{"many fields", strings.Repeat("{path}", maxFrameSlots)},
		{"much text", strings.Repeat("a", maxSlotText)},
		{"much text for what is undefined", "{port|" + strings.Repeat("a", maxSlotText) + "}"},
	} {
		if newFrames(append(parsed(t, tt.template), slot{text: "\n"})) != nil {
			t.Errorf("%s: there are frames, want none", tt.name)
		}
	}
	long := bytes.Repeat([]byte("a"), 1<<20)
	ref, _ := scanner.Locate(long, scanner.URIReference)
	if out, _ := newFrames(jsonTemplate(false)).line(nil, long, ref, nil); cap(out) > 2*len(long) {
		t.Errorf("a line of %d bytes has room for %d", len(long), cap(out))
	}
}
