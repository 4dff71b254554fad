package redact

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/readers"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
	"github.com/uriscan/uriscan/normalize/query"
)

// What is called clean is not changed by what redacts everything else, on any level.
func TestClean(t *testing.T) {
	defer kernel.Use(kernel.Use(kernel.Levels()[0]))
	all := policies[:3:3]
	for _, r := range []Rules{{Names: []string{"*"}}, {Names: []string{"s*", "x"}}, {Names: []string{"S", "%41b", "é"}, Fold: query.FoldCase}} {
		all = append(all, policy(t, r))
	}
	random := rand.New(rand.NewPCG(22, 4))
	plain, clean := map[kernel.Level]int{}, 0
	n := sizes.Of(6000, 1_000_000)
	for i := range n {
		src := readers.Generated(random, "Z1Q")
		switch i % 3 {
		case 1:
			src = readers.Mutated(random, src, "Z1Q")
		case 2:
			src = pieces(random)
		}
		p := all[i%len(all)]
		unchanged := string(p.once(nil, []byte(src), false)) == src
		for _, l := range kernel.Levels() {
			kernel.Use(l)
			if p.suspects != nil {
				odd, doubt := p.suspects.CopyPlain(make([]byte, 0, len(src)), []byte(src))
				if odd == 0 && (doubt == 0 || p.deniesNone([]byte(src))) {
					plain[l]++
					if !unchanged {
						t.Fatalf("%v: CopyPlain(%q) is true", l, src)
					}
				}
			}
			if p.isClean([]byte(src)) {
				clean++
				if !unchanged {
					t.Fatalf("%v: isClean(%q) is true", l, src)
				}
			}
		}
	}
	for _, l := range kernel.Levels() {
		kernel.Use(l)
		if (l == kernel.AVX2 || l == kernel.AVX512) && plain[l] < n/12 || clean < n/12 {
			t.Errorf("%v: %d inputs were plain and %d clean, want more", l, plain[l], clean)
		}
	}
}

// What the patterns match, however it is spelled, may begin as it does.
func TestBeginnings(t *testing.T) {
	random := rand.New(rand.NewPCG(22, 5))
	some := func(n int) string {
		return testkit.Mixed(random, n, "s", "S", "i", "g", "A", "-", "_", "é", "%", "2", "6", "+", " ", "~", "\xff")
	}
	matched := 0
	for range sizes.Of(500, 20_000) {
		names := []string{some(random.IntN(4)), some(random.IntN(4)) + "*"}
		p := policy(t, Rules{Names: names, Fold: query.Fold(random.IntN(4))})
		for range 100 {
			name := strings.TrimSuffix(names[random.IntN(2)], "*") + some(random.IntN(2))
			for range random.IntN(8) {
				if i := random.IntN(len(name) + 1); i < len(name) && i < 6 {
					c := fmt.Sprintf([]string{"%%%02x", "%%%02X"}[random.IntN(2)], name[i])
					if name[i] == ' ' && random.IntN(2) == 0 {
						c = "+"
					}
					name = name[:i] + c + name[i+1:]
				} else {
					name = name[:i] + testkit.Mixed(random, random.IntN(2), "\t", "\r", "\n") + name[i:]
				}
			}
			v := visitor{names: p.names}
			if endless := eachPart([]byte(name), 0, &v); v.parts > 1 || endless || !v.matched {
				continue
			}
			matched++
			if !p.begins.may([]byte(name)) || !p.mayDenyAny([]byte("?"+name+"=1")) {
				t.Fatalf("%q is matched by %q and may not be", name, names)
			}
		}
	}
	if matched < 5000 {
		t.Errorf("%d names matched, want more", matched)
	}
}

// pieces returns what may be a URL, with more that is odd about it than URLs have.
func pieces(random *rand.Rand) string {
	from := strings.Fields("http:// https:// http: // / /a ? ? # & ; : :80 @ %%32 % %41 %26 %3d %25 %00 %7 3 %73 + [ ] [::1] \\ = = s sig x S q . .. h host host é | Z _ Abc aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")
	return []string{"", "http://host/"}[random.IntN(2)] + testkit.Mixed(random, random.IntN(9), from...)
}

// Eight bytes at a time, the same bytes end a host as one at a time.
func TestHostEnd(t *testing.T) {
	for c := range 256 {
		for at := range 17 {
			src := []byte("host-Name.0example")
			src[at] = byte(c)
			want := len(src)
			if classes[c]&inHost == 0 {
				want = at
			}
			if got := hostEnd(src, 0); got != want {
				t.Errorf("hostEnd(%q) = %d, want %d", src, got, want)
			}
		}
	}
}

// hides finds, by table, what it says.
func TestHides(t *testing.T) {
	slow := func(fragment string) bool {
		for i := range len(fragment) {
			switch {
			case fragment[i] == 0:
				return true
			case fragment[i] != '%':
				continue
			case len(fragment)-i < 3 || !triplet.MatchString(fragment[i:i+3]):
				return true
			}
			var c byte
			fmt.Sscanf(fragment[i+1:i+3], "%x", &c)
			if strings.IndexByte("%&;=?#\x00", c) >= 0 {
				return true
			}
		}
		return false
	}
	for hi := range 256 {
		for lo := range 256 {
			for _, before := range []string{"", "#a%41"} {
				for _, after := range []string{"", "b"} {
					src := before + string([]byte{'%', byte(hi), byte(lo)}) + after
					if got, want := hides([]byte(src)), slow(src); got != want {
						t.Fatalf("hides(%q) = %v, want %v", src, got, want)
					}
				}
			}
		}
	}
	for _, src := range []string{"", "%", "%4", "a%", "a%4", "%41%", "%41%4", "a", "ab", "a\x00", "%41%42%43", "%41%26"} {
		if got, want := hides([]byte(src)), slow(src); got != want {
			t.Errorf("hides(%q) = %v, want %v", src, got, want)
		}
	}
}

var triplet = regexp.MustCompile("^%[0-9A-Fa-f]{2}$")
