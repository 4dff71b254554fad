package bench

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/uriscan/uriscan/fuzz/twin"
	"github.com/uriscan/uriscan/resolve"
)

// BenchmarkDotSegments removes dot segments from paths of one shape and growing
// length: what an octet costs must not grow with it.
func BenchmarkDotSegments(b *testing.B) {
	for _, shape := range []struct{ name, piece string }{
		{"none", "abc/"},
		{"here", "./"},
		{"up", "../"},
		{"down-up", "a/../"},
		{"down-down-up", "/a/b/.."},
		{"empty", "/"},
		{"almost", "/.a/..."},
	} {
		for _, size := range []int{100, 10_000, 1 << 20, 16 << 20} {
			path := bytes.Repeat([]byte(shape.piece), size/len(shape.piece))
			out := make([]byte, 0, len(path))
			if size <= 10_000 { // the twin's time is quadratic
				checkDots(b, path)
			}
			b.Run(fmt.Sprintf("corpus=dots/impl=uriscan/shape=%s/size=%d", shape.name, size), func(b *testing.B) {
				b.SetBytes(int64(len(path)))
				b.ReportAllocs()
				for b.Loop() {
					sink += uint64(len(resolve.AppendWithoutDotSegments(out, path)))
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(path)), "ns/octet")
			})
		}
	}
}

func checkDots(b *testing.B, path []byte) {
	b.Helper()
	want, _ := twin.RemoveDotSegments(string(path))
	if got := resolve.AppendWithoutDotSegments(nil, path); string(got) != want {
		b.Fatalf("AppendWithoutDotSegments(%.50q) = %.50q, want %.50q", path, got, want)
	}
}
