package normalize

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/scanner"
)

// The hash is stable for ever. Never fix a failure here with new values.
func TestHashGolden(t *testing.T) {
	for _, row := range []struct {
		in     string
		f      Flags
		seed   uint64
		hi, lo uint64
	}{
		{"", 0, 0, 0x18332a604ac961ee, 0x6b3df9ceaf6bb16d},
		{"a", 0, 0, 0x2f37c781faaa4985, 0x14c9322339478273},
		{"a", 0, 1, 0x839374d08bb37d29, 0x6d0272eeaead1015},
		{"abc", 0, 0, 0xdd9e6a305a23b8ac, 0x85685724233145fd},
		{"abcd", 0, 0, 0x646bf63a1c44c80e, 0x6dfc2700ef5fc5df},
		{"/bcdefg", 0, 0, 0x4a48e462cafc6bb2, 0xdd96f00a1271cb29},
		{"/bcdefgh", 0, 0, 0x597ae2655554a64f, 0xe394c22e38ca7f79},
		{"/bcdefghijklmn", 0, 0, 0xe1032c1ef588ec27, 0xfe087c2fe8f20639},
		{"/bcdefghijklmno", 0, 0, 0x984d621450c46499, 0xbe628b1d4f476712},
		{"http://h/?%2F#", SchemeBased, 0, 0xb5955857451b6330, 0x6341767ce67dd2e2},
		{"HTTP://H:80/x/../?%2f#", SchemeBased, 0, 0xb5955857451b6330, 0x6341767ce67dd2e2},
		{"HTTP://H:80/x/../?%2f#", 0, 0, 0xcb23718072b6575e, 0x84eb952dfed6b8f1},
		{"http://www.example.com/index.html", SchemeBased, 0, 0x54dfd5387429e8d2, 0x7345bcf530ff981a},
		{"http://www.example.com/index.html", SchemeBased, 1<<64 - 1, 0x63c4f09a02707414, 0x39d300f0984990b1},
		{"https://example.org/a/path/of/exactly/sixty-four/bytes/in/all/ok", SchemeBased, 42, 0xf76ba489c600651d, 0xb826aa854e880c7a},
		{"https://example.org/a/path/of/exactly/sixty-five/bytes/in/all/oka", SchemeBased, 42, 0x72b8e11c5d231554, 0xf80795755edac4a9},
		{"//[::FFFF:C000:201]:/" + strings.Repeat("%7e", 1000), SchemeBased, 1 << 63, 0x5d76a9cbcdcf8999, 0xb19049bd5cfe55c1},
	} {
		ref, err := scanner.Parse(row.in)
		testkit.Must(t, err)
		if got := Hash(row.in, ref, row.f, row.seed); got != (Sum{row.hi, row.lo}) {
			t.Errorf("{%q, %v, %#x, %#016x, %#016x},", row.in, row.f, row.seed, got.Hi, got.Lo)
		}
	}
}

// slowSum is the definition in hash128.go with numbers of unlimited size.
func slowSum(b []byte, seed uint64) Sum {
	two64 := new(big.Int).Lsh(big.NewInt(1), 64)
	low := func(x *big.Int) uint64 { return new(big.Int).Mod(x, two64).Uint64() }
	high := func(x *big.Int) uint64 { return low(new(big.Int).Rsh(x, 64)) }
	number := func(x uint64) *big.Int { return new(big.Int).SetUint64(x) }
	absorb := func(lane [2]uint64, x, y uint64) [2]uint64 {
		p, q := number(lane[0]^x), number(lane[1]^y)
		sum := new(big.Int).Mul(p, q)
		sum.Add(sum, q).Add(sum, p.Lsh(p, 64))
		return [2]uint64{low(sum), high(sum)}
	}
	at := func(i int) (word uint64) {
		for k := 7; k >= 0; k-- {
			if word <<= 8; i+k < len(b) {
				word |= uint64(b[i+k])
			}
		}
		return word
	}
	rotl := func(x uint64, n int) uint64 { return x<<n | x>>(64-n) }

	secret := new(big.Int).Mul(number(seed^seedKey), number(seedFactor))
	var lanes [4][2]uint64
	for i := range lanes {
		lanes[i] = [2]uint64{start[2*i] ^ low(secret), start[2*i+1] ^ high(secret)}
	}
	take := func(offsets ...int) {
		for i, at0 := range offsets {
			lanes[i] = absorb(lanes[i], at(at0), at(at0+8))
		}
	}
	left := len(b)
	for ; left > 64; left -= 64 {
		take(left-64, left-48, left-32, left-16)
	}
	switch {
	case left < len(b):
		take(0, 16, 32, 48)
	case left >= 16:
		take(0, min(16, left-16), max(32, left)-32, left-16)
	default:
		take(0)
	}
	p := lanes[0][0] ^ lanes[1][1] ^ rotl(lanes[2][0], 23) ^ rotl(lanes[3][1], 41)
	q := lanes[0][1] ^ lanes[1][0] ^ rotl(lanes[2][1], 23) ^ rotl(lanes[3][0], 41) ^ uint64(len(b))
	fold := func(x, key uint64) uint64 {
		product := new(big.Int).Mul(number(x), number(key))
		return low(product) ^ high(product)
	}
	one := absorb([2]uint64{p, q}, 0, 0)
	hi := one[1] ^ fold(one[0], key0)
	return Sum{hi, one[0] ^ fold(hi, key1)}
}

// Every length, with bytes of all values.
func TestSumIsAsDefined(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3986))
	for n := range 400 {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		seed := r.Uint64()
		if got, want := sum(b, seed), slowSum(b, seed); got != want {
			t.Errorf("sum of %d bytes = %#016x, want %#016x", n, got, want)
		}
	}
}

// flip changes bit i of b.
func flip(b []byte, i int) { b[i/8] ^= 1 << (i % 8) }

// Each bit of input and seed changes each bit of the hash half of the time. TestHashGolden
// pins the values that have this property.
func TestHashAvalanche(t *testing.T) {
	draws := min(references()/8, 800)
	r := rand.New(rand.NewPCG(2, 3986))
	for _, n := range []int{1, 3, 4, 8, 15, 16, 17, 33, 50, 64, 65, 130} {
		changes := make([][128]int, 8*n+64)
		b := make([]byte, n)
		for range draws {
			seed := r.Uint64()
			for i := range b {
				b[i] = "abcdefghijklmnopqrstuvwxyz./-_%0"[r.IntN(32)]
			}
			before := sum(b, seed)
			for i := range changes {
				var after Sum
				if i < 8*n {
					flip(b, i)
					after = sum(b, seed)
					flip(b, i)
				} else {
					after = sum(b, seed^1<<(i-8*n))
				}
				for j := range 64 {
					changes[i][j] += int((before.Lo ^ after.Lo) >> j & 1)
					changes[i][64+j] += int((before.Hi ^ after.Hi) >> j & 1)
				}
			}
		}
		// Six standard deviations happen once in 500 million times; the test tries 600,000.
		limit := 6 * math.Sqrt(float64(draws)) / 2
		for i := range changes {
			for j, c := range changes[i] {
				if math.Abs(float64(c)-float64(draws)/2) > limit {
					t.Errorf("%d bytes: bit %d changes bit %d of the hash %d times of %d", n, i, j, c, draws)
				}
			}
		}
	}
}

// keys calls fn with families of keys that weak hashes confuse: few bits set among
// zeros, zeros of many lengths, numbers in text.
var keys = map[string]func(fn func(b []byte, seed uint64)){
	"lengths of zeros": func(fn func([]byte, uint64)) {
		zeros := make([]byte, 1<<15)
		for n := range zeros {
			if n < 5000 || n%97 == 0 {
				fn(zeros[:n], 0)
			}
		}
	},
	"three bits in 17 bytes": func(fn func([]byte, uint64)) { sparse(make([]byte, 17), 60, 3, fn) },
	"two bits in 70 bytes":   func(fn func([]byte, uint64)) { sparse(make([]byte, 70), 400, 2, fn) },
	"seeds": func(fn func([]byte, uint64)) {
		for seed := range uint64(100_000) {
			fn([]byte("http://example.com/"), seed)
		}
	},
	"numbers in text": func(fn func([]byte, uint64)) {
		for i := range 200_000 {
			fn(fmt.Appendf(nil, "http://%07d.example.com/path/to/something?id=%07[1]d", i), 0)
		}
	},
}

// sparse calls fn with b after flipping up to n of its bits from bit i on.
func sparse(b []byte, i, n int, fn func([]byte, uint64)) {
	fn(b, 0)
	for ; n > 0 && i < 8*len(b); i++ {
		flip(b, i)
		sparse(b, i+1, n-1, fn)
		flip(b, i)
	}
}

// collisions sorts all and returns how many of them repeat another.
func collisions[T uint32 | uint64](all []T) int {
	slices.Sort(all)
	return len(all) - len(slices.Compact(all))
}

// No two keys of a family collide in the 64 bits of hi. In any 32 bits as many collide as
// of random numbers. The test takes the first keys of each family.
func TestHashCollisions(t *testing.T) {
	for name, family := range keys {
		t.Run(name, func(t *testing.T) {
			var all []Sum
			family(func(b []byte, seed uint64) {
				if len(all) < 25*references() {
					all = append(all, sum(b, seed))
				}
			})
			his := make([]uint64, len(all))
			for i, h := range all {
				his[i] = h.Hi
			}
			if n := collisions(his); n > 0 {
				t.Errorf("%d of %d collide in hi", n, len(all))
			}
			expected := float64(len(all)) * float64(len(all)) / 2 / (1 << 32)
			for what, part := range map[string]func(h Sum) uint32{
				"the lowest of lo":  func(h Sum) uint32 { return uint32(h.Lo) },
				"the highest of lo": func(h Sum) uint32 { return uint32(h.Lo >> 32) },
				"the lowest of hi":  func(h Sum) uint32 { return uint32(h.Hi) },
				"the highest of hi": func(h Sum) uint32 { return uint32(h.Hi >> 32) },
				"the xor of both":   func(h Sum) uint32 { return uint32(h.Hi ^ h.Lo) },
			} {
				parts := make([]uint32, len(all))
				for i, h := range all {
					parts[i] = part(h)
				}
				n := collisions(parts)
				if float64(n) > expected+6*math.Sqrt(expected)+6 {
					t.Errorf("%d of %d collide in %s 32 bits, %.0f expected", n, len(all), what, expected)
				}
			}
		})
	}
}

// Two lines have the same hash if and only if Equal says so, bad ones included.
func TestHashOfLinesIsOfEqual(t *testing.T) {
	src := []byte("http://h\nHTTP://H:80/\n\n//[::1\n//[::1\n//[::2\n/ %7e\n/ ~\n#\n")
	lines, _ := scanner.AppendLines(nil, src, '\n')
	for _, f := range []Flags{SchemeBased, SchemeBased | DropFragment} {
		for _, a := range lines {
			for _, b := range lines {
				x, y := src[a.Start:a.End], src[b.Start:b.End]
				if got, want := Hash(x, a.Ref, f, 0) == Hash(y, b.Ref, f, 0), Equal(x, y, f); got != want {
					t.Errorf("%v: %q and %q have the same hash: %v, want %v", f, x, y, got, want)
				}
			}
		}
	}
}
