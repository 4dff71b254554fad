package bench

import (
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/guardpage"
	"github.com/uriscan/uriscan/scanner"
	"github.com/uriscan/uriscan/scanner/inspect"
)

// BenchmarkPageEnds reads a URL again and again where it begins a page, ends one, or does neither. The pages around have no
// memory: a load that touches them may take 150 ns though its mask leaves their bytes out.
func BenchmarkPageEnds(b *testing.B) {
	const repeat = 512
	pages := guardpage.Pages(b)
	for _, s := range []struct{ name, text string }{
		{"plain", "https://doc.example.org/x?y=1"},
		{"long", "https://www.example.org/a/long/path/of/many/segments/and/a/name.html?with=parameters&and=more"},
		{"percent", "https://www.example.org/search?q=a%20b%20c"},
	} {
		for _, place := range []struct {
			name string
			at   int
		}{{"begin", 0}, {"inside", 1024}, {"end", len(pages) - len(s.text)}} {
			line := guardpage.Put(pages, place.at, []byte(s.text), '/')
			ref, err := scanner.Parse(line)
			testkit.Must(b, err)
			for _, impl := range []struct {
				name string
				once func() uint64
			}{
				{"parse", func() uint64 { r, _ := scanner.Parse(line); return uint64(r.Len()) }},
				{"inspect", func() uint64 { return uint64(inspect.Of(line, ref)) }},
			} {
				b.Run("corpus="+s.name+"/impl="+impl.name+"/at="+place.name, func(b *testing.B) {
					b.ReportAllocs()
					for b.Loop() {
						for range repeat {
							sink += impl.once()
						}
					}
					report(b, repeat, -1)
				})
			}
		}
	}
}
