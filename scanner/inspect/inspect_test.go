package inspect

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"net/netip"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/growth"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
	"github.com/uriscan/uriscan/scanner"
)

//go:embed testdata/attacks.jsonl
var attacks string

// TestAttacks tries published attacks: each row has the remarks in their order with their
// spans, or the fault, which rule of the policies that are ready refuses it, if one does, and its
// source.
func TestAttacks(t *testing.T) {
	ingress, err := NewPolicy(Ingress())
	testkit.Must(t, err)
	fetch, err := NewPolicy(Fetch())
	testkit.Must(t, err)
	for line := range strings.Lines(attacks) {
		var row struct {
			In, Reject, Source string
			At                 int
			Remarks            [][3]any
			Ingress, Fetch     string
		}
		testkit.Must(t, json.Unmarshal([]byte(line), &row))
		ref, err := scanner.Parse(row.In)
		var fault scanner.Error
		if errors.As(err, &fault); fault.Fault().Kind().String() != row.Reject || fault.Fault().Offset() != row.At {
			t.Errorf("Parse(%q) = %v, want %q at offset %d (%s)", row.In, err, row.Reject, row.At, row.Source)
		}
		if err != nil {
			continue
		}
		i := 0
		for r, s := range All(row.In, ref) {
			got := [3]any{r.String(), float64(s.Start), float64(s.End)}
			if i >= len(row.Remarks) || got != row.Remarks[i] {
				t.Errorf("All(%q): finding %d is %v, want one of %v (%s)", row.In, i, got, row.Remarks, row.Source)
			}
			i++
		}
		if i < len(row.Remarks) {
			t.Errorf("All(%q) yields %d findings, want %v (%s)", row.In, i, row.Remarks, row.Source)
		}
		if got := ingress.CheckString("GET", row.In, ref).Rule(); got != row.Ingress {
			t.Errorf("Ingress refuses %q by %q, want %q (%s)", row.In, got, row.Ingress, row.Source)
		}
		if got := fetch.CheckString("GET", row.In, ref).Rule(); got != row.Fetch && ref.Has(scanner.Scheme) {
			t.Errorf("Fetch refuses %q by %q, want %q (%s)", row.In, got, row.Fetch, row.Source)
		}
	}
}

//go:embed testdata/ordinary.txt
var ordinary string

// Targets and URLs as servers, feeds and pages have them: there is nothing to remark, and no policy
// that is ready refuses them.
func TestOrdinary(t *testing.T) {
	for in := range strings.FieldsSeq(ordinary) {
		rules := []Rules{Ingress(), IngressEncoded(), Fetch()}
		if in[0] == '/' {
			rules[2] = Redirect("https://own.example/")
		}
		ref, err := scanner.Parse(in)
		if testkit.Must(t, err); Of(in, ref) != 0 {
			t.Errorf("Of(%q) = %v, want nothing", in, Of(in, ref))
		}
		for _, r := range rules {
			p, err := NewPolicy(r)
			testkit.Must(t, err)
			if refusal := p.CheckString("GET", in, ref); refusal != (Refusal{}) {
				t.Errorf("Check(%q) refuses by %v at %v", in, refusal.Rule(), refusal.Span())
			}
		}
	}
}

// Links as pages have them, which look odd and are not.
func TestNothingToRemark(t *testing.T) {
	for _, in := range []string{
		"", "#top", "?q=a/../b//c", "a.html", "/a.b/.well-known/x", "/a..b/..c/.d", "/a;x=1/b,c", "/@user", "/%40user", "/a:b", "/2017/06/06/06/", "/00/00/00/1.png",
		"/a/a/b/b/", "/wiki/C%C3%A9line", "/100%25", "/a%20b", "/w/www", "/www.html", "/xww.example.com", "/wwww.example.com", "/ww.example.com", "/xhttp://"[:7], "/http/", "/http:", "/https:/", "/%61/httpsx:/h", "/%61/httpxx:/h", "mailto:a@b.example", "mailto:a..b//c.",
		"data:image/png;base64,iVBO//AA/AA/AA==", "urn:isbn:1", "tel:+1", "file:///c:/x", "?u=http%3A%2F%2Fh%2F%3Fa%23b%3B%40", "#%23%2F%3A",
		"http://www.example.com", "https://r3---sn-a.example/", "http://xn--mnchen-3ya.example/", "http://xn--fiqs8s/", "http://xn--80ak6aa92e.com/", "http://EXAMPLE.com:8080/", "http://h:00443/",
		"http://8.8.8.8/", "http://[2606:4700::1111]/", "https://intranet/", "ftp://ftp.example:21/", "postgres://db:5432/", "http://[v1.x]/",
		"http://123.example/", "http://0xyz.example/", "http://1-800.example/", "http://h.example/x%E2%80%8B",
	} {
		ref, err := scanner.Parse(in)
		testkit.Must(t, err)
		if got := Of(in, ref); got != 0 {
			t.Errorf("Of(%q) = %v, want nothing", in, got)
		}
	}
}

// judged is what OfAddr says of addr, and Of of references with it as their host, in other spellings, too.
func judged(t *testing.T, addr netip.Addr) Remark {
	t.Helper()
	want := OfAddr(addr)
	for _, host := range []string{addr.WithZone("").String(), addr.WithZone("").StringExpanded()} {
		if addr.Is6() {
			host = "[" + host + "]"
		}
		for in, more := range map[string]Remark{"http://" + host: 0, "//" + host + ":443/a/b": 0, "x://" + strings.ToUpper(host) + "/?a": 0, "//" + host + "/.": DotSegment} {
			ref, err := scanner.Parse(in)
			testkit.Must(t, err)
			if got := Of(in, ref); got != want|more {
				t.Errorf("Of(%q) = %v, want %v", in, got, want|more)
			}
		}
	}
	return want
}

func TestOfAddr(t *testing.T) {
	for _, row := range []struct {
		addrs string
		want  Remark
	}{
		{"1.1.1.1 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 169.253.255.255 172.15.255.255 172.32.0.0", 0},
		{"192.0.0.9 192.0.0.10 192.0.1.0 192.167.255.255 198.17.255.255 198.20.0.0 223.255.255.255", 0},
		{"0.0.0.0 0.255.255.255 ::", Unspecified},
		{"10.0.0.0 10.255.255.255 172.16.0.0 172.31.255.255 192.168.0.0 192.168.255.255 fc00:: fdff::1 fec0:: feff::1 64:ff9b:1::a9fe:a9fe", Private},
		{"100.64.0.0 100.127.255.255", SharedAddress},
		{"127.0.0.0 127.255.255.255 ::1", Loopback},
		{"169.254.0.0 169.254.255.255 fe80:: febf::1 fe80::1%eth0", LinkLocal},
		{"192.0.0.0 192.0.0.8 192.88.99.1 240.0.0.0 255.255.255.255 100::1 2001:1::4 2001:10::1 2001:5::1 5f00::1 4000::1 8000::1 f000::1 0:1::1 64:ff9b:2::1", Reserved},
		{"192.0.2.0 198.51.100.255 203.0.113.1 2001:db8::1 3fff:0fff::1", Documentation},
		{"198.18.0.0 198.19.255.255 2001:2::1", Benchmarking},
		{"224.0.0.0 239.255.255.255 ff00:: ff02::1", Multicast},
		{"233.252.0.1", Multicast | Documentation},
		{"169.254.169.254 169.254.170.2 169.254.42.42", LinkLocal | Metadata},
		{"100.100.100.200 100.96.0.96 100.80.80.80", SharedAddress | Metadata},
		{"fd00:ec2::254 fd20:ce::254", Private | Metadata},
		{"168.63.129.16", Metadata},
		{"2000:: 2001:1::1 2001:1::2 2001:1::3 2001:3::1 2001:4:112::1 2001:20::1 2001:30::1 2001:200::1 2606:4700::1 3ffe::1", 0},
		{"::ffff:8.8.8.8 ::8.8.8.8 ::ffff:0:8.8.8.8 64:ff9b::8.8.8.8 2002:808:808::1 2001:0:4136:e378:8000:63bf:f7f7:f7f7 ::5efe:8.8.8.8 ::200:5efe:8.8.8.8 2606::5efe:808:808 2605:55::5efe:808:808", EmbeddedIPv4},
		{"::ffff:200.1.1.1 ::200.1.1.1 ::ffff:0:200.1.1.1 64:ff9b::200.1.1.1 2002:c801:101::1 ::5efe:200.1.1.1 ::200:5efe:200.1.1.1", EmbeddedIPv4},
		{"::1:8.8.8.8 ::fffe:8.8.8.8 ::fffe:0:8.8.8.8 ::ffff:1:8.8.8.8 64:ff9b::1:8.8.8.8 ::5eff:8.8.8.8 ::5efd:8.8.8.8 ::200:5eff:8.8.8.8", Reserved},
		{"::ffff:127.0.0.1 ::127.0.0.1 ::ffff:0:127.0.0.1 64:ff9b::7f00:1 2002:7f00:1:: 2001::80ff:fffe ::5efe:127.0.0.1", EmbeddedIPv4 | Loopback},
		{"::ffff:169.254.169.254 2002:a9fe:a9fe::", EmbeddedIPv4 | LinkLocal | Metadata},
		{"fe80::5efe:10.0.0.1", EmbeddedIPv4 | LinkLocal | Private},
		{"2002:808:808::5efe:127.0.0.1 2002:808:808:1:200:5efe:127.0.0.1 2002:7f00:1::5efe:8.8.8.8", EmbeddedIPv4 | Loopback},
		{"2002:a00:1::5efe:169.254.169.254", EmbeddedIPv4 | Private | LinkLocal | Metadata},
		{"2001:0:1::5efe:127.0.0.1", EmbeddedIPv4}, // Teredo: port and client, inverted
		{"::2", EmbeddedIPv4 | Unspecified},
	} {
		for text := range strings.FieldsSeq(row.addrs) {
			addr := netip.MustParseAddr(text)
			if got := judged(t, addr); got != row.want {
				t.Errorf("OfAddr(%v) = %v, want %v", addr, got, row.want)
			}
			if _, ok := Embedded(addr); ok != (row.want&EmbeddedIPv4 != 0) {
				t.Errorf("Embedded(%v) = %v, want %v", addr, ok, !ok)
			}
		}
	}
	if got := OfAddr(netip.Addr{}); got != 0 {
		t.Errorf("OfAddr(netip.Addr{}) = %v, want nothing", got)
	}
}

// Each network begins and ends where its prefix does, unless a row before it says more; and
// the classes of package netip are among the remarks.
func TestNetworks(t *testing.T) {
	for i, row := range networks {
		prefix := netip.MustParsePrefix(row.prefix)
		last := prefix.Addr().AsSlice()
		for bit := prefix.Bits(); bit < 8*len(last); bit++ {
			last[bit/8] |= 0x80 >> (bit % 8)
		}
		end, _ := netip.AddrFromSlice(last)
		for _, addr := range []netip.Addr{prefix.Addr(), end, prefix.Addr().Prev(), end.Next()} {
			if !addr.IsValid() || addr.BitLen() != prefix.Addr().BitLen() {
				continue
			}
			want := Remark(0)
			for _, other := range networks {
				if netip.MustParsePrefix(other.prefix).Contains(addr) {
					want = other.class
					break
				}
			}
			got := judged(t, addr) &^ Metadata
			if _, ok := Embedded(addr); !ok && got != want || got&want != want {
				t.Errorf("OfAddr(%v) = %v, want %v, that of the networks", addr, got, want)
			}
			for class, is := range map[Remark]bool{Loopback: addr.IsLoopback(), Private: addr.IsPrivate(), LinkLocal: addr.IsLinkLocalUnicast(), Multicast: addr.IsMulticast()} {
				if is && got&class == 0 {
					t.Errorf("OfAddr(%v) = %v, want %v", addr, got, class)
				}
			}
		}
		if row.source == "" || prefix.Masked() != prefix {
			t.Errorf("row %d of networks, %s: no source, or bits after the prefix", i, row.prefix)
		}
	}
}

// The first and the last address of each network of the registries, in another list than that
// of the package; what is next to them is of another class.
func TestRegistries(t *testing.T) {
	for _, row := range []struct {
		class  Remark
		ranges string
	}{
		{Unspecified, "0.0.0.0-0.255.255.255 ::-::"},
		{Private, "10.0.0.0-10.255.255.255 172.16.0.0-172.31.255.255 192.168.0.0-192.168.255.255 fc00::-fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff " +
			"fec0::-feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff 64:ff9b:1::-64:ff9b:1:ffff:ffff:ffff:ffff:ffff"},
		{SharedAddress, "100.64.0.0-100.127.255.255"},
		{Loopback, "127.0.0.0-127.255.255.255 ::1-::1"},
		{LinkLocal, "169.254.0.0-169.254.255.255 fe80::-febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff"},
		{Benchmarking, "198.18.0.0-198.19.255.255 2001:2::-2001:2:0:ffff:ffff:ffff:ffff:ffff"},
		{Documentation, "192.0.2.0-192.0.2.255 198.51.100.0-198.51.100.255 203.0.113.0-203.0.113.255 233.252.0.0-233.252.0.255 " +
			"2001:db8::-2001:db8:ffff:ffff:ffff:ffff:ffff:ffff 3fff::-3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff"},
		{Multicast, "224.0.0.0-239.255.255.255 ff00::-ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"},
		{Reserved, "192.0.0.0-192.0.0.8 192.0.0.11-192.0.0.255 192.88.99.0-192.88.99.255 240.0.0.0-255.255.255.255 4000::-fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff " +
			"fe00::-fe7f:ffff:ffff:ffff:ffff:ffff:ffff:ffff 2001:1::-2001:1:: 2001:1::4-2001:1:ffff:ffff:ffff:ffff:ffff:ffff 2001:2:1::-2001:2:ffff:ffff:ffff:ffff:ffff:ffff " +
			"2001:4::-2001:4:111:ffff:ffff:ffff:ffff:ffff 2001:4:113::-2001:1f:ffff:ffff:ffff:ffff:ffff:ffff 2001:40::-2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff"},
		{0, "1.0.0.0-9.255.255.255 192.0.0.9-192.0.0.10 2001:1::1-2001:1::3 2001:3::-2001:3:ffff:ffff:ffff:ffff:ffff:ffff 2001:4:112::-2001:4:112:ffff:ffff:ffff:ffff:ffff " +
			"2001:20::-2001:3f:ffff:ffff:ffff:ffff:ffff:ffff 2001:200::-2001:db7:ffff:ffff:ffff:ffff:ffff:ffff 2003::-3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff 3fff:1000::-3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"},
	} {
		for r := range strings.FieldsSeq(row.ranges) {
			from, to, _ := strings.Cut(r, "-")
			first, last := netip.MustParseAddr(from), netip.MustParseAddr(to)
			for _, addr := range []netip.Addr{first, last} {
				if got := judged(t, addr) &^ (EmbeddedIPv4 | Metadata); got&row.class != row.class || row.class == 0 && got != 0 {
					t.Errorf("OfAddr(%v) = %v, want %v", addr, got, row.class)
				}
			}
			for _, addr := range []netip.Addr{first.Prev(), last.Next()} {
				if got := OfAddr(addr); addr.IsValid() && judged(t, addr) == got && addr.BitLen() == first.BitLen() && got != EmbeddedIPv4 && (got&row.class != 0 || got == 0 && row.class == 0) && got&EmbeddedIPv4 == 0 {
					t.Errorf("OfAddr(%v) = %v, want another class than that of %s", addr, got, r)
				}
			}
		}
	}
	for in, want := range map[string]string{
		"2002:102:304::": "1.2.3.4", "2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff": "", "2003:102:304::": "", "2001:0:ffff:ffff:ffff:ffff:fefd:fcfb": "1.2.3.4", "2001:1::fefd:fcfb": "", "64:ff9b::102:304": "1.2.3.4",
		"64:ff9b:0:1::102:304": "", "64:ff9b::1:102:304": "", "::102:304": "1.2.3.4", "::1:102:304": "", "::ffff:102:304": "1.2.3.4", "::fffe:102:304": "", "::ffff:0:102:304": "1.2.3.4", "::ffff:1:102:304": "",
		"1::5efe:102:304": "1.2.3.4", "1::200:5efe:102:304": "1.2.3.4", "2002:102:304::5efe:506:708": "1.2.3.4", "1::100:5efe:102:304": "", "1::300:5efe:102:304": "", "1::5eff:102:304": "", "::1": "", "::": "", "::2": "0.0.0.2",
	} {
		inner, ok := Embedded(netip.MustParseAddr(in))
		if wanted, _ := netip.ParseAddr(want); inner != wanted || ok != (want != "") {
			t.Errorf("Embedded(%s) = %v, %v, want %q", in, inner, ok, want)
		}
	}
}

func TestAddress(t *testing.T) {
	for in, want := range map[string]string{
		"http://127.0.0.1": "127.0.0.1", "http://0x7F.1": "127.0.0.1", "http://127.0.0.%31": "127.0.0.1", "//017700000001": "127.0.0.1", "//0xffffffff": "255.255.255.255",
		"//1.2.3.4.": "1.2.3.4", "//0x": "0.0.0.0", "//1.65535": "1.0.255.255", "//1.2.65535": "1.2.255.255", "gopher://0x7f.1": "127.0.0.1", "//[::1]": "::1", "//%30%58%37f.1": "127.0.0.1",
		"//255.255.255.255": "255.255.255.255", "//255.1": "255.0.0.1", "//1.255.1": "1.255.0.1", "//0xff.0377.255.1": "255.255.255.1", "//1.16777215": "1.255.255.255", "//1.2.3.255": "1.2.3.255", "//256.1": "", "//1.16777216": "", "//1.2.3.256": "", "//0x100.1": "", "//0400.1": "",
		"//[::FFFF:1.2.3.4]": "::ffff:1.2.3.4",
		"//256.1.1.1":        "", "//1.2.3.4.5": "", "//1..2": "", "//1.2.3.4..": "", "//08": "", "//0x100000000": "", "//4294967296": "", "//1.2.65536": "", "//1.256.1": "", "//a": "", "//": "", "/1.2.3.4": "",
		"//[v1.x]": "", "ios-app://1": "", "x://1": "", "x://1.2": "1.0.0.2", "//0x1g": "", "//1x2": "", "//18446744073709551616": "", "//.1": "",
	} {
		ref, err := scanner.Parse(in)
		testkit.Must(t, err)
		addr, ok := Address(in, ref)
		if wanted, _ := netip.ParseAddr(want); addr != wanted || ok != (want != "") {
			t.Errorf("Address(%q) = %v, %v, want %q", in, addr, ok, want)
		}
	}
	// One number is an address below the schemes of the Internet.
	for scheme := range strings.FieldsSeq("amqp amqps git mongodb mysql nats postgres postgresql http https ws wss ftp ftps dict gopher gophers imap imaps ldap ldaps mqtt mqtts pop3 pop3s redis rediss rtmp rtsp scp sftp smb smbs smtp smtps ssh telnet tftp") {
		in := scheme + "://1"
		ref, err := scanner.Parse(in)
		testkit.Must(t, err)
		if addr, ok := Address(in, ref); !ok || addr.String() != "0.0.0.1" {
			t.Errorf("Address(%q) = %v, %v", in, addr, ok)
		}
	}
}

// What only a Ref of input that is not valid leads to: a "%" without two HEXDIG is a byte.
func TestUnits(t *testing.T) {
	for in, want := range map[string]int{"": 0, "%": 1, "%4": 1, "%4g": 1, "%g4": 1, "%41": 3, "%Ff": 3, "a": 1} {
		if _, size := unitAt([]byte(in), 0); size != want {
			t.Errorf("unitAt(%q) has %d bytes, want %d", in, size, want)
		}
	}
}

// Every port is usual, unusual, zero or out of range.
func TestPorts(t *testing.T) {
	usual := map[int]bool{80: true, 81: true, 443: true, 591: true, 3000: true, 5000: true, 8000: true, 8008: true, 8080: true, 8081: true, 8443: true, 8888: true}
	schemes := map[string]bool{"": true, "http:": true, "FTP:": true, "x:": false}
	for port := range 1<<16 + 100 {
		if port == 9000 {
			schemes = map[string]bool{"http:": true, "": true}
		}
		for scheme, web := range schemes {
			want := Remark(0)
			switch {
			case port == 0:
				want = ZeroPort
			case port > 65535:
				want = PortOutOfRange
			case web && !usual[port] && (port != 21 || scheme != "FTP:"):
				want = UnusualPort
			}
			for _, host := range []string{"h", "8.8.8.8"} { // kernels judge ports of names alone
				in := scheme + "//" + host + ":" + strconv.Itoa(port)
				ref, err := scanner.Parse(in)
				testkit.Must(t, err)
				if got := Of(in, ref); got != want {
					t.Fatalf("Of(%q) = %v, want %v", in, got, want)
				}
			}
		}
	}
}

// No number is too large: 1<<k would be port 80 or 127.0.0.1 where k bits are cut off.
func TestNumbersOfAnyLength(t *testing.T) {
	for k := uint(16); k < 300; k++ {
		cut := new(big.Int).Lsh(big.NewInt(1), k)
		port := "http://h:" + new(big.Int).Add(cut, big.NewInt(80)).String()
		ref, err := scanner.Parse(port)
		testkit.Must(t, err)
		if got := Of(port, ref); got != PortOutOfRange {
			t.Errorf("Of(%q) = %v, want %v", port, got, PortOutOfRange)
		}
		number := new(big.Int).Add(cut, big.NewInt(127<<24+1))
		for _, spelling := range []string{"%d", "0%o", "0x%x"} {
			in := "http://" + fmt.Sprintf(spelling, number)
			ref, err := scanner.Parse(in)
			testkit.Must(t, err)
			if got := Of(in, ref); got&RareIPv4 != 0 != (k < 32) {
				t.Errorf("Of(%q) = %v with %d bits", in, got, number.BitLen())
			}
		}
	}
}

// Each number of an address in each spelling: the twin says which are rare.
func TestSpellingsOfIPv4(t *testing.T) {
	spellings := []string{"1", "01", "08", "007", "0x1", "0X", "%31", "255", "256", "0"}
	if testing.Short() {
		spellings = spellings[:5]
	}
	for _, a := range spellings {
		for _, b := range spellings {
			for _, c := range spellings {
				for _, host := range []string{a, a + "." + b, "127." + a + "." + b + "." + c, a + ".0." + b + "." + c + "."} {
					in := "http://" + host + "/"
					ref, err := scanner.Parse(in)
					testkit.Must(t, err)
					checkAgainstTwin(t, in, ref)
				}
			}
		}
	}
}

// The addresses of metadata services, in another list than that of the package.
func TestMetadata(t *testing.T) {
	all := strings.Fields("169.254.169.254 169.254.169.252 169.254.170.2 169.254.170.23 169.254.42.42 169.254.0.23 100.100.100.200 100.96.0.96 100.80.80.80 168.63.129.16 192.0.0.192 " +
		"fd00:ec2::254 fd00:ec2::23 fd20:ce::254 fd00:42::42 fd00:a9fe:a9fe::1 fd00:100::100:200 fd00:c1::a9fe:a9fe fe80::a9fe:a9fe")
	if len(all) != len(metadata) {
		t.Errorf("the list has %d addresses, want %d", len(metadata), len(all))
	}
	for _, text := range all {
		addr := netip.MustParseAddr(text)
		if judged(t, addr)&Metadata == 0 {
			t.Errorf("OfAddr(%v) = %v, want Metadata", addr, OfAddr(addr))
		}
		for _, other := range []netip.Addr{addr.Next(), addr.Prev()} {
			if judged(t, other)&Metadata != 0 {
				t.Errorf("OfAddr(%v) = %v, want no Metadata", other, OfAddr(other))
			}
		}
	}
}

// Labels have up to 63 bytes and names up to 253, as decoded and without a dot at the end.
func TestNameLengths(t *testing.T) {
	label := func(n int) string { return strings.Repeat("a", n) }
	name := func(n int) string { return strings.Repeat(label(49)+".", 5)[:250] + "b." + label(n-252) }
	for in, want := range map[string]Remark{
		label(62): 0, label(63): 0, label(64): NotDNSName, label(59) + "rnal": 0, label(60) + "rnal": NotDNSName, label(62) + "%41": 0, label(63) + "%41": NotDNSName, "a." + label(63) + ".a": 0, "a." + label(64) + ".a": NotDNSName, label(64) + ".a": NotDNSName,
		"a." + label(64): NotDNSName, label(62) + ".": TrailingDot, "." + label(62): NotDNSName, label(63) + ".": TrailingDot, label(64) + ".": NotDNSName | TrailingDot,
		name(253): 0, name(254): NotDNSName, name(255): NotDNSName, name(253) + ".": TrailingDot, name(254) + ".": NotDNSName | TrailingDot, name(252) + "%41": 0, name(253) + "%41": NotDNSName,
	} {
		if got := Of("//"+in, scanner.Split("//"+in)); got != want {
			t.Errorf("Of of a name of %d bytes, %.10q...%q = %v, want %v", len(in), in, in[len(in)-2:], got, want)
		}
	}
}

// The characters of labels by their tables, and those next to them.
func TestLabelChars(t *testing.T) {
	for want, all := range map[bool][]uint64{
		true: {
			'a', 'z', '0', '9', 0xb7, 0xdf, 0x375, 0x5f3, 0x5f4, 0x6fd, 0x6fe, 0xf0b, 0x13a0, 0x13f5, 0x200c, 0x200d, 0x20ac, 0x2195, 0x2500, 0x2600, 0x3007, 0x30fb, 0x30fc, 0x31ff, 0x3400, 0xabc0,
			0x2af, 0x2b9, 0x1d2b, 0x1d6b, 0x1dc0, 0x214e, 0x2e9b, 0x31a0, 0x10780, 0x1d800, 0x1f16d, 0x1f191, 0x1f1e6, 0x1f1ff, 0x1f300, 0x1f3fa, 0x1f3fb, 0x1f3ff, 0x1f400, 0x1f600, 0x10400 + 40,
			0x586, 0x588, 0x674, 0x679, 0xe32, 0xeb2, 0xede, 0xf7a, 0x20a7, 0x20a9, 0x17e, 0x180, 0x3d7, 0x3ef, 0x3f3, 0x10ff, 0x1200, 0x1d9a, 0xa980, 0xfe2f, 0x10000, 0x1f18f,
			0x37b, 0x10fd, 0x1d77, 0x1e99, 0x1e9d, 0x2c7b, 0x2d67, 0x2ea0, 0x3037, 0x30fe, 0xa66f, 0xa69e, 0xa771, 0xa7fa, 0xab5a, 0xab60, 0x1fbaf,
			0x342, 0x346, 0x34e, 0x350, 0x373, 0x487, 0x63f, 0x641, 0x7f5, 0x957, 0x960, 0x9d7, 0x9e0, 0xa35, 0xa38, 0xa5c, 0xb5f, 0xf42, 0xf44, 0xf51, 0xf56, 0xf5b, 0xf68, 0xf72, 0xf74, 0xf80, 0xf94, 0xfa1, 0xfa6, 0xfab, 0xfb8,
			0x17b3, 0x17b6, 0x1ac0, 0x1f70, 0x1f72, 0x1f7c, 0x1fb0, 0x1fb6, 0x1fc6, 0x1fd2, 0x1fe2, 0x1ff6, 0x20e3, 0x302d, 0x303c, 0xa66f, 0xa674, 0x1d15d, 0x1d241, 0x1d245,
			0xfa0e, 0xfa0f, 0xfa11, 0xfa13, 0xfa14, 0xfa1f, 0xfa21, 0xfa23, 0xfa24, 0xfa27, 0xfa29,
		},
		false: {
			'A', 'Z', '-', '_', ' ', '/', 0x80, 0xb6, 0xb8, 0xc0, 0x6d4, 0x13f8, 0x13fd, 0x2010, 0x200b, 0x200e, 0x2460, 0x24ff, 0x3001, 0x3200, 0x33ff, 0xab70, 0xabbf, 0xd800, 0xf8ff, 0xf900, 0xfaff, 0xfb00, 0xfdff,
			0x249c, 0x24d0, 0x24e9, 0xfe70, 0xffef, 0xff10, 0xff41, 0xff66, 0x10400, 0x1d400, 0x1d41a, 0x1d7ff, 0x1ee00, 0x1eebb, 0x1f100, 0x1f110, 0x1f16c, 0x1f190, 0x1f200, 0x1f251, 0xaa, 0xb5, 0xba, 0x133, 0x140, 0x149, 0x17f, 0x1c6, 0x1c9, 0x1cc, 0x1f3, 0x2b0, 0x2b8,
			0x2e0, 0x2e4, 0x3d0, 0x3d6, 0x3f0, 0x3f2, 0x3f5, 0x1100, 0x11ff, 0x1d2c, 0x1d6a, 0x1d9b, 0x1dbf, 0x2071, 0x209c, 0x2102, 0x2139, 0x2f00, 0x2fd5, 0x3131, 0x318e, 0x319f, 0xa960, 0xd7fb, 0xfffc, 0xfffd, 0x10781, 0x107ba, 0x2f800, 0x2fa1d, 0x2fa1f,
			0x37a, 0x10fc, 0x1d78, 0x1e9a, 0x2c7c, 0x2c7d, 0x2d6f, 0x2e9f, 0x2ef3, 0x3036, 0x309f, 0x30ff, 0xa69c, 0xa69d, 0xa770, 0xa7f2, 0xa7f4, 0xa7f8, 0xa7f9, 0xab5c, 0xab5f, 0xab69, 0xfe69, 0x1e030, 0x1e06d, 0x1fbf0, 0x1fbf9,
			0x340, 0x341, 0x343, 0x345, 0x34f, 0x374, 0x488, 0x489, 0x640, 0x7fa, 0x958, 0x95f, 0x9dc, 0x9dd, 0x9df, 0xa33, 0xa36, 0xa59, 0xa5b, 0xa5e, 0xb5c, 0xb5d, 0xf43, 0xf4d, 0xf52, 0xf57, 0xf5c, 0xf69, 0xf73, 0xf75, 0xf76, 0xf78,
			0xf81, 0xf93, 0xf9d, 0xfa2, 0xfa7, 0xfac, 0xfb9, 0x17b4, 0x17b5, 0x180b, 0x180d, 0x180f, 0x1abe, 0x1c80, 0x1c88, 0x1e9b, 0x1f71, 0x1f73, 0x1f7d, 0x1f80, 0x1fa7, 0x1fb2, 0x1fb4, 0x1fb7, 0x1fbe, 0x1fc2, 0x1fc4, 0x1fc7, 0x1fd3,
			0x1fe3, 0x1ff2, 0x1ff4, 0x1ff7, 0x20d0, 0x20e2, 0x20e4, 0x20f0, 0x302e, 0x3035, 0x303b, 0xa670, 0xa672, 0xfa0d, 0xfa10, 0xfa12, 0xfa15, 0xfa1e, 0xfa20, 0xfa22, 0xfa25, 0xfa26, 0xfa2a, 0xfe00, 0xfe0f, 0x1d15e, 0x1d165, 0x1d1ad,
			0x1d1c0, 0x1d242, 0x1d244, 0xe0100, 0xe01ef,
			0x587, 0x675, 0x678, 0xe33, 0xeb3, 0xedc, 0xedd, 0xf77, 0xf79, 0x20a8, 0x10ffff, 0x110000, 1<<32 | 0xdf, 1 << 40,
		},
	} {
		for _, c := range all {
			if isLabelChar(c) != want {
				t.Errorf("isLabelChar(%#x) = %v", c, !want)
			}
		}
	}
	step := rune(1)
	if testing.Short() {
		step = 61
	}
	for c := rune(0); c <= unicode.MaxRune; c += step {
		if got, want := isLabelChar(uint64(c)), isLabelCharTwin(c); got != want && utf8.ValidRune(c) {
			t.Errorf("isLabelChar(%#x) = %v, want %v", c, got, want)
		}
	}
}

// The first and the last characters of each length, and what is next to them (RFC 3629, 3).
func TestCharacters(t *testing.T) {
	for in, want := range map[string]Remark{
		"%C2%80": 0, "%DF%BF": 0, "%E0%A0%80": 0, "%ED%9F%BF": 0, "%EE%80%80": 0, "%EF%BF%BF": 0, "%F0%90%80%80": 0, "%F4%8F%BF%BF": 0,
		"%C1%BF": OverlongUTF8, "%C0%80": OverlongUTF8, "%E0%9F%BF": OverlongUTF8, "%F0%8F%BF%BF": OverlongUTF8, "%F8%87%BF%BF%BF": OverlongUTF8, "%FC%83%BF%BF%BF%BF": OverlongUTF8,
		"%ED%A0%80": InvalidUTF8, "%ED%BF%BF": InvalidUTF8, "%F4%90%80%80": InvalidUTF8, "%F7%BF%BF%BF": InvalidUTF8, "%F8%88%80%80%80": InvalidUTF8, "%FC%84%80%80%80%80": InvalidUTF8,
		"%FE%80%80%80%80%80%80": InvalidUTF8, "%FE%BF%BF%BF%BF%BF%BF": InvalidUTF8, "%FF%80%80%80%80%80%80%80": InvalidUTF8,
		"%80": InvalidUTF8, "%BF": InvalidUTF8, "%FE": InvalidUTF8, "%FF": InvalidUTF8, "%C2": InvalidUTF8, "%C2%C0": InvalidUTF8, "%C2%7F": InvalidUTF8 | EncodedControl, "%E1%80": InvalidUTF8, "%F1%80%80a": InvalidUTF8,
	} {
		for _, ref := range []string{"/" + in, "/a" + in + "/b", "?" + in, "#" + in} {
			if got := Of(ref, scanner.Split(ref)); got != want {
				t.Errorf("Of(%q) = %v, want %v", ref, got, want)
			}
		}
	}
}

// A group of segments that comes three times in a row or more is one finding, and what
// follows it is looked at from the next segment on.
func TestRepeats(t *testing.T) {
	for in, want := range map[string]string{
		"/ab/ab/ab": "ab/ab/ab", "/ab/ab/ab/xc/c/c": "ab/ab/ab", "/xc/c/c": "", "/zz/xc/c/c": "", "/x/c/c/c/d": "c/c/c", "/ab/ab/ab/c/c/c": "ab/ab/ab c/c/c", "/ab/ab/ab/ab/ab/x": "ab/ab/ab/ab/ab", "/ab/ab/abc/ab": "",
		"ab/ab/ab": "ab/ab/ab", "http:ab/ab/ab": "", "//h/a/b/a/b/a/b": "a/b/a/b/a/b", "/a/b/a/b/a/c/a/b": "", "/a/b/a/b/a/bc": "", "/b/a/b/a/b/a": "b/a/b/a/b/a", "/1/1/1": "", "1/1/1": "", "/1/a/1/a/1/a": "1/a/1/a/1/a", "/a//a//a//": "a//a//a/",
		"/a/b/c/d/e/f/g/h/a/b/c/d/e/f/g/h/a/b/c/d/e/f/g/h":                "a/b/c/d/e/f/g/h/a/b/c/d/e/f/g/h/a/b/c/d/e/f/g/h",
		"/a/b/c/d/e/f/g/h/i/a/b/c/d/e/f/g/h/i/a/b/c/d/e/f/g/h/i":          "",
		"/zz/zz/zz/a/b/c/d/e/f/g/h/i/a/b/c/d/e/f/g/h/i/a/b/c/d/e/f/g/h/i": "zz/zz/zz",
		"/a/b/a/b/a/b" + strings.Repeat("/x1", 40) + "/y/y/y?/z/z/z":      "a/b/a/b/a/b" + " x1" + strings.Repeat("/x1", 39) + " y/y/y",
	} {
		var got []string
		for r, span := range All(in, scanner.Split(in)) {
			if r == RepeatedSegments {
				got = append(got, span.OfString(in))
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("All(%q) has the repeated segments %q, want %q", in, got, want)
		}
	}
}

// Groups of any segments are found: what is kept of a segment does not hide its neighbours.
func TestRepeatsOfAnySegments(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 3))
	some := func(n int) (all string) {
		for range n {
			all += "/" + testkit.Mixed(r, 1+r.IntN(4), "a", "b", "c", "x", "1", "7", "-", "M", "Z", "_", "~", "page")
		}
		return all
	}
	for i := range sizes.Times(6000) {
		group := some(1+i%8) + "w"
		in := "http://h" + some(r.IntN(6)) + group + group + group + some(r.IntN(6))
		ref, err := scanner.Parse(in)
		testkit.Must(t, err)
		if got := Of(in, ref); got&RepeatedSegments == 0 {
			t.Errorf("Of(%q) = %v, want repeated segments", in, got)
		}
	}
}

// A name below localhost is the own host, be it a DNS name or not.
func TestLocalhost(t *testing.T) {
	for in, want := range map[string]Remark{
		"//a_b.localhost": Localhost | NotDNSName, "//a_b.%4cocalhost.": Localhost | NotDNSName | TrailingDot, "//.localhost": Localhost | NotDNSName, "//" + strings.Repeat("a.", 125) + "localhost": Localhost | NotDNSName,
		"//a_localhost": NotDNSName, "//localhost..": NotDNSName | TrailingDot, "//.host": NotDNSName, "//.": NotDNSName | TrailingDot, "//%2E:80": NotDNSName | TrailingDot | EncodedDot, "//localhost_": NotDNSName, "//localhost.a_b": NotDNSName, "//a_localhost.localdomain": NotDNSName,
	} {
		if got := Of(in, scanner.Split(in)); got != want {
			t.Errorf("Of(%q) = %v, want %v", in, got, want)
		}
	}
}

func TestMetadataNames(t *testing.T) {
	for in, want := range map[string]Remark{
		"//instance-data.%75s-west-2%2ecompute.internal": Metadata, "//instance-data.a.compute.internal": Metadata, "//instance-data." + strings.Repeat("a", 40) + ".compute.internal": Metadata, "//instance-data.compute.internal": 0,
		"//instance-data.a.b.compute.internal": 0, "//instance-data.a.compute.internals": 0, "//instance-data..compute.internal": NotDNSName, "//instance-data.a": 0,
		"//instance-data.a.ec2.internal": 0, "//instance-dat.a.compute.internal": 0,
	} {
		if got := Of(in, scanner.Split(in)) &^ EncodedDot; got != want {
			t.Errorf("Of(%q) = %v, want %v", in, got, want)
		}
	}
}

// Names of the own host and of metadata services are found in every case, with a dot at the end, and in no longer name.
func TestOwnNames(t *testing.T) {
	for _, name := range []string{
		"localhost", "a.localhost", "localhost.localdomain", "localhost4", "localhost4.localdomain4", "localhost6", "localhost6.localdomain6", "ip6-localhost", "ip6-loopback",
		"ipv6-localhost", "ipv6-loopback", "host.docker.internal", "gateway.docker.internal", "kubernetes.docker.internal", "host.containers.internal",
		"metadata.google.internal", "metadata.goog", "metadata", "instance-data.ec2.internal", "instance-data", "instance-data.eu-west-1.compute.internal", "rancher-metadata", "rancher-metadata.rancher.internal",
	} {
		is := Localhost
		if strings.Contains(name, "data") {
			is = Metadata
		}
		for in, want := range map[string]Remark{
			name: is, strings.ToUpper(name): is, strings.ToUpper(name[:1]) + name[1:]: is, name[:len(name)-1] + strings.ToUpper(name[len(name)-1:]): is,
			name + ".": is | TrailingDot, name + ".example": 0, name + "s": 0, "x" + name[1:]: 0, "xx" + name[2:]: 0,
		} {
			if strings.HasSuffix(in, ".localhost") { // every name below it
				want = Localhost
			}
			for _, ref := range []string{"//" + in, "http://" + in + "/a", "http://" + in + "?aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"} {
				if got := Of(ref, scanner.Split(ref)); got != want {
					t.Errorf("Of(%q) = %v, want %v", ref, got, want)
				}
			}
		}
	}
}

func TestNames(t *testing.T) {
	var all Remark
	for r, says := range Remarks {
		all |= r
		if again, ok := ParseRemark(r.String()); again != r || !ok || says == "" {
			t.Errorf("ParseRemark(%q) = %v, %v, want %v; it says %q", r.String(), again, ok, r, says)
		}
	}
	if all+1 != Metadata<<1 {
		t.Errorf("the remarks are %b, want all up to Metadata", all)
	}
	for r, want := range map[Remark]string{0: "", 1 << 63: "", EncodedSlash | Metadata | 1<<63: "encoded-slash|metadata", UnusualPort: "unusual-port", RareIPv4: "rare-ipv4", Userinfo: "userinfo"} {
		if got := r.String(); got != want {
			t.Errorf("Remark(%#x).String() = %q, want %q", uint64(r), got, want)
		}
	}
	if r, ok := ParseRemark("encoded-slash|userinfo"); ok {
		t.Errorf("ParseRemark of two names = %v, want none", r)
	}
}

// What all of the package does with one reference takes no longer than its length asks for.
func TestLinear(t *testing.T) {
	shapes := append([]growth.Shape{
		{"/", "%25"}, {"/", "a/", "b/"}, {"/", "a/b/c/d/e/f/g/h/a/b/c/d/e/f/g/h/i/"}, {"/", "%e2%82"}, {"/", "%fc%80%80"}, {"/", "%25", "", "4"}, {"/", "%2525", "a"}, {"?", "%25", "%2525"},
		{"/", "http:", "/"}, {"/", "http:/"}, {"/", "www."}, {"/", "www.a.bc/"}, {"/", "www.a%2e"}, {"/", "w", "/"}, {"//", "xn--"}, {"//", "xn--a-", "9"}, {"//", "xn--a.", "%2d"}, {"//xn--", "9"}, {"//xn--a-", "z"},
		{"//", "1.", "0"}, {"//", "a.", "%41", "@"}, {"//", "a", ".", "@h"}, {"//", "0x"}, {"//", "localhost."}, {"/", "../", "%2f"}, {"//h:", "0", "9"}, {"/", "..;", "/"}, {"/", "..;/"},
		{"/", "//", "."}, {"/", "{n}/"}, {"/", "a. /"}, {"/", "a", "%20"}, {"/", "%5c"}, {"/", "%2e", "/"}, {"/", "a/b/", "a/c/"}, {"/", "a", "/a/a"}, {"", "a/", "", "b"}, {"/", "a%2f"}, {"/?", "%", "25"},
	}, growth.References...)
	fetch, err := NewPolicy(Fetch())
	testkit.Must(t, err)
	rules := Ingress()
	rules.MaxDepth, rules.RefuseInPath, rules.Suffixes = 1000, DoubleEncoded, []string{"a.example", "b.example"}
	deep, err := NewPolicy(rules)
	testkit.Must(t, err)
	redirect, err := NewPolicy(Redirect("http://h/"))
	testkit.Must(t, err)
	job := func(in string) func() {
		ref := scanner.Split(in)
		return func() {
			for range All(in, ref) {
			}
			Of(in, ref)
			Address(in, ref)
			for _, p := range []*Policy{fetch, deep, redirect} {
				p.CheckString("GET", in, ref)
			}
		}
	}
	growth.Check(t, 1<<10, shapes, map[string]growth.Job{"All, Of and Check": job})
	// What bytes.IndexByte reads again and again shows in long inputs alone.
	growth.Check(t, 1<<14, []growth.Shape{{"a", "%3a"}, {"", "%2f"}, {"/", "%2f"}}, map[string]growth.Job{"All, Of and Check": job})
}
