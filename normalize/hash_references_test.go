package normalize

import (
	"flag"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"testing"

	"github.com/uriscan/uriscan/scanner"
)

var hashed = flag.Int("hashed", 300_000, "how many references TestHashOfReferences hashes, 8 bytes of memory for each")

// reference appends the i-th of a list of normal references that look like those
// of a crawl and are all different: i is in them, now here, now there.
func reference(dst []byte, i int) []byte {
	words := [...]string{"news", "shop", "wiki", "static", "img", "archive", "user", "article", "index.html", "page", "de", "en", "2026", "tag"}
	word := func(k int) string { return words[(i/7+k*i%11+k)%len(words)] }
	host := "https://www."
	if i%3 == 0 {
		host = "http://"
	}
	dst = append(dst, host...)
	switch i % 5 {
	case 0: // in the host
		dst = append(append(strconv.AppendInt(append(dst, 'h'), int64(i), 10), ".example/"...), word(1)...)
	case 1: // a folder
		dst = append(append(append(append(dst, word(0)...), ".example/"...), word(1)...), '/')
		dst = append(append(strconv.AppendInt(dst, int64(i), 10), '/'), word(2)...)
	case 2: // a query
		dst = append(append(append(append(dst, word(0)...), ".example.org/"...), word(1)...), "?session=0&id="...)
		dst = strconv.AppendInt(dst, int64(i), 10)
	case 3: // its last digits in front
		dst = append(append(strconv.AppendInt(append(dst, "s"...), int64(i%1000), 10), ".example.net/"...), word(1)...)
		dst = append(strconv.AppendInt(append(dst, '/'), int64(i/1000), 36), "/a-title-of-some-length-as-they-often-have"...)
	default: // a number of another base, and more than 64 bytes
		dst = append(append(append(append(dst, word(0)...), ".example.com/"...), word(1)...), "/a/rather/long/path/with/many/folders/x"...)
		dst = append(append(strconv.AppendInt(dst, int64(i), 16), '#'), word(3)...)
	}
	return dst
}

// Of all these references no two collide in 64 bits, and in 48 and in 32 bits as
// many as of random numbers: those that are left over when each value is counted
// once. -hashed=100000000 takes some minutes.
func TestHashOfReferences(t *testing.T) {
	n := *hashed
	if testing.Short() {
		n = min(n, 100_000)
	}
	sums := make([]uint64, n)
	for _, half := range []string{"hi", "lo"} {
		var buf []byte
		for i := range sums {
			buf = reference(buf[:0], i)
			ref, err := scanner.Parse(buf)
			if err != nil || Needed(buf, ref, Scheme) != 0 {
				t.Fatalf("reference %d, %q, is not one that is normal", i, buf)
			}
			hi, lo := Hash(buf, ref, Scheme, 0)
			if sums[i] = lo; half == "hi" {
				sums[i] = hi
			}
		}
		slices.Sort(sums)
		for _, size := range []int{64, 48, 32} {
			checkLeftOver(t, fmt.Sprintf("the first %d bits of %s", size, half), sums, size)
		}
	}
}

// checkLeftOver counts how many of sums, which are sorted, have the first bits of
// the one before.
func checkLeftOver(t *testing.T, what string, sums []uint64, size int) {
	t.Helper()
	got := 0
	for i := 1; i < len(sums); i++ {
		if (sums[i]^sums[i-1])>>(64-size) == 0 {
			got++
		}
	}
	n, values := float64(len(sums)), math.Exp2(float64(size))
	want := n + values*math.Expm1(-n/values) // Expm1, for most of values·e^(-n/values) is lost beside values
	if size == 64 {
		want = n * n / 2 / values // which the other loses in n
	}
	t.Logf("%s: %d of %d collide, %.1f expected", what, got, len(sums), want)
	if limit := 6*math.Sqrt(want) + 3*min(1, want*1000); math.Abs(float64(got)-want) > limit {
		t.Errorf("%s: %d of %d collide, want %.1f, give or take %.1f", what, got, len(sums), want, limit)
	}
}

// References that differ from another in one byte, in each place and by each
// other that may stand there, have hashes that differ in about half of their
// bits, and none the same.
func TestHashOfOneByteChanged(t *testing.T) {
	const octets = "abcdefghijklmnopqrstuvwxyz0123456789-_~!$&'()*+,;="
	seen := map[[2]uint64]string{}
	changed, pairs := 0, 0
	for i := range 200 {
		in := reference(nil, i*7919)
		start := len("https://www.")
		h1, l1 := sum(in, 0)
		for k := start; k < len(in); k++ {
			was := in[k]
			if was == '/' || was == '.' || was == '?' || was == '#' {
				continue
			}
			for _, c := range []byte(octets) {
				if in[k] = c; c == was {
					continue
				}
				hi, lo := sum(in, 0)
				if other, ok := seen[[2]uint64{hi, lo}]; ok && other != string(in) {
					t.Fatalf("%q and %q have the same hash", in, other)
				}
				seen[[2]uint64{hi, lo}] = string(in)
				changed += bits.OnesCount64(hi^h1) + bits.OnesCount64(lo^l1)
				pairs++
			}
			in[k] = was
		}
	}
	mean, limit := float64(changed)/float64(pairs), 6*math.Sqrt(128)/2/math.Sqrt(float64(pairs))
	if math.Abs(mean-64) > limit {
		t.Errorf("one byte changes %.3f bits of %d hashes in the mean, want 64, give or take %.3f", mean, pairs, limit)
	}
}
