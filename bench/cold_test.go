package bench

import (
	"testing"

	"github.com/uriscan/uriscan/bench/corpus"
)

// benchmarkCold parses lines that no cache holds any more. Input of that size
// was read from somewhere, so it is bytes. An operation is the next few
// thousand lines: cutting them off, which touches nothing of them, is not
// timed, and each implementation begins where the one before it stopped.
func benchmarkCold(b *testing.B) {
	reel, err := corpus.OpenReel(corpus.ReelSize)
	if err != nil {
		b.Fatal(err)
	}
	for _, p := range parsers {
		b.Run("impl="+p.name+"/in=bytes", func(b *testing.B) { measureCold(b, reel, p) })
	}
}

func measureCold(b *testing.B, reel *corpus.Reel, p parser) {
	c := &corpus.Corpus{Kind: corpus.Cold, Source: reel.Source, Lines: make([][]byte, corpus.Lines)}
	reel.Next(c.Lines)
	bad := p.wrong(b, c)
	b.SetBytes(int64(len(reel.Text()) / reel.Len() * len(c.Lines)))
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		reel.Next(c.Lines)
		b.StartTimer()
		sink += p.bytes(c.Lines)
	}
	reportLine(b, len(c.Lines))
	b.ReportMetric(float64(bad), "wrong")
}
