package normalize

import (
	"bytes"
	"net/netip"
	"testing"

	"github.com/uriscan/uriscan/fuzz/cases"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/suite"
	"github.com/uriscan/uriscan/scanner"
)

func TestMain(m *testing.M) {
	suite.RunLevels(m, "Hash|SumIs|Split|EqualOf|NormalInput|Windows|Repeated|IPv6|LowerCase|Pool")
}

// Each row is a claim of the documentation, with the flags it is about.
func TestRungs(t *testing.T) {
	for _, row := range []struct {
		name     string
		f        Flags
		in, want string
	}{
		{"6.2.2's example", Syntax, "eXAMPLE://a/./b/../b/%63/%7bfoo%7d", "example://a/b/c/%7Bfoo%7D"},
		{"nothing asked", 0, "HTTP://H:80/%7e/../x?", "HTTP://H:80/%7e/../x?"},
		{"bits without a name", 1 << 31, "HTTP://H:80/%7e/../x?", "HTTP://H:80/%7e/../x?"},

		{"case of scheme and host", Case, "HTTP://WWW.Example.COM/A?B#C", "http://www.example.com/A?B#C"},
		{"case of triplets", Case, "//u%3a@h%c3/%2f?%2f#%2f", "//u%3A@h%C3/%2F?%2F#%2F"},
		{"case leaves unreserved encoded", Case, "//%4a%6A/%7e", "//%4A%6A/%7E"},
		{"case of userinfo", Case, "//User:PaSS@H", "//User:PaSS@h"},
		{"case of IPvFuture", Case, "//[VF.Ab:C]", "//[vf.ab:c]"},
		{"case of IPv6", Case, "//[AB::0D]", "//[ab::0d]"},
		{"case without authority", Case, "URN:Ex:A", "urn:Ex:A"},

		{"unreserved marks", PercentEncoding, "%2D%2E%5F%7E%2d%2e%5f%7e", "-._~-._~"},
		{"neighbours of unreserved", PercentEncoding, "%40%5B%60%7B%2F%3A%2f%3a%C1", "%40%5B%60%7B%2F%3A%2f%3a%C1"},
		{"decoded in each component", PercentEncoding, "s://%61@%62/%63?%64#%65", "s://a@b/c?d#e"},
		{"decoded once", PercentEncoding, "%2541", "%2541"},
		{"decoded side by side", PercentEncoding, "%41%42%2F%43", "AB%2FC"},
		{"a host keeps its case", PercentEncoding, "//%41", "//A"},
		{"decoded, then folded", Case | PercentEncoding, "//%41%5A%2f", "//az%2F"},
		{"dots are decoded and stay", PercentEncoding, "/a/%2e%2E/b", "/a/../b"},
		{"a host never gets a delimiter", Syntax, "//%2f%40%3a%5b%00", "//%2F%40%3A%5B%00"},

		{"dots without decoding", PathSegment, "/a/%2e%2e/../b", "/a/b"},
		{"dots after decoding", PathSegment | PercentEncoding, "/a/x/%2e%2E/.%2e/b", "/b"},
		{"a hyphen that is encoded as a dot almost is", Syntax, "/a/%2d/b%2e", "/a/-/b."},
		{"three dots", PathSegment, "/a/.../b/..a/.b/", "/a/.../b/..a/.b/"},
		{"three encoded dots", Syntax, "/a/%2e%2e%2e/%2E%2Ea/%2Eb", "/a/.../..a/.b"},
		{"dots with a parameter", PathSegment, "/a/..;/.;/b", "/a/..;/.;/b"},
		{"dots at the end", PathSegment, "s://h/a/b/..", "s://h/a/"},
		{"above the root", PathSegment, "s://h/../../a", "s://h/a"},
		{"empty segments", PathSegment, "s://h/a//../b///..", "s://h/a/b//"},
		{"no dots in the query", PathSegment, "/a?/../b#/../c", "/a?/../b#/../c"},
		{"a rootless path", PathSegment, "x:a/../b", "x:/b"},
		{"a rootless path that begins with dots", PathSegment, "x:../.././a", "x:a"},
		{"a rootless path of dots alone", PathSegment, "x:..", "x:"},
		{"a rootless path that becomes a name with a colon", PathSegment, "x:./a:b", "x:a:b"},
		{"a relative-path reference", SchemeBased, "../a/./b/..", "../a/./b/.."},
		{"a relative-path reference, decoded", Syntax, "%2e%2e/%61", "../a"},
		{"a relative-path reference with a colon", SchemeBased, "./a:b", "./a:b"},
		{"an absolute-path reference", PathSegment, "/a/../b", "/b"},
		{"a network-path reference", PathSegment, "//h/a/../b", "//h/b"},

		{"a guard that goes in front", PathSegment, "x:/a/..//b", "x:/.//b"},
		{"a guard that stays", SchemeBased, "x:/.//b", "x:/.//b"},
		{"a guard, encoded", Syntax, "x:/%2e//b", "x:/.//b"},
		{"an encoded guard, not decoded", PathSegment, "x:/%2e//b", "x:/%2e//b"},
		{"a guard before dots", PathSegment, "x:/.//a/./b", "x:/.//a/b"},
		{"a guard that is not needed", PathSegment, "x:/.//..", "x:/"},
		{"a guard after a rootless path", PathSegment, "x:..///y", "x:/.//y"},
		{"a guard for a reference", PathSegment, "/./..//y?q", "/.//y?q"},
		{"no guard after an authority", PathSegment, "x://h/.//y", "x://h//y"},

		{"RFC 5952, alone", IPv6, "//[2001:DB8::0:0:1]/", "//[2001:db8::1]/"},
		{"RFC 5952, IPv4-mapped", IPv6, "//[::FFFF:c000:201]", "//[::ffff:192.0.2.1]"},
		{"RFC 5952, longest growth", IPv6, "//[::ffff:ffff:ffff]", "//[::ffff:255.255.255.255]"},
		{"RFC 5952, IPv4-compatible", IPv6, "//[::1.2.3.4]", "//[::102:304]"},
		{"RFC 5952, one field of zeros", IPv6, "//[1::3:4:5:6:7:8]", "//[1:0:3:4:5:6:7:8]"},
		{"RFC 5952, first of two runs", IPv6, "//[1:0:0:2:0:0:3:4]", "//[1::2:0:0:3:4]"},
		{"other hosts are not IPv6", IPv6, "//[V1.A]", "//[V1.A]"},

		{"an empty port", EmptyPort, "//h:", "//h"},
		{"an empty port of an empty host", EmptyPort, "foo://:/a", "foo:///a"},
		{"an empty port is no default", DefaultPort, "http://h:/", "http://h:/"},
		{"a default is not empty", EmptyPort, "http://h:80/", "http://h:80/"},
		{"http", DefaultPort, "HTTP://h:80/", "HTTP://h/"},
		{"https", DefaultPort, "https://h:443", "https://h"},
		{"ws", DefaultPort, "ws://h:80", "ws://h"},
		{"wss", DefaultPort, "wss://h:443", "wss://h"},
		{"ftp", DefaultPort, "ftp://h:21", "ftp://h"},
		{"a default of another", DefaultPort, "https://h:80", "https://h:80"},
		{"a scheme that differs from one in low bits", SchemeBased, "ittq://h:80", "ittq://h:80"},
		{"a scheme without default", DefaultPort, "file://h:80", "file://h:80"},
		{"no scheme", DefaultPort, "//h:80", "//h:80"},
		{"leading zeros", DefaultPort, "http://h:000000000000000000000000000080", "http://h"},
		{"other leading zeros", SchemeBased, "http://h:0081/", "http://h:0081/"},
		{"80 modulo 2^64", DefaultPort, "http://h:18446744073709551696", "http://h:18446744073709551696"},
		{"80 at the end", DefaultPort, "http://h:180", "http://h:180"},
		{"zeros", DefaultPort, "http://h:00", "http://h:00"},

		{"empty path of http", EmptyPath, "http://h", "http://h/"},
		{"empty path of HTTPS", EmptyPath, "HTTPS://h?q", "HTTPS://h/?q"},
		{"empty path of ws", EmptyPath, "ws://h#f", "ws://h/#f"},
		{"empty path of wss", EmptyPath, "wss://u@h:1", "wss://u@h:1/"},
		{"empty path of ftp", EmptyPath, "ftp://h", "ftp://h/"},
		{"empty path of file", EmptyPath, "file://", "file:///"},
		{"empty path of another", EmptyPath, "foo://h", "foo://h"},
		{"empty path without scheme", EmptyPath, "//h", "//h"},
		{"empty path without authority", EmptyPath, "http:", "http:"},

		{"a fragment dropped", DropFragment, "a#b", "a"},
		{"an empty fragment dropped", DropFragment, "#", ""},
		{"a userinfo dropped", DropUserinfo, "//u:p@h", "//h"},
		{"an empty userinfo dropped", DropUserinfo, "//@/", "///"},
		{"both kept", SchemeBased, "http://@h/#", "http://@h/#"},

		{"the host's kind", PercentEncoding, "//%31%32%37.0.0.1", "//127.0.0.1"},
		{"not the host's kind", PercentEncoding, "//0%31.2.3.4", "//01.2.3.4"},
		{"delimiters of what is empty", SchemeBased, "http://:@h/?#", "http://:@h/?#"},
		{"everything", allFlags, "HTTP://U@[::FFFF:1.2.3.4]:0080?%7e%2f#f", "http://[::ffff:1.2.3.4]/?~%2F"},
	} {
		t.Run(row.name, func(t *testing.T) {
			out, r, err := Append(nil, row.in, row.f)
			if string(out) != row.want || err != nil {
				t.Errorf("Append(%q, %v) = %q, %v, want %q", row.in, row.f, out, err, row.want)
			}
			if want, _ := scanner.Parse(row.want); r != want {
				t.Errorf("Append(%q, %v): Ref %v, want %v", row.in, row.f, r, want)
			}
			if s, err := String(row.in, row.f); s != row.want || err != nil {
				t.Errorf("String(%q, %v) = %q, %v, want %q", row.in, row.f, s, err, row.want)
			}
			checkAgainstTwin(t, row.in, row.f)
		})
	}
}

// Needed judges each rung by the result of the rungs before it.
func TestNeeded(t *testing.T) {
	for _, row := range []struct {
		in      string
		f, want Flags
	}{
		{"http://h/", SchemeBased, 0},
		{"http://h/%2F%C3%A9?a/.b", SchemeBased, 0},
		{"HTTP://h/", SchemeBased, Case},
		{"http://H/", SchemeBased &^ Case, 0},
		{"http://%41/", SchemeBased, PercentEncoding | Case},
		{"http://%61/", SchemeBased, PercentEncoding},
		{"http://%61/", Case, 0},
		{"http://h/%7e", Case, Case},
		{"http://h/%7e", Syntax, PercentEncoding},
		{"http://h/%2e%2e/", Syntax, PercentEncoding | PathSegment},
		{"/%2e//b", Syntax, PercentEncoding},
		{"/.//b", Syntax, 0},
		{"//[FF::]/", SchemeBased, Case},
		{"//[FF::]/", IPv6, IPv6},
		{"//[FF:0::]/", SchemeBased, Case | IPv6},
		{"//[ff::]/", SchemeBased, 0},
		{"http://h:80", SchemeBased, DefaultPort | EmptyPath},
		{"http://h:", SchemeBased, EmptyPort | EmptyPath},
		{"http://H:8080/?#", SchemeBased | DropFragment | DropUserinfo, Case | DropFragment},
		{"//%41@h/#%41", SchemeBased | DropFragment | DropUserinfo, DropFragment | DropUserinfo},
		{"//%41@h/#%41", SchemeBased, PercentEncoding},
		{"mailto:Joe@EX.com", SchemeBased, 0},
		{"../%7Ea/..", PathSegment, 0},
	} {
		ref, err := scanner.Parse(row.in)
		testkit.Must(t, err)
		if got := Needed(row.in, ref, row.f); got != row.want {
			t.Errorf("Needed(%q, %v) = %v, want %v", row.in, row.f, got, row.want)
		}
	}
}

func TestFlagsString(t *testing.T) {
	for f, want := range map[Flags]string{
		0: "", Case: "case", Syntax: "case,percent-encoding,path-segment", DropFragment | DropUserinfo: "drop-fragment,drop-userinfo",
		SchemeBased &^ Syntax: "ipv6,empty-port,default-port,empty-path", 1 << 31: "",
	} {
		if got := f.String(); got != want {
			t.Errorf("Flags(%#x).String() = %q, want %q", uint32(f), got, want)
		}
	}
}

func TestTraps(t *testing.T) {
	cases.Traps(t, "normalize", 66, func(trap struct{ In, Profile, Why, Want string }) {
		f, known := map[string]Flags{"syntax": Syntax, "scheme": SchemeBased}[trap.Profile]
		got, err := String(trap.In, f)
		if !known || got != trap.Want || err != nil {
			t.Errorf("String(%q, %s) = %q, %v, want %q (%s)", trap.In, trap.Profile, got, err, trap.Want, trap.Why)
		}
		checkAgainstTwin(t, trap.In, f)
	})
}

// Every combination of fields that are 0, 1 or of four digits.
func TestIPv6Zeros(t *testing.T) {
	for n := range 6561 {
		var address [16]byte
		for i, rest := 0, n; i < len(address); i, rest = i+2, rest/3 {
			address[i], address[i+1] = [3]byte{0, 0, 0xff}[rest%3], [3]byte{0, 1, 0xff}[rest%3]
		}
		addr := netip.AddrFrom16(address)
		var text ipv6Text
		if got, want := string(text.format([]byte("["+addr.StringExpanded()+"]"))), "["+addr.String()+"]"; got != want {
			t.Errorf("format([%s]) = %s, want %s", addr.StringExpanded(), got, want)
		}
	}
}

// Every byte at every place of a word: only A to Z change.
func TestLowerCase(t *testing.T) {
	for c := range 256 {
		for n := range 20 {
			b := append(bytes.Repeat([]byte{byte(c)}, n), "Az@[`{\x80\xc1\xdaQ"...)
			want := make([]byte, len(b))
			for i, c := range b {
				if want[i] = c; 'A' <= c && c <= 'Z' {
					want[i] += 'a' - 'A'
				}
			}
			got := bytes.Clone(b)
			if lowerCase(got); !bytes.Equal(got, want) {
				t.Errorf("lowerCase(%q) = %q, want %q", b, got, want)
			}
		}
	}
}

// Every triplet, followed by bytes of many kinds.
func TestTriplets(t *testing.T) {
	const digits, after = "0123456789ABCDEFabcdef", "%z-._~!$&'()*+,;=:@/"
	for i := range len(digits) * len(digits) {
		in := string([]byte{'h', ':', '/', '%', digits[i/len(digits)], digits[i%len(digits)], after[i%len(after)], 'a', 'B', 'c'})
		for _, f := range []Flags{Case, PercentEncoding, Syntax} {
			checkAgainstTwin(t, in, f)
		}
	}
}
