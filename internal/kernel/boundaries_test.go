package kernel

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/automaton"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
)

// heads are beginnings of references that lead to different states.
var heads = []string{
	"", "/", "?", "#", "//", "//h/", "//u@", "a:", "A:", "a:/", "http://", "https://", "http://H", "http://u@", "http://h:", "http://h", "http://1.2.3.",
	"//[v1.", "http://h/", "https://h/", "http://h?", "http://h#", "http://h/?", "http://h/a?b#", "http://h/%41",
}

// marks are bytes that begin, end or break a component, and some that resemble them.
var marks = []string{
	"", "%", "%4", "%41", "%4g", "%g1", "%%", "#", "##", "?", "?#", "#?", "/", "//", "/.", "/..", "./", ".", ":", "://.", ":80", ":8a", ":80/", "@", "@h:1/",
	"%4\x17", "%\x1a4", "[", "]", "[::1]", "1", "A", " ", "\x00", "\x7f", "\x80", "\xff", "\\",
}

// Each mark at each place around the ends of blocks: after each head, with so many bytes
// before it and so many after it, or with what is a mark itself. Each place has half of what comes
// after, and after what is not valid a third, and the next place others.
func TestMarksAtBoundaries(t *testing.T) {
	a, b := strings.Repeat("a", 300), strings.Repeat("b", 130)
	after := []string{"/", "?", "#", "/." + b[:9], "?" + b[:60] + "/.#%41", b[:55] + "/.", b[:70] + "#" + b[:9] + "#", b[:66] + "/?/." + b[:60]}
	for _, n := range []int{0, 1, 2, 3, 5, 6, 7, 8, 33, 60, 62, 63, 64, 127} {
		after = append(after, b[:n])
	}
	prove(t, func(add func(parts ...string)) {
		for n := range 200 {
			for i, head := range heads {
				for j, mark := range marks {
					if !nearBoundary(n, len(head), len(mark)) {
						continue
					}
					step := 2
					if stateAfter(head+a[:n]+mark) == automaton.Dead {
						step = 3
					}
					if *sizes.Thorough {
						step = 1
					}
					for k := (n + i + j) % step; k < len(after); k += step {
						add(head, a[:n], mark, after[k])
					}
				}
			}
		}
	})
}

// stateAfter returns the state that a beginning of a URI-reference leads to.
func stateAfter(begin string) automaton.State {
	s := automaton.State(automaton.StartURIReference)
	for i := range len(begin) {
		s = automaton.Next(s, begin[i])
	}
	return s
}

// nearBoundary reports whether n bytes between a head and a mark are few, or lead to the
// end of a block: one of 56, 62 or 64 bytes, from the beginning or from the head.
func nearBoundary(n, head, mark int) bool {
	if n < 10 {
		return true
	}
	for _, block := range []int{56, 62, 64} {
		if at := (head + n) % block; at > block-4 || at < 2 || (head+n+mark)%block < 2 {
			return true
		}
	}
	return false
}

// Every byte at every position of a reference that is else fine, or one byte of each class
// where the length of the last block alone is another.
func TestEveryByteEverywhere(t *testing.T) {
	scheme, classes, all := strings.Repeat("a", 56), bytesOfClasses(), testkit.EveryByte()
	prove(t, func(add func(parts ...string)) {
		for _, text := range []string{"http://h/a", "https://h/a", "//h/a", scheme + ":b", scheme + "://b/c%41"} {
			for at := range text {
				for _, c := range all {
					add(text[:at], c, text[at+1:])
				}
			}
		}
		for _, head := range []string{"", "http://h/", "https://", "//", "a:", "http://h?", "http://h/#"} {
			lengths := []int{1, 8, 57}
			if head == "" || head == "http://h/" {
				lengths = []int{1, 2, 3, 33, 55, 64, 65, 121, 130, 190}
			}
			for _, n := range lengths {
				text, bytes := strings.Repeat("a", n), all
				if n == 121 || n == 190 {
					bytes = classes
				}
				for at := range n {
					for _, c := range bytes {
						add(head, text[:at], c, text[at+1:])
					}
				}
			}
		}
	})
}

// Authorities of every length to 140, and beyond that around the ends of blocks, with
// what may come before and after them.
func TestLongAuthorities(t *testing.T) {
	before := []string{"", "a:", "http:"}
	for n := range 8 {
		before = append(before, strings.Repeat("s", 56+n)+":")
	}
	long := strings.Repeat("b", 70)
	after := []string{
		"", "/", "/AB", "?", "#", "1", "A/", ".1/b", ":", ":80/b", "@", "@h/b", ":@/", "%41/", "%4", "[", "]/", "|/",
		"/:@", "?/:#@", "#?/:", "/a?b#c#", "/" + long + "?#", "/" + long + "/.",
	}
	prove(t, func(add func(parts ...string)) {
		for n := range 300 {
			for _, before := range before {
				if n > 140 && !nearBoundary(n, len(before)+2, 0) {
					continue
				}
				for _, after := range after {
					add(before, "//", strings.Repeat("h", n), after)
					add(before, "//", strings.Repeat("H", n), after)
				}
			}
		}
	})
}

// One upper-case letter, at any place of a long scheme or host.
func TestOneUpperCaseLetter(t *testing.T) {
	prove(t, func(add func(parts ...string)) {
		for n := 40; n < 140; n += 3 {
			for at := range n {
				name := strings.Repeat("a", at) + "A" + strings.Repeat("a", n-at-1)
				add("//", name, "/")
				add(name, "://h/")
			}
		}
	})
}

// Hosts that end in a digit, and what is almost an IPv4address, with everything that may
// end them.
func TestHostsThatEndInDigits(t *testing.T) {
	hosts := []string{"1.2.3.10", "1.2.3.255", "1.2.3.256", "249.199.99.9", "260.1.1.1", "1.300.1.1", "1.1.999.1", "010.1.1.1", "1.2.3.00", "1.2.3.1.", "1.2.3", "1.2.3.4.5", "1..2.3", "h", "h1", "1h", "%41", "1.2.3.%41", ""}
	for _, d := range "0123456789" {
		hosts = append(hosts, "1.2.3."+string(d), "9.8.7.2"+string(d), string(d)+".20.199.2", "h"+string(d))
	}
	prove(t, func(add func(parts ...string)) {
		for n := range 70 {
			if n > 3 && n < 42 {
				continue
			}
			pad := strings.Repeat("p", n)
			for _, before := range []string{"//", "http://", "https://", "HTTP://", "a" + pad + "://", "//" + pad + "@", "http://" + pad + ":p@", "http://" + pad + "."} {
				for _, host := range hosts {
					for _, after := range []string{"", "/", "?", "#", "/" + pad, "?" + pad, "#" + pad, ":", ":8", ":/", ":8?", ":8#" + pad} {
						add(before, host, after)
					}
				}
			}
		}
	})
}

// bytesOfClasses returns one byte of each class.
func bytesOfClasses() (bytes []string) {
	seen := map[uint8]bool{}
	for c := range 256 {
		if class := automaton.ClassOf(byte(c)); !seen[class] {
			seen[class] = true
			bytes = append(bytes, string([]byte{byte(c)}))
		}
	}
	return bytes
}

// Every string of one byte of each class, to length 4, alone and where a block ends.
func TestShortTexts(t *testing.T) {
	classes := bytesOfClasses()
	prove(t, func(add func(parts ...string)) {
		for _, head := range []string{"", "//", "http://h/" + strings.Repeat("a", 53), "?" + strings.Repeat("a", 125)} {
			var each func(text string, more int)
			each = func(text string, more int) {
				add(head, text)
				if more == 0 {
					return
				}
				for _, c := range classes {
					each(text+c, more-1)
				}
			}
			if each("", 3); head == "" {
				each("", 4)
			}
		}
	})
}

// References of many shapes, and references as they are common.
func TestRandomTexts(t *testing.T) {
	r := rand.New(rand.NewPCG(3986, 512))
	prove(t, func(add func(parts ...string)) {
		for range 1000 * rounds() {
			add(string(line(r)))
			add(string(common(r, 2, 20)))
		}
	})
}

// IP literals of every number of groups, with "::" at each place, after each beginning and
// before each end, also where no literal can be.
func TestLiterals(t *testing.T) {
	var literals []string
	groups := []string{"0", "aB", "123", "fFfF", "12345", "g", ""}
	for n := range 10 {
		for double := -1; double <= n; double++ {
			for odd := range groups {
				var b strings.Builder
				for i := range n {
					switch {
					case i == double:
						b.WriteString("::")
					case i > 0:
						b.WriteString(":")
					}
					b.WriteString(groups[[]int{i % 4, odd}[min(1, (i+odd)%(n+1)/n)]])
				}
				if double == n {
					b.WriteString("::")
				}
				literals = append(literals, b.String())
			}
		}
	}
	literals = append(literals, ":", ":::", "::1::", "1:::2", ":1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8:", "::1.2.3.4", "::1.2.3.4:", "::1.2.3.04", "::01.2.3.4", "::255.255.255.255", "::255.255.255.2550", "::12345:1.2.3.4", "::1234:1.2.3.4", "1::1.2.3.256", "1:2:3:4:5:6:1.2.3.4",
		"1:2:3:4:5:6::1.2.3.4", "1:2:3:4:5::1.2.3.4", "1..::1.2.3.4", "g::1.2.3.4", "%31::1.2.3.4", "::1.2.3.4.5", "1.2.3.4", ":1.2.3.4", "::a1.2.3.4", "v1.a", "vAf.:!", "V0.", "v.a", "vg.a", "v1a", "v1.@", "v1.%41", "v1./", "::1%25eth0", "[::1", "::/", "::?", "::#", "::@")
	long := "1111:2222:3333:4444:5555:6666:7777:8888"
	for i := range len(long) - 1 {
		literals = append(literals, long[:i]+long[i+1:], long[:i]+":"+long[i:], long[:i]+"g"+long[i+1:], long[:i]+"a"+long[i:])
	}
	literals = append(literals, long, long[:30]+"255.255.255.255", "::"+long[5:30]+"1.2.3.4", long[:35]+"::")
	for _, c := range "/?#@%:|A" {
		literals = append(literals, "v1."+string(c), "v1."+strings.Repeat("a", 40)+string(c))
	}
	prove(t, func(add func(parts ...string)) {
		pad := strings.Repeat("p", 40)
		for i, literal := range literals {
			for j, before := range []string{"//[", "http://[", "s://[", "/[", "[", "x[", "x//[", "x///[", "://[", "//u@[", "//.u@[", "http://u:p@[", "//@[", "//u@v@[", "//u[@[", "u@h//[", "a//u@[", "//a/u@[", "s://:@[", "http:/[", "s:" + pad + "//[", "s" + pad + "://[", "//" + pad + "[", "/b//[", "//10.0.0.1//[", "?//[",
				"u@[", "@[", "%41@[", "//u:%41" + pad + "@[", "S://" + pad + pad + "@[", "s" + pad + pad + "://[", "//" + pad + "@v@[", pad + pad + "@[", "//%41" + pad + pad[:17] + "@[", "//" + pad + "U@[", "//" + pad + pad + "U@[", "//." + pad + pad + "@["} {
				for k, after := range []string{"]", "]/", "]?", "]#", "]:", "]:80/", "]:8a", "]:%", "]:8%41/", "]:8|", "]x", "]1/", "]]", "", "]@h/", "]%41", "] ", "]:[", "]/[", "]/" + pad + "#", "]:80@h", "]:8" + pad + "@h/|", "]/@", "]?@x", "]#@", "]?[]", "]" + pad} {
					if (i+j+k)%3 == 0 || j < 2 {
						add(before, literal, after)
					}
				}
			}
		}
	})
}
