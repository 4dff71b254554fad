package main

import (
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/pipeline"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/render"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/normalize/crawl"
	"github.com/uriscan/uriscan/scanner"
)

// What lines are (a CR directly before LF belongs to the end of the line)
// and what happens to bad ones, as a user sees it.
func TestLines(t *testing.T) {
	t.Parallel()
	const path = "[{path}]"
	long := strings.Repeat("a", 2<<20)
	longer := long[:1<<20] // than --max-line
	runTests(t, []commandTest{
		{"2 MiB line", long + "\nb\n", []string{"parse", "--format", path}, outcome{0, "[" + long + "]\n[b]\n", ""}},
		{"2 MiB line, bad at its end", long + "%zz\n", []string{"check"}, outcome{1, "-:1:2097154: bad-percent\n", ""}},

		{"over the default", strings.Repeat("a", 16<<20+1) + "\n \n", []string{"check"}, outcome{1, "-:1:16777217: too-long\n-:2:1: bad-path\n", ""}},
		{"long line kept", longer + "\r\nb\n", []string{"parse", "--format", path, "--max-line", "1K", "--on-error", "keep"},
			outcome{1, longer + "\r\n[b]\n", "-:1:1025: too-long\n"}},
		{"long line in JSON", longer + "\nb\n", []string{"parse", "--json", "--max-line", "1K"},
			outcome{1, `{"valid":false,"error":{"kind":"too-long","offset":1024}}` + "\n" +
				`{"valid":true,"form":"relative-ref","path":"b","path_kind":"noscheme"}` + "\n", ""}},

		{"many lines at once", strings.Repeat("\n", 1<<17) + " ", []string{"check"}, outcome{1, "-:131073:1: bad-path\n", ""}},
	})
}

func clip(o outcome) string {
	cut := func(s string) string {
		if len(s) > 300 {
			return s[:150] + "..." + s[len(s)-150:]
		}
		return s
	}
	return strings.Join([]string{string(rune('0' + o.status%10)), cut(o.out), cut(o.err)}, "|")
}

// slowSplit is the naive twin of pipeline.BlockReader: the whole input is
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

// passed returns what a job that passes everything on prints for the lines of r,
// read through a buffer of n bytes.
func passed(t *testing.T, r io.Reader, delim byte, maxLine, n int) string {
	t.Helper()
	b := pipeline.NewBlockReader(delim, maxLine, n, make([]byte, n))
	b.KeepCR = true
	b.Reset(r)
	j := &record.Job{Reading: pipeline.Reading{Delim: delim, MaxLine: maxLine}, OnError: record.Keep,
		Line: func(dst, src []byte) ([]byte, diag.Flaw) { return append(append(dst, src...), delim), diag.Flaw{} }}
	var all []byte
	var res record.Results
	var found []scanner.Line
	for {
		src, p, err := b.Next()
		if err == io.EOF {
			return string(all)
		}
		if err != nil {
			t.Fatalf("next() = %v, want io.EOF at the end", err)
		}
		if p == pipeline.WholeLines && len(src) == 0 {
			t.Fatal("next() = a block of whole lines without a byte")
		}
		j.Do(&res, &found, src, p)
		for _, f := range res.Flaws {
			// Marks the lines that were found too long.
			all = append(all, "!"+f.Kind+"!"...)
		}
		all = append(all, res.Out...)
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
		end := string(rune(delim))
		ended := strings.SplitAfter(in, end)
		for i, line := range slowSplit(in, delim) {
			if len(line) > maxLine {
				line = strings.TrimSuffix(ended[i], end) // with a CR of its end
				long++
			}
			want += line + end
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
	return testkit.Mixed(rng, rng.IntN(20), "\n", "\n", "\r\n", "\r", "\x00", "a", "bcd", "efghijklm", " ")
}

// The links that ship with the repository: their diagnostics were read against
// the grammar one by one.
func TestLinks(t *testing.T) {
	want := testkit.Read(t, "testdata/links.diagnostics")
	t.Chdir("testdata")
	if got := runWith("", "check", "links.txt"); got != (outcome{diag.ExitBad, want, ""}) {
		t.Errorf("check links.txt = %+v, want status 1 and\n%s", got, want)
	}
}

// showAll prints a reference and where its path is.
func showAll(dst, src []byte, ref scanner.Ref, _ *column.Cell) ([]byte, diag.Flaw) {
	if len(src) == 3 {
		return append(dst, "dropped"...), diag.Flaw{Kind: "odd", Offset: 1}
	}
	dst = binary.NativeEndian.AppendUint64(append(dst, src...), uint64(ref.Path().Start))
	return binary.NativeEndian.AppendUint64(dst, uint64(ref.Path().End)), diag.Flaw{}
}

// allResults are the results of all parts of a block, as text: what is printed, and
// the flaws.
func allResults(j *record.Job, src []byte, limit int) string {
	r := &record.Results{Limit: limit}
	var found []scanner.Line
	var out, flaws strings.Builder
	bad := 0
	for line := 0; len(src) > 0 && !r.Stop; line += r.Lines {
		src = j.Do(r, &found, src, pipeline.WholeLines)
		out.Write(r.Out)
		for _, f := range r.Flaws {
			fmt.Fprintf(&flaws, "%d:%v\n", line+f.Line, f.Flaw)
		}
		bad += r.Bad
	}
	return fmt.Sprintf("%s%sbad %d", out.String(), flaws.String(), bad)
}

// Lines that are located and printed many at once have the results that they have one by
// one, wherever pieces end and results are full, and whatever becomes of bad ones.
func TestPiecesAreLines(t *testing.T) {
	t.Parallel()
	scheme, syntax := normalize.SchemeBased, normalize.Syntax
	jobs := map[string]record.Job{"check": checking, "all": {Reference: showAll}}
	for name, f := range map[string]normalizeFlags{
		"scheme": {level: scheme}, "syntax": {level: syntax}, "only ipv6": {only: normalize.IPv6},
		"changed": {level: scheme, changed: true}, "drop": {with: normalize.DropUserinfo}, "changed drop": {only: normalize.DropFragment, changed: true}, "changed syntax": {level: syntax, changed: true},
	} {
		jobs[name] = record.Job{Reference: f.line('\n'), References: f.lines('\n')}
	}
	for name, template := range map[string]render.Template{"JSON": render.JSONTemplate(true), "TSV": render.TSVTemplate(false)} {
		var j record.Job
		setTemplate(&j, template)
		jobs[name] = j
	}
	rng := rand.New(rand.NewPCG(51, 1))
	pieces := []string{"http://h/a", "http://h/b?q#f", "HTTP://A/%7ex", "/a/../b", "", "", "http://[::0001]:80", "a b", "%zz", "?%3A", "http://h", "//u@h#f"}
	inputs := []string{mixedLines(5, sizes.Times(3000)), strings.Repeat("\n", sizes.Of(record.PieceSize+record.PieceSize/8, record.PieceSize+record.PieceSize/8)), "no end", "a b"}
	for range sizes.Of(40, 40) {
		in := "" // lines that are normal, may be not, or are bad, with either end
		for range rng.IntN(200) {
			in += pieces[rng.IntN(len(pieces))] + randomEnd(rng)
		}
		inputs = append(inputs, in)
	}
	near := 0
	if *sizes.Thorough {
		near = 3
	}
	for n := record.PieceSize - near; n <= record.PieceSize+near; n++ {
		long := strings.Repeat("x", n)
		inputs = append(inputs, "a\n"+long+"\n"+long+"\r\nb c\n"+long+" \n"+long, long+"\r\n/\r\n")
	}
	for name, j := range jobs {
		if j.References == nil && name != "all" {
			t.Fatalf("%s does not print many lines at once", name)
		}
		for i, in := range inputs {
			j.Delim, j.OnError, j.Quiet = '\n', record.Policy(i%3), i%7 == 0
			j.MaxLine = []int{defaultMaxLine, 10, record.PieceSize, record.PieceSize + 1, 1000}[i%5]
			if i%10 == 0 && name == "all" {
				j.Delim, in = 0, strings.ReplaceAll(in, "\n", "\x00")
			}
			single := j
			single.Reference, single.References = nil, nil
			single.Line = func(dst, src []byte) ([]byte, diag.Flaw) {
				ref, fault := scanner.Locate(src, scanner.URIReference)
				if fault != (scanner.Fault{}) {
					return dst, diag.FlawOf(fault)
				}
				return j.Reference(dst, src, ref, new(column.Cell))
			}
			limit := []int{0, 1, 100, 1000}[rng.IntN(4)]
			if len(in) > record.PieceSize {
				limit *= 50
			}
			if got, want := allResults(&j, []byte(in), limit), allResults(&single, []byte(in), limit); got != want {
				t.Errorf("%s of input %d, max-line %d, limit %d: %d bytes of results, want the %d of single lines: %.300q, want %.300q",
					name, i, j.MaxLine, limit, len(got), len(want), got, want)
			}
		}
	}
}

// As many lines as there are are done at once, up to 256, and copied as one where they are
// normal. What is found takes bounded memory, whatever the block.
func TestManyLinesAtOnce(t *testing.T) {
	many := record.NormalLines(normalize.SchemeBased, '\n', false)
	calls := 0
	j := &record.Job{Reading: pipeline.Reading{Delim: '\n', MaxLine: defaultMaxLine}, Reference: printNothing, References: func(dst, src []byte, lines []scanner.Line) []byte {
		calls++
		return many(dst, src, lines)
	}}
	var found []scanner.Line
	for _, n := range []int{1, 7, 8, 100, 256, 300} {
		src := []byte(strings.Repeat("http://h/a\n", n))
		lines, _ := scanner.AppendLines(nil, src, '\n')
		allocs := testing.AllocsPerRun(1, func() { many(nil, src, lines) })
		r := record.Results{Limit: 1}
		calls = 0
		j.Do(&r, &found, src, pipeline.WholeLines)
		if r.Lines != min(n, 256) || calls != 1 || allocs != 1 {
			t.Errorf("of %d lines %d are done at once in %d steps, copied with %v allocations, want %d and 1 of each", n, r.Lines, calls, allocs, min(n, 256))
		}
	}
	r := record.Results{}
	j.Do(&r, &found, []byte(strings.Repeat("\n", 1<<20)), pipeline.WholeLines)
	if most := 2 * record.PieceSize; r.Lines != 1<<20 || cap(found) > most {
		t.Errorf("do = %d lines, with room for %d at once, want %d and at most %d", r.Lines, cap(found), 1<<20, most)
	}
}

// The rungs that are taken do not keep lines from being done together, except where more than a
// normal form is printed.
func TestLinesOfAnyRungs(t *testing.T) {
	for _, f := range []normalizeFlags{
		{level: normalize.Syntax}, {only: normalize.Case}, {level: normalize.SchemeBased, with: normalize.DropFragment}, {level: normalize.SchemeBased, without: normalize.Case}, {level: normalize.Syntax, changed: true},
	} {
		if f.lines('\n') == nil {
			t.Errorf("%+v: each line is done by itself", f)
		}
	}
	for _, f := range []normalizeFlags{{key: true}, {explain: true}, {profile: crawl.V1()}} {
		if f.lines('\n') != nil {
			t.Errorf("%+v: lines are normalized, and nothing else is printed", f)
		}
	}
}

// A result may be as long as a line may be.
func TestCheckLen(t *testing.T) {
	for n, want := range map[int64]diag.Flaw{0: {}, scanner.MaxLen: {}, scanner.MaxLen + 1: {Kind: "too-long", Offset: scanner.MaxLen}} {
		if got := checkLen(int(n)); got != want && int64(int(n)) == n {
			t.Errorf("checkLen(%d) = %v, want %v", n, got, want)
		}
	}
}
