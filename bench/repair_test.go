package bench

import (
	"bytes"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/purell"
	whatwg "github.com/nlnwa/whatwg-url/url"

	"github.com/uriscan/uriscan/bench/corpus"
	"github.com/uriscan/uriscan/normalize/repair"
	"github.com/uriscan/uriscan/normalize/repair/idnahost"
	"github.com/uriscan/uriscan/scanner"
)

// typos are what authors type, and what a browser makes of it.
var typos = []struct{ typed, read func(line string) string }{
	{func(line string) string { return " " + line + "\n" }, func(line string) string { return line }},
	{func(line string) string { return line + " b|c" }, func(line string) string { return line + "%20b%7Cc" }},
	{func(line string) string { return line + "ü%" }, func(line string) string { return line + "%C3%BC%25" }},
	{func(line string) string { return strings.Replace(line, "://", `:\\`, 1) }, func(line string) string { return line }},
	{func(line string) string { return strings.Replace(line, "://", ":///", 1) }, func(line string) string { return line }},
}

// repaired returns a contender that repairs lines, and what they are to become.
func repaired(name string, want func(i int, line []byte) string, one func(dst, line []byte) []byte) contender {
	return contender{name + "/in=bytes", func(c *corpus.Corpus) (func() uint64, int) {
		dst := make([]byte, 0, 4096)
		pass := each(func(line []byte) int { return len(one(dst, line)) })
		return func() uint64 { return pass(c.Lines) }, differing(c, func(_ int, line []byte) string { return string(one(nil, line)) }, want)
	}}
}

func repairers(want func(i int, line []byte) string) []contender {
	return []contender{
		repaired("net-url", want, func(_, line []byte) []byte {
			u, err := url.Parse(string(line))
			if err != nil {
				return nil
			}
			return []byte(u.String())
		}),
		repaired("purell", want, func(_, line []byte) []byte {
			s, err := purell.NormalizeURLString(string(line), purell.FlagEncodeNecessaryEscapes)
			if err != nil {
				return nil
			}
			return []byte(s)
		}),
		repaired("whatwg-url", want, func(_, line []byte) []byte {
			u, err := whatwg.Parse(string(line))
			if err != nil {
				return nil
			}
			return []byte(u.Href(false))
		}),
		repaired("uriscan", want, func(dst, line []byte) []byte {
			out, _, _, _ := repair.Append(dst, line, 0)
			return out
		}),
		repaired("uriscan-idna", want, func(dst, line []byte) []byte {
			out, _, _, _ := repair.AppendHosts(dst, line, 0, idnahost.Append)
			return out
		}),
	}
}

// BenchmarkRepair repairs what is valid, beside a Parse and a copy, and what authors type.
func BenchmarkRepair(b *testing.B) {
	asItIs := func(_ int, line []byte) string { return string(line) }
	parse := repaired("uriscan-parse", asItIs, func(dst, line []byte) []byte {
		if _, err := scanner.Parse(line); err != nil {
			return nil
		}
		return append(dst, line...)
	})
	compare(b, []corpus.Kind{corpus.Web, corpus.Links, corpus.Pages, corpus.Long}, append(repairers(asItIs), parse)...)

	web := open(b, corpus.Web)
	typed, read := &corpus.Corpus{Kind: "typed", Source: web.Source + ", as typed"}, []string{}
	for i, line := range web.Lines {
		typo := typos[i%len(typos)]
		if bytes.Contains(line, []byte("://[")) || !bytes.ContainsAny(line[bytes.Index(line, []byte("://"))+3:], "/?#") {
			continue
		}
		typed.Lines = append(typed.Lines, []byte(typo.typed(string(line))))
		read = append(read, typo.read(string(line)))
	}
	compareOn(b, typed, repairers(func(i int, _ []byte) string { return read[i] })...)
}
