package main

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/pipeline"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/render"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/reads"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
)

// slowEnds is the naive twin of column.CSVEnds: byte by byte, with a look back.
func slowEnds(in string, comma byte) (ends []int) {
	quoted, broken, start := false, false, true
	for i := 0; i < len(in); i++ {
		c := in[i]
		switch {
		case quoted && c == '"' && i+1 < len(in) && in[i+1] == '"':
			i++
		case quoted:
			quoted = c != '"'
			if !quoted && i+1 < len(in) && in[i+1] != comma && in[i+1] != '\n' {
				broken = true
			}
		case c == '\n':
			ends = append(ends, i)
			broken, start = false, true
		case broken:
		case c == '"' && start:
			quoted = true
			start = false
		default:
			broken = c == '"'
			start = c == comma
		}
	}
	return ends
}

func randomQuotes(rng *rand.Rand) string {
	return testkit.Mixed(rng, rng.IntN(25), `"`, `"`, `""`, ",", "\n", "\r\n", "a", "bcd", ",\"", "\"\n", "x\"y")
}

// However the input is cut, records end at the same places, where records are cut off, too.
func TestRecordEnds(t *testing.T) {
	rng := rand.New(rand.NewPCG(42, 1))
	several := 0
	j := &record.Job{Reading: pipeline.Reading{Delim: '\n'}, Table: &record.Table{CSV: true, Comma: ','}}
	for range sizes.Times(50_000) {
		in := randomQuotes(rng)
		want := slowEnds(in, ',')
		if len(want) > 1 {
			several++
		}
		each := column.CSVEnds{Comma: ','}
		at, rest := 0, []byte(in)
		for _, end := range want {
			var record []byte
			if record, rest = j.CutRecord(rest); string(record) != in[at:end+1] {
				t.Fatalf("cutRecord(%q) = %q, want %q", in[at:], record, in[at:end+1])
			}
			if n := each.Next([]byte(in[at:])); at+n != end || n < 0 {
				t.Fatalf("next in %q from %d = %d, want the end at %d", in, at, n, end)
			}
			at = end + 1
		}
		if record, _ := j.CutRecord(rest); string(record) != in[at:] {
			t.Fatalf("cutRecord(%q) = %q, want all of it", in[at:], record)
		}
		if n := each.Next([]byte(in[at:])); n >= 0 {
			t.Fatalf("next in %q from %d = %d, want none", in, at, n)
		}
		cut := column.CSVEnds{Comma: ','}
		for at := 0; at < len(in); {
			piece := in[at:min(len(in), at+1+rng.IntN(9))]
			last := -1
			for _, end := range want {
				if at <= end && end < at+len(piece) {
					last = end - at
				}
			}
			if got := cut.Last([]byte(piece)); got != last {
				t.Fatalf("last in the piece %q of %q at %d = %d, want %d", piece, in, at, got, last)
			}
			at += len(piece)
		}
	}
	if several < 1000 {
		t.Errorf("%d inputs have several records, want many", several)
	}
}

func TestColumnsHoweverMany(t *testing.T) {
	t.Chdir(t.TempDir())
	rng := rand.New(rand.NewPCG(42, 2))
	quotes, lines := "", ""
	for range 25 {
		quotes += randomQuotes(rng) + "HTTP:,b c,\"HTTP:\"\r\n"
		lines += mixedLines(rng.Uint64(), 2) + "\tHTTP:\tb c\r\n{\"a\":\"HTTP:\\/\"}\n- - \"GET /%7E HTTP/1.1\" \"b c\"\r\n"
	}
	testkit.Write(t, "quotes", quotes)
	testkit.Write(t, "lines", lines)
	testkit.Write(t, "open", "a,\"")
	testkit.Write(t, "closed", strings.Repeat("a,b\n", 20))
	if got := runWith("", "check", "--csv", "--field", "2", "--max-line", "9", "--block-size", "8", "open", "closed"); got != (outcome{diag.ExitBad, "open:1:3: bad-csv\n", ""}) {
		t.Errorf("check of a file after one that ends in quotes = %+v, want no error of its own", got)
	}
	checkSame(t, lines, []string{"quotes", "missing", "-", "lines"}, 1,
		"check --csv --field 1",
		"check --csv --field 3 --max-line 40 --header",
		"normalize --csv --field 1 --max-line 2 --header",
		"normalize --csv --field 1 --on-error keep",
		"normalize --csv --field 2 --append --on-error keep --max-line 30",
		"normalize --csv --field 1 --on-error fail",
		"parse --csv --field 1 --offsets",
		"parse --csv --field 2 --max-line 30 --format {line}:{byte}:{kind}:{value}",
		"parse --csv --field 2 --max-line 30 --format {line}:{value} --on-error keep",
		"parse --field 2 --max-line 100 --format {line}:{value} --on-error keep",
		"parse --csv --field 1 --append --on-error keep --max-line 50",
		"resolve --base http://h/, --csv --field 2 --header",
		"normalize --field 2 --on-error keep --max-line 100",
		"normalize --field 2 --explain --header",
		"relativize --base http://a/ --field 1 --append",
		"check --field 2 --on-error fail",
		"check -0 --field 2 --max-line 300",
		"normalize --log --on-error keep",
		"normalize --log-field referer --append",
		"normalize --json-field a --on-error keep",
		"parse --json-field a --append --max-line 20")
}

// The output does not depend on the size of blocks, nor on whether the last line ends.
func TestEveryBlockSize(t *testing.T) {
	t.Parallel()
	commands := map[string]string{
		"extract --with-position --join":             "(http://a/)\r\n<http://b/\n c> http:\\/\\/d\\/ ,\"mailto:e@f\nhttp://longer-than-allowed/ \xc3",
		"extract --with-position --base y:/d/":       "<p><a href='b&amp;c'\n><!--http://d/-->http://e/?f&amp;g<base\nhref=/h><img srcset='i 1x,j'><a href='http://longer-than-allowed/'>",
		"extract --with-position --resolve --as xml": "<?xml?><l>http://a/?b&amp;c</l>\r\n<m n='http://longer-than-allowed/'>http://d",
		"extract --with-position --resolve": reads.WARC("x:/1", "text/html", "<a href=b><a href=c>") + reads.WARC("", "text/plain", "") +
			reads.Response("x:/2", "Transfer-Encoding: chunked\r\n", reads.Chunked("<p><a href=http://longer-than-allowed/>http://c", 9)),
	}
	for _, k := range kindsOfLines {
		in := ""
		for _, value := range []string{"HTTP:", "b c", "x", "http://longer-than-allowed-by-max-line/"} {
			in += k.before + value + k.after + k.end() + "\r\n"
		}
		commands["normalize --on-error keep "+k.flags] = in
		commands["parse --append --on-error keep "+k.flags] = in
	}
	for command, all := range commands {
		limit := 20
		if !strings.HasPrefix(command, "extract") {
			limit = max(limit, strings.Index(all, "\n")+4)
		}
		for i, in := range []string{all, strings.TrimRight(all, "\r\n")} {
			args := append(strings.Fields(command), "--max-line", strconv.Itoa(limit))
			want := runWith(in, append(args, "-j1")...)
			if !strings.Contains(want.out+want.err, "too-long") || strings.Count(want.out, "\n") < 2 {
				t.Errorf("run(%q) of %q = %+v, want something too long, and more", args, in, want)
			}
			for size := 1 + i; size <= len(in)+2; size += 2 + min(size/20, 1)*sizes.Rarely(2) {
				if got := runWith(in, append(args, "-j2", "--block-size", strconv.Itoa(size))...); got != want {
					t.Fatalf("run(%q) of %q in blocks of %d = %+v, want %+v", args, in, size, got, want)
				}
			}
		}
	}
}

// Under keep nothing changes but the columns, whatever the input is.
func TestColumnsKeepBytes(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(42, 3))
	for range sizes.Times(200) {
		in := randomQuotes(rng) + randomLines(rng) + "\n"
		for _, c := range []string{"--csv --field 2", "--field 1", "--log", "--json-field a.b", "--csv --field 1 --max-line 5", "--field 2 --max-line 3", "--field 2 --delimiter x"} {
			// Relative references are normal already.
			args := append(strings.Fields("normalize "+c), "--quiet", "--on-error", "keep", "-j", "2", "--block-size", []string{"1", "5", "1K"}[rng.IntN(3)])
			if got := runWith(in, args...); got.out != in {
				t.Fatalf("run(%q) of %q = %q, want the same", args, in, got.out)
			}
		}
	}
}

// A cell that held a long value does not keep its memory.
func TestCellMemory(t *testing.T) {
	var room []byte
	grown := 0
	for n := range column.RoomyCell {
		if was := cap(room); cap(column.RoomFor(room, n)) != was {
			room, grown = column.RoomFor(room, n), grown+1
		}
	}
	few, many := record.WithRoom(make([]byte, 10), 100), record.WithRoom(make([]byte, 10), pipeline.RoomyBlock+1)
	full := record.WithRoom(make([]byte, pipeline.RoomyBlock, 2*pipeline.RoomyBlock), pipeline.RoomyBlock+1)
	if cap(few) != 10 || cap(many) != 10+pipeline.RoomyBlock+1 || cap(full) != 2*pipeline.RoomyBlock+1 {
		t.Errorf("with room for a value of 100 bytes there are %d, of long ones %d and %d", cap(few), cap(many), cap(full))
	}
	if long := column.RoomFor(room, column.RoomyCell+1); grown > 20 || cap(long) != column.RoomyCell+1 {
		t.Errorf("memory for values each a byte longer is made %d times, want 20 at most, and the last has %d bytes", grown, cap(long))
	}
	c := &column.Cell{Column: &column.CSV{Number: 1, Comma: ','}, Memory: make([]byte, 1), Result: make([]byte, column.RoomyCell)}
	if c.Reset(nil); cap(c.Memory)+cap(c.Result) > column.RoomyCell {
		t.Errorf("a cell keeps %d bytes and a result of %d, want %d together at most", cap(c.Memory), cap(c.Result), column.RoomyCell)
	}
	for _, n := range []int{10, column.RoomyCell / 2, 2 * column.RoomyCell} {
		c.Reset([]byte(`"` + strings.Repeat(`a""`, n) + `"`))
		if f := c.Column.Find(c); f.Kind != "" || len(c.Value) != 2*n {
			t.Fatalf("find = %v, %d bytes, want %d", f, len(c.Value), 2*n)
		}
		c.Reset(nil)
		if got := cap(c.Memory); got > column.RoomyCell {
			t.Errorf("after a value of %d bytes a cell keeps %d, want %d at most", 2*n, got, column.RoomyCell)
		}
	}
	decoded, err := render.ParseTemplate("{path:decoded}")
	testkit.Must(t, err)
	for _, n := range []int{10, 2 * column.RoomyCell} {
		c := new(column.Cell)
		out := decoded.Split()(nil, []byte(strings.Repeat("a", n)+" "), diag.Flaw{Kind: "bad-path", Offset: n}, c)
		if got := cap(c.Scratch); len(out) != n+1 || got > column.RoomyCell || got == 0 && n < column.RoomyCell {
			t.Errorf("after a bad line of %d bytes, %d of them printed, a cell keeps %d", n, len(out), got)
		}
	}
	const most = 1 << 20
	c.Field, c.Names = most+2, []string{}
	c.Reset([]byte(`"",` + strings.Repeat(",", most)))
	if c.Column.Find(c); len(c.Names) != most {
		t.Errorf("of %d columns %d names are kept, want %d", most+2, len(c.Names), most)
	}
}
