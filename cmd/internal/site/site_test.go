package site

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/growth"
	"github.com/uriscan/uriscan/internal/testkit/suite"
)

func TestMain(m *testing.M) { suite.Run(m) }

// rules are some rules of the list, with every feature of its format.
const rules = `// a comment
com
uk
co.uk	and what is after a blank

jp
*.kawasaki.jp
!city.kawasaki.jp
*.ck
!www.ck
io
github.io
公司.cn
cn
UPPER.Test
firenet.ch
*.svc.firenet.ch
svc.firenet.ch
`

func TestFind(t *testing.T) {
	read, _, err := Read(strings.NewReader(rules))
	testkit.Must(t, err)
	for _, tt := range []struct{ name, host, want string }{
		{"one more label", "www.example.com", "example.com"},
		{"exactly", "example.com", "example.com"},
		{"a suffix", "com", ""},
		{"a longer suffix", "a.b.example.co.uk", "example.co.uk"},
		{"a longer suffix itself", "co.uk", ""},
		{"between them", "example.uk", "example.uk"},
		{"wildcard", "a.b.c.kawasaki.jp", "b.c.kawasaki.jp"},
		{"the wildcard's label", "c.kawasaki.jp", ""},
		{"the name below a wildcard", "kawasaki.jp", "kawasaki.jp"},
		{"wildcard and suffix", "a.b.svc.firenet.ch", "a.b.svc.firenet.ch"},
		{"suffix and wildcard", "svc.firenet.ch", ""},
		{"exception", "a.city.kawasaki.jp", "city.kawasaki.jp"},
		{"exception itself", "www.ck", "www.ck"},
		{"beside an exception", "a.b.ck", "a.b.ck"},
		{"private", "me.github.io", "me.github.io"},
		{"no rule", "host.internal-net", "host.internal-net"},
		{"no rule and one label", "localhost", ""},
		{"another script", "a.xn--85x722f.xn--55qx5d.cn", "xn--85x722f.xn--55qx5d.cn"},
		{"a dot at the end", "www.example.com.", "example.com"},
		{"empty", "", ""},
		{"a dot", ".", ""},
		{"two dots", "www.example.com..", ""},
		{"a dot in front", ".example.com", ""},
		{"an empty label", "www..com", ""},
		{"no letters", "a_b.%2F.com", "%2F.com"},
		{"a number", "a.1", ""},
		{"a number in hex", "a.b.0xfe.", ""},
		{"a number in hex without digits", "b.0x", ""},
		{"not hex", "a.b.0xfg", "b.0xfg"},
	} {
		for name, find := range map[string]Finder{"Builtin": Builtin, "Read": read} {
			if got, ok := find(tt.host); got != tt.want || ok != (got != "") {
				t.Errorf("%s: %s(%q) = %q, %t, want %q", tt.name, name, tt.host, got, ok, tt.want)
			}
		}
	}
	if got, _ := read("a.b.upper.test"); got != "b.upper.test" {
		t.Errorf("Read: %q, want a rule in capitals to count", got)
	}
	read, _, err = Read(strings.NewReader("*.ck\n!www.ck\nb.www.ck\n*.a.www.ck\n"))
	testkit.Must(t, err)
	for _, host := range []string{"b.www.ck", "c.b.www.ck", "c.a.www.ck"} {
		if got, _ := read(host); got != "www.ck" {
			t.Errorf("Read(%q) = %q, want an exception to prevail over longer rules", host, got)
		}
	}
}

// A checksum tells lists with other rules apart, and no others.
func TestSum(t *testing.T) {
	sum := func(list string) uint32 {
		_, sum, err := Read(strings.NewReader(list))
		testkit.Must(t, err)
		return sum
	}
	want := sum("a\nb.c\n*.d\n!e.d\n")
	for _, same := range []string{"!e.d\n*.d\nb.c\na", "a\nb.c\n*.d\n!e.d\n" + strings.Repeat("é", longestRule), "A.\n.b.c.\n*.d.\n!.e.d\n", "// of today\n\nA\nb.c and more\na\n*.d\n!e.d\n"} {
		if got := sum(same); got != want {
			t.Errorf("%q has the sum %#x, want %#x", same, got, want)
		}
	}
	for _, other := range []string{"a\nb.c\n*.d\n", "a\nb.c\n*.d\n!e.d\nf\n", "a\nb.c\nd\n!e.d\n", "a\nb.c\n*.d\ne.d\n", "a\nb\n*.d\n!e.d\n"} {
		if sum(other) == want {
			t.Errorf("%q has the sum of other rules", other)
		}
	}
	if got := BuiltinSum(); got == 0 || got == want {
		t.Errorf("BuiltinSum = %#x", got)
	}
}

// Punycode of as many different characters as there can be takes quadratic time.
func TestReadGrows(t *testing.T) {
	growth.Check(t, 2<<10, []growth.Shape{{"", "a"}}, map[string]growth.Job{"Read": func(in string) func() {
		rule := []byte("a\n")
		for c := '一'; len(rule) < len(in); c++ {
			rule = utf8.AppendRune(rule, c)
		}
		return func() { Read(bytes.NewReader(rule)) }
	}})
}

func TestReadFails(t *testing.T) {
	for _, in := range []string{"", "\n// nothing\n", strings.Repeat("a", 1<<17), "com" + strings.Repeat("\n", maxList), strings.Repeat("//"+strings.Repeat("a", 1<<15)+"\n", maxList>>15)} {
		if _, _, err := Read(strings.NewReader(in)); err == nil {
			t.Errorf("Read(%.20q) = nil, want an error", in)
		}
	}
	want := errors.New("broken")
	if _, _, err := Read(io.MultiReader(strings.NewReader(rules), iotest.ErrReader(want))); !errors.Is(err, want) {
		t.Errorf("Read = %v, want the reader's error", err)
	}
}

// A host has the parts that it has in the normal form, as it spells them.
func TestOf(t *testing.T) {
	for _, tt := range []struct{ host, want string }{
		{"a.b.example.co.uk", "a.b.|example.|co.uk|"},
		{"example.com.", "|example.|com|."},
		{"WWW.EXAMPLE.COM", "WWW.|EXAMPLE.|COM|"},
		{"w%77w.%65xample%2ecom%2E", "w%77w.|%65xample%2e|com|%2E"},
		{"www.%45xample.%43O.uk", "www.|%45xample.|%43O.uk|"},
		{"B.EXAMPLE.CO.ZA", "B.|EXAMPLE.|CO.ZA|"},
		{"a%2.%zz.com", "a%2.|%zz.|com|"},
		{"a%2Fb.com", "|a%2Fb.|com|"},
		{"com", ""},
		{"1.2.3", ""},
		{"a.0x7F", ""},
		{"a.0x7g", "|a.|0x7g|"},
		{"", ""},
	} {
		got, host := "", tt.host
		if p, ok := Of([]byte(host), Builtin); ok {
			got = host[:p.Start] + "|" + host[p.Start:p.Suffix] + "|" + host[p.Suffix:p.End] + "|" + host[p.End:]
		}
		if got != tt.want {
			t.Errorf("Of(%q) = %q, want %q", host, got, tt.want)
		}
	}
	for n := 250; n < 260; n++ { // bytes of the name, however it is spelled
		for _, letter := range []string{"a", "%61", "A"} {
			for _, end := range []string{".b", ".b.", "%2Eb%2E"} {
				host := strings.Repeat(letter, n-len(strings.ReplaceAll(end, "%2E", "."))) + end
				if _, ok := Of([]byte(host), Builtin); ok != (n <= maxName) {
					t.Errorf("a name of %d bytes, as in %.8s...%s, has a site: %t", n, host, end, ok)
				}
			}
		}
	}
}
