package inspect

import (
	"cmp"
	"fmt"
	"net/netip"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/uriscan/uriscan/fuzz/cases"
	"github.com/uriscan/uriscan/internal/automaton"
	"github.com/uriscan/uriscan/internal/rawref"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
	"github.com/uriscan/uriscan/internal/testkit/suite"
	"github.com/uriscan/uriscan/scanner"
	"github.com/uriscan/uriscan/scanner/target"
)

func TestMain(m *testing.M) {
	suite.RunLevels(m, "Units|Ports|Punycode|LabelChars|OfAddr|Networks|Address|TestNames|Policy|ParseRules|Refusal|Redirect|Linear|Example")
}

// The twin decodes each component first, and keeps where each byte comes from. Then it looks
// for what the documentation of the remarks says, mostly with regular expressions.
type (
	text struct {
		decoded string
		at      []int // where each byte begins in the reference, and where the last one ends
	}
	twin struct {
		in    string
		found []finding
	}
)

var triplet = regexp.MustCompile(`%[0-9A-Fa-f]{2}`)

func (t *twin) text(s scanner.Span) (all text) {
	i := int(s.Start)
	decoded := []byte(nil)
	for i < int(s.End) {
		all.at = append(all.at, i)
		if loc := triplet.FindStringIndex(t.in[i:s.End]); loc != nil && loc[0] == 0 {
			c, _ := strconv.ParseUint(t.in[i+1:i+3], 16, 8)
			decoded = append(decoded, byte(c))
			i += 3
			continue
		}
		decoded = append(decoded, t.in[i])
		i++
	}
	return text{string(decoded), append(all.at, i)}
}

func (t *twin) add(is Remark, start, end int) {
	for r := range Remarks {
		if is&r != 0 {
			t.found = append(t.found, finding{r, start, end})
		}
	}
}

// isEncoded reports whether byte i of a text is a triplet.
func (x text) isEncoded(i int) bool { return x.at[i+1]-x.at[i] == 3 }

func twinOf(in string, ref scanner.Ref) []finding {
	t := twin{in: in}
	t.anywhere()
	t.delimiters(ref)
	if ref.Has(scanner.Authority) {
		t.authority(ref)
	}
	t.segments(ref)
	if ref.PathKind() != scanner.PathRootless {
		t.hierarchy(ref.Path())
	}
	slices.SortFunc(t.found, func(a, b finding) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.is, b.is)) })
	return t.found
}

var deep = regexp.MustCompile(`^%((25)+([0-9A-Fa-f]{2})?|[0-9A-Fa-f]{2})`)

// anywhere finds what is remarked in every component.
func (t *twin) anywhere() {
	x := t.text(scanner.Span{End: uint32(len(t.in))})
	bad := -1 // where a run of bytes that are not UTF-8 begins
	for i := 0; i < len(x.decoded); {
		c, size := x.decoded[i], 1
		is := Remark(0)
		switch _, long := utf8.DecodeRuneInString(x.decoded[i:]); {
		case c >= utf8.RuneSelf && long > 1:
			size = long
		case c >= utf8.RuneSelf && overlong(x.decoded[i:]) > 0:
			is, size = OverlongUTF8, overlong(x.decoded[i:])
		case c >= utf8.RuneSelf:
			if bad < 0 {
				bad = i
			}
			i++
			continue
		case !x.isEncoded(i):
		case c == 0:
			is = EncodedNUL
		case c < ' ' || c == 0x7f:
			is = EncodedControl
		case deep.MatchString(x.decoded[i:]):
			is, size = DoubleEncoded, len(deep.FindString(x.decoded[i:]))
		}
		if bad >= 0 {
			t.add(InvalidUTF8, x.at[bad], x.at[i])
			bad = -1
		}
		t.add(is, x.at[i], x.at[i+size])
		i += size
	}
	if bad >= 0 {
		t.add(InvalidUTF8, x.at[bad], x.at[len(x.decoded)])
	}
}

// overlong returns the size of an overlong form that s begins with: the lead byte of a
// longer form than the value needs (RFC 2279, section 2), and all its other bytes.
func overlong(s string) int {
	most := []rune{0, 0, 0x7f, 0x7ff, 0xffff, 0x1f_ffff, 0x3ff_ffff} // by the next shorter form
	for size := 2; size <= 6; size++ {
		lead, ok := strings.CutPrefix(strconv.FormatUint(uint64(s[0]), 2), strings.Repeat("1", size)+"0")
		if !ok || len(s) < size {
			continue
		}
		for _, c := range []byte(s[1:size]) {
			bits, ok := strings.CutPrefix(strconv.FormatUint(uint64(c), 2), "10")
			if !ok || len(bits) != 6 {
				return 0
			}
			lead += bits
		}
		if value, _ := strconv.ParseUint(lead, 2, 32); rune(value) <= most[size] {
			return size
		}
	}
	return 0
}

// delimiters finds the encoded bytes that would delimit.
func (t *twin) delimiters(ref scanner.Ref) {
	names := map[byte]Remark{'/': EncodedSlash, '\\': EncodedBackslash, '.': EncodedDot, '?': EncodedQuestionMark,
		'#': EncodedNumberSign, '@': EncodedAt, ':': EncodedColon, ';': EncodedSemicolon}
	look := func(s scanner.Span, which string) {
		x := t.text(s)
		for i, c := range []byte(x.decoded) {
			if x.isEncoded(i) && strings.IndexByte(which, c) >= 0 {
				t.add(names[c], x.at[i], x.at[i+1])
			}
		}
	}
	look(ref.Userinfo(), `/\?#@:`)
	look(ref.Host(), `/\?#@:.`)
	look(ref.Path(), `/\?#.;`)
	if path := ref.Path(); ref.PathKind() == scanner.PathNoScheme {
		first, _, _ := strings.Cut(path.OfString(t.in), "/")
		look(scanner.Span{Start: path.Start, End: path.Start + uint32(len(first))}, ":")
	}
}

var (
	dots      = regexp.MustCompile(`^\.{1,2}$`)
	dotsParam = regexp.MustCompile(`(?s)^\.{1,2};`)
	tail      = regexp.MustCompile(`[. ]+$`)
)

// segments finds the remarks on each segment of the decoded path.
func (t *twin) segments(ref scanner.Ref) {
	x := t.text(ref.Path())
	rooted := ref.PathKind() != scanner.PathRootless
	for start := 0; start <= len(x.decoded); {
		end := start + len(x.decoded[start:])
		if n := strings.IndexAny(x.decoded[start:], `/\`); n >= 0 {
			end = start + n
		}
		segment := x.decoded[start:end]
		from, to := x.at[start], x.at[end]
		plain := !strings.Contains(t.in[from:to], "%") && (start == 0 || !x.isEncoded(start-1)) && (end == len(x.decoded) || !x.isEncoded(end))
		switch {
		case dots.MatchString(segment) && plain:
			t.add(DotSegment, from, to)
		case dots.MatchString(segment):
			t.add(EncodedDotSegment, from, to)
		case dotsParam.MatchString(segment):
			t.add(DotSegmentParameter, from, to)
		case rooted && strings.HasSuffix(segment, "."):
			t.add(SegmentEndsInDot, x.at[start+tail.FindStringIndex(segment)[0]], to)
		case rooted && strings.HasSuffix(segment, " "):
			t.add(SegmentEndsInSpace, x.at[start+tail.FindStringIndex(segment)[0]], to)
		}
		start = end + 1
	}
}

var (
	slashRun  = regexp.MustCompile(`/{2,}`)
	webHost   = regexp.MustCompile(`(?s)^(https?|ftp|wss?):[/\\]+[^/\\]+`)
	wwwName   = regexp.MustCompile(`^www\.([a-z0-9.-]*\.)?[a-z]{2,}\.?$`)
	dnsName   = regexp.MustCompile(`^([a-z0-9]|[a-z0-9][a-z0-9-]{0,61}[a-z0-9])(\.([a-z0-9]|[a-z0-9][a-z0-9-]{0,61}[a-z0-9]))*\.?$`)
	lastIsNum = regexp.MustCompile(`(^|\.)([0-9]+|0x[0-9a-f]*)\.?$`)
)

// hierarchy finds the remarks on several segments, and hosts.
func (t *twin) hierarchy(path scanner.Span) {
	raw, offset := path.OfString(t.in), int(path.Start)
	for _, run := range slashRun.FindAllStringIndex(raw, -1) {
		t.add(EmptySegment, offset+run[0], offset+run[1])
	}

	rest := strings.TrimPrefix(raw, "/")
	offset += len(raw) - len(rest)
	all := strings.Split(rest, "/")
	for len(all) > 0 {
		n := twinRepeats(all)
		if n > 0 {
			size := len(strings.Join(all[:n], "/"))
			t.add(RepeatedSegments, offset, offset+size)
		}
		n = max(n, 1)
		offset += len(strings.Join(all[:n], "/")) + 1
		all = all[n:]
	}

	x := t.text(path)
	lowered := asciiLower(x.decoded)
	for i := 0; i < len(lowered); i++ {
		end := i
		isWord := i == 0 || !strings.ContainsRune("abcdefghijklmnopqrstuvwxyz0123456789", rune(lowered[i-1]))
		isStart := i == 0 || strings.ContainsRune(`/\`, rune(lowered[i-1]))
		segment := lowered[i:]
		if n := strings.IndexAny(segment, `/\`); n >= 0 {
			segment = segment[:n]
		}
		if isStart && wwwName.MatchString(segment) && isDNSName(segment) && strings.Count(strings.TrimSuffix(segment, "."), ".") > 1 {
			end = i + len(segment)
		} else if isWord {
			end = i + len(webHost.FindString(lowered[i:]))
		}
		if end > i {
			t.add(HostInPath, x.at[i], x.at[end])
			i = end - 1
		}
	}
}

// twinRepeats returns how many of the first segments are groups that repeat, or 0.
func twinRepeats(all []string) int {
	for group := 1; group <= 8; group++ {
		n := group
		for n+group <= len(all) && slices.Equal(all[n:n+group], all[:group]) {
			n += group
		}
		if n >= 3*group && strings.ContainsAny(strings.Join(all[:group], ""), "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") {
			return n
		}
	}
	return 0
}

func asciiLower(s string) string {
	lowered := []byte(s)
	for i, c := range lowered {
		if 'A' <= c && c <= 'Z' {
			lowered[i] = c + 'a' - 'A'
		}
	}
	return string(lowered)
}

// isDNSName judges a name in lower case.
func isDNSName(name string) bool {
	return dnsName.MatchString(name) && !lastIsNum.MatchString(name) && len(strings.TrimSuffix(name, ".")) <= 253
}

// protocols are schemes, not of the Web, after which a host of one number is an address.
const protocols = "amqp amqps git mongodb mysql nats postgres postgresql gopher gophers dict ldap ldaps redis rediss sftp scp ssh ftps tftp telnet smb smbs smtp smtps imap imaps pop3 pop3s rtsp rtmp mqtt mqtts"

// authority finds the remarks on the userinfo, the host and the port.
func (t *twin) authority(ref scanner.Ref) {
	host := ref.Host()
	scheme := asciiLower(ref.Scheme().OfString(t.in))
	isWeb := slices.Contains([]string{"http", "https", "ftp", "ws", "wss"}, scheme)
	if ref.Has(scanner.Userinfo) {
		s := ref.Userinfo()
		t.add(Userinfo, int(s.Start), max(int(s.End), int(s.Start)+1))
		if name, password, _ := strings.Cut(s.OfString(t.in), ":"); password != "" {
			t.add(Password, int(s.Start)+len(name)+1, int(s.End))
		}
		x := t.text(s)
		lowered := asciiLower(x.decoded)
		n := len(lowered) - len(strings.TrimLeft(lowered, "abcdefghijklmnopqrstuvwxyz0123456789.-"))
		numbers := strings.TrimSuffix(lowered[:n], ".")
		if _, isAddr := atonTwin(numbers); n > 0 && (n == len(lowered) || lowered[n] != '@') &&
			(isAddr && strings.Contains(numbers, ".") || isDNSName(lowered[:n]) && likeHosts.MatchString(lowered[:n])) {
			t.add(UserinfoLikeHost, x.at[0], x.at[n])
		}
	}
	switch ref.HostKind() {
	case scanner.IPv6Address, scanner.IPv4Address:
		addr, _ := netip.ParseAddr(strings.Trim(host.OfString(t.in), "[]"))
		t.add(OfAddr(addr), int(host.Start), int(host.End))
	case scanner.RegName:
		if host.Len() > 0 {
			t.name(host, scheme == "" || isWeb || slices.Contains(strings.Fields(protocols), scheme))
		}
	}
	if port := ref.Port(); ref.Has(scanner.Port) {
		digits := strings.TrimLeft(port.OfString(t.in), "0")
		usual := strings.Fields("80 81 443 591 3000 5000 8000 8008 8080 8081 8443 8888")
		number, err := strconv.Atoi(digits)
		switch {
		case port.Len() == 0:
			t.add(EmptyPort, int(port.Start)-1, int(port.End))
		case digits == "":
			t.add(ZeroPort, int(port.Start), int(port.End))
		case err != nil || number > 65535:
			t.add(PortOutOfRange, int(port.Start), int(port.End))
		case (scheme == "" || isWeb) && !slices.Contains(usual, digits) && (scheme != "ftp" || digits != "21"):
			t.add(UnusualPort, int(port.Start), int(port.End))
		}
	}
}

var ownHosts = regexp.MustCompile(`^(localhost\.localdomain|localhost4(\.localdomain4)?|localhost6(\.localdomain6)?|ipv?6-localhost|ipv?6-loopback|(host|gateway|kubernetes)\.docker\.internal|host\.containers\.internal)\.?$`)

var metadataHosts = regexp.MustCompile(`^(metadata(\.google\.internal|\.goog)?|instance-data(\.ec2\.internal|\.[^.]+\.compute\.internal)?|rancher-metadata(\.rancher\.internal)?)\.?$`)

var likeHosts = regexp.MustCompile(`(^|\.)localhost\.?$|\.[a-z]{2,}\.?$`)

// name finds the remarks on a registered name.
func (t *twin) name(host scanner.Span, numberAlone bool) {
	x := t.text(host)
	lowered := asciiLower(x.decoded)
	if last := len(lowered) - 1; last >= 0 && lowered[last] == '.' {
		t.add(TrailingDot, x.at[last], x.at[last+1])
	}
	for start, label := range labelsOf(lowered) {
		if rest, ok := strings.CutPrefix(label, "xn--"); ok && !isPunycodeTwin(rest) {
			t.add(FakeALabel, x.at[start], x.at[start+len(label)])
		}
	}
	if addr, ok := atonTwin(strings.TrimSuffix(lowered, ".")); ok && (numberAlone || strings.Contains(strings.TrimSuffix(lowered, "."), ".")) {
		t.add(RareIPv4|OfAddr(addr), int(host.Start), int(host.End))
		return
	}
	if strings.HasSuffix("."+strings.TrimSuffix(lowered, "."), ".localhost") || ownHosts.MatchString(lowered) {
		t.add(Localhost, int(host.Start), int(host.End))
	}
	if !isDNSName(lowered) {
		t.add(NotDNSName, int(host.Start), int(host.End))
	} else if metadataHosts.MatchString(lowered) {
		t.add(Metadata, int(host.Start), int(host.End))
	}
}

// labelsOf yields the labels of a name, each with its offset.
func labelsOf(name string) func(yield func(int, string) bool) {
	return func(yield func(int, string) bool) {
		start := 0
		for label := range strings.SplitSeq(name, ".") {
			if !yield(start, label) {
				return
			}
			start += len(label) + 1
		}
	}
}

// atonTwin reads one to four numbers as inet_aton does.
func atonTwin(name string) (netip.Addr, bool) {
	parts := strings.Split(name, ".")
	value := uint64(0)
	for i, part := range parts {
		base := 10
		if digits, ok := strings.CutPrefix(part, "0x"); ok {
			part, base = "0"+digits, 16
		} else if len(part) > 1 && part[0] == '0' {
			base = 8
		}
		number, err := strconv.ParseUint(part, base, 64)
		left := 8 // bits of the number
		if i == len(parts)-1 {
			left = 8 * (4 - i)
		}
		if err != nil || len(parts) > 4 || number>>left != 0 {
			return netip.Addr{}, false
		}
		value = value<<left | number
	}
	return netip.AddrFrom4([4]byte{byte(value >> 24), byte(value >> 16), byte(value >> 8), byte(value)}), true
}

var (
	labelChar = regexp.MustCompile(`[\pL\pM\p{Nd}\p{Sc}\x{b7}\x{375}\x{5f3}\x{5f4}\x{6fd}\x{6fe}\x{f0b}\x{200c}\x{200d}\x{3007}\x{30fb}\x{1f3fb}-\x{1f3ff}]`)
	symbol    = regexp.MustCompile(`\p{So}`)
	otherForm = regexp.MustCompile(`[\x{aa}\x{b5}\x{ba}\x{133}\x{140}\x{149}\x{17f}\x{1c6}\x{1c9}\x{1cc}\x{1f3}\x{2b0}-\x{2b8}\x{2e0}-\x{2e4}\x{340}-\x{341}\x{343}-\x{345}\x{34f}\x{374}\x{37a}\x{3d0}-\x{3d6}\x{3f0}-\x{3f2}\x{3f5}\x{488}-\x{489}\x{587}` +
		`\x{640}\x{675}-\x{678}\x{7fa}\x{958}-\x{95f}\x{9dc}-\x{9df}\x{a33}\x{a36}\x{a59}-\x{a5b}\x{a5e}\x{b5c}-\x{b5d}\x{e33}\x{eb3}\x{edc}-\x{edd}\x{f43}\x{f4d}\x{f52}\x{f57}\x{f5c}\x{f69}\x{f73}\x{f75}-\x{f79}\x{f81}\x{f93}` +
		`\x{f9d}\x{fa2}\x{fa7}\x{fac}\x{fb9}\x{10fc}\x{1100}-\x{11ff}\x{13f8}-\x{13fd}\x{17b4}-\x{17b5}\x{180b}-\x{180f}\x{1abe}\x{1c80}-\x{1c88}\x{1d2c}-\x{1d6a}\x{1d78}\x{1d9b}-\x{1dbf}\x{1e9a}-\x{1e9b}\x{1f71}\x{1f73}\x{1f75}` +
		`\x{1f77}\x{1f79}\x{1f7b}\x{1f7d}\x{1f80}-\x{1faf}\x{1fb2}-\x{1fb4}\x{1fb7}-\x{1fc4}\x{1fc7}\x{1fd3}\x{1fe3}\x{1ff2}-\x{1ff4}\x{1ff7}\x{2071}-\x{209c}\x{20a8}\x{20d0}-\x{20e2}\x{20e4}-\x{20f0}\x{2100}-\x{214d}` +
		`\x{2460}-\x{24ff}\x{2c7c}-\x{2c7d}\x{2d6f}\x{2e9f}\x{2ef3}\x{2f00}-\x{2fd5}\x{302e}-\x{3036}\x{303b}\x{309f}\x{30ff}\x{3131}-\x{319f}\x{3200}-\x{33ff}\x{a670}-\x{a672}\x{a69c}-\x{a69d}\x{a770}\x{a7f1}-\x{a7f4}` +
		`\x{a7f8}-\x{a7f9}\x{a960}-\x{a97f}\x{ab5c}-\x{ab5f}\x{ab69}\x{ab70}-\x{abbf}\x{d7b0}-\x{d7ff}\x{f900}-\x{fa0d}\x{fa10}\x{fa12}\x{fa15}-\x{fa1e}\x{fa20}\x{fa22}\x{fa25}-\x{fa26}\x{fa2a}-\x{faff}\x{fb00}-\x{fdff}` +
		`\x{fe00}-\x{fe0f}\x{fe69}\x{fe70}-\x{ffff}\x{10781}-\x{107ba}\x{1ccd6}-\x{1ccf9}\x{1d15e}-\x{1d1c0}\x{1d242}-\x{1d244}\x{1d400}-\x{1d7ff}\x{1e030}-\x{1e06d}\x{1ee00}-\x{1eeff}\x{1f100}-\x{1f16c}\x{1f190}` +
		`\x{1f200}-\x{1f251}\x{1fbf0}-\x{1fbf9}\x{2f800}-\x{2fa1f}\x{e0100}-\x{e01ef}]`)
)

// isLabelCharTwin reports whether c may be in a label.
func isLabelCharTwin(c rune) bool {
	text := string(c)
	return (unicode.ToLower(c) == c || 'Ꭰ' <= c && c <= 'Ᏽ') && (labelChar.MatchString(text) || c >= '←' && symbol.MatchString(text)) && !otherForm.MatchString(text)
}

// isPunycodeTwin decodes a label by RFC 3492, section 6.2, to the characters themselves.
func isPunycodeTwin(label string) bool {
	var chars []rune
	if n := strings.LastIndexByte(label, '-'); n > 0 {
		for _, c := range []byte(label[:n]) {
			chars = append(chars, rune(c))
		}
		label = label[n+1:]
	}
	if label == "" {
		return false
	}
	n, i, bias := int64(128), int64(0), int64(72)
	for first := true; label != ""; first = false {
		old, w := i, int64(1)
		for k := int64(36); ; k += 36 {
			if label == "" {
				return false
			}
			digit := int64(strings.IndexByte("abcdefghijklmnopqrstuvwxyz0123456789", label[0]))
			label = label[1:]
			t := min(max(k-bias, 1), 26)
			if digit < 0 || digit > (1<<40)/w {
				return false
			}
			i += digit * w
			if digit < t {
				break
			}
			if w *= 36 - t; w > 1<<40 {
				return false
			}
		}
		count := int64(len(chars) + 1)
		bias = biasTwin(i-old, count, first)
		n += i / count
		i %= count
		if n > unicode.MaxRune || !utf8.ValidRune(rune(n)) || !isLabelCharTwin(rune(n)) {
			return false
		}
		chars = slices.Insert(chars, int(i), rune(n))
		i++
	}
	return slices.ContainsFunc(chars, func(c rune) bool { return c >= utf8.RuneSelf && c != '\u200c' && c != '\u200d' })
}

// biasTwin is RFC 3492, section 6.1.
func biasTwin(delta, count int64, first bool) (bias int64) {
	if first {
		delta /= 700
	} else {
		delta /= 2
	}
	delta += delta / count
	for delta > 35*26/2 {
		delta /= 35
		bias += 36
	}
	return bias + 36*delta/(delta+38)
}

func TestPunycodeBias(t *testing.T) {
	for count := range int64(4) {
		for delta := range int64(70_000) {
			delta += delta % 7 / 6 << 20
			for _, first := range []bool{true, false} {
				if got, want := adapt(uint64(delta), uint64(count+1), first), biasTwin(delta, count+1, first); int64(got) != want {
					t.Fatalf("adapt(%d, %d, %v) = %d, want %d", delta, count+1, first, got, want)
				}
			}
		}
	}
}

// Real labels, among them those of RFC 3492, section 7.1, and what is near them.
func TestPunycode(t *testing.T) {
	for _, label := range strings.Fields(`bcher-kva p1ai fiqs8s i-7iq 80ak6aa92e ihqwcrb4cv8a8dqg056pqjye 4dbcagdahymbxekheh6e0a7fei0b
		i1baa7eci9glrd9b2ae1bj0hfcgg6iyaf8o0a1dig0cd n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa 989aomsvi5e83db1d2a355cv1e0vak1dwrv93d5xbh15a0dt30a5jpsd879ccm6fea98c
		b1abfaaepdrnnbgefbadotcwatmq2g4l PorqunopuedensimplementehablarenEspaol-fmd56a TisaohkhngthchnitingVit-kjcr8268qyxafd2f1b9g`) {
		if !isPunycode([]byte(label)) {
			t.Errorf("isPunycode(%q) = false, want true", label)
		}
		for i := range label {
			if encoded := fmt.Sprintf("%s%%%02x%s", label[:i], label[i], label[i+1:]); !isPunycode([]byte(encoded)) {
				t.Errorf("isPunycode(%q) = false, want true", encoded)
			}
			for _, c := range strings.Split("09az-", "") {
				near := asciiLower(label[:i] + c + label[i+1:])
				if got, want := isPunycode([]byte(near)), isPunycodeTwin(near); got != want {
					t.Errorf("isPunycode(%q) = %v, want %v", near, got, want)
				}
			}
		}
	}
	for label, want := range map[string]bool{
		"uba": true, "vek": true, "zca": true, "3xa": true, "qei": true, "e28h": true, "lzg": true, "58d": true, // · ・ ß ς ❤ an emoji € Ꭰ
		"a": false, "6a": false, "p6j": false, "zug": false, "0y0c": false, "zva": false, // controls, blanks, private, in no use
		"zn7c": false, "hba": false, "efa": false, "kha": false, "9pa": false, "iya": false, "n9f": false, "byg": false, // U+FFFD ª ĳ ſ ʰ ϐ ᵃ ⁿ
		"j2g": false, "91j": false, "rud": false, "fgk": false, "y78c": false, "ve7h": false, "577h": false, // ℓ ⽥ a jamo ㄱ 𐞁 𞸀 🈁
		"23f": false, "google-5de": false, "qei9934e": false, "wgb3ao": false, "e-x6m": false, "y3b": false, // ᲀ, U+034F, U+FE0F, ـ, ά with oxia, क़
		"example-9z6c": false, "example-k06c": false, "example-9z6cc": false, "0ug": false, "0ugb": false, // joiners in ASCII, and alone
		"11b2ezcw70k": true, "ckba016q": true, "bcher-kva8776c": true, "1ug0855p": true, "x-2sn": true, "rht4187a": true, // joiners beside others, a key, 﨑
		"rny": true, "73g": true, "w77hd": true, "8pa": true, // 田 ⅎ a flag ʯ
		"3ba": false, "rca": false, "7ug": false, "pvg": false, "mwg": false, "w9g": false, // À × – ․ ⁄ ∕
		"z1g": false, "r6j": false, "6g7c": false, "mi7c": false, "orh": false, "gz1h": false, "jj7c": false, "kz9a": false, // ℀ 。 ／ ａ ① 𝐚 ｡ ꭰ
	} {
		if got := isPunycode([]byte(label)); got != want {
			t.Errorf("isPunycode(%q) = %v, want %v", label, got, want)
		}
	}
}

func (f finding) String() string { return fmt.Sprintf("%v %d-%d", f.is, f.start, f.end) }

// checkAgainstTwin compares Of and All with the twin.
func checkAgainstTwin(t testing.TB, in string, ref scanner.Ref) {
	t.Helper()
	want := twinOf(in, ref)
	var union Remark
	for _, f := range want {
		union |= f.is
	}
	if got := Of(in, ref); got != union {
		t.Errorf("Of(%q) = %v, want %v", in, got, union)
	}
	var got []finding
	for r, s := range All(in, ref) {
		got = append(got, finding{r, int(s.Start), int(s.End)})
	}
	if !slices.Equal(got, want) {
		t.Errorf("All(%q) = %v, want %v", in, got, want)
	}
}

// odd makes references of pieces that remarks are about.
func odd(m cases.Maker) string {
	path := func() string {
		n := m.IntN(1 + 8<<m.IntN(3))
		if m.IntN(2) == 0 { // as most paths are, without triplets
			return testkit.Mixed(m.Rand, n, "/", "/", "/", "//", ".", "..", ";", "a", "a/", "/bc", "/bc", "bc/", "x1.", "-", "http:", "ws:/", "www.", "/WWW.example.com", "/wwx.example.com", "/wwww.a.bc", "a.b",
				"word", "w", "W.", ":", "@", "/1", "0/00/", "segment", "/segment")
		}
		return testkit.Mixed(m.Rand, n, "/", "/", "/", "//", ".", "..", "%2e", "%2E%2e", ";", "%3b", "%3B", "%2f", "%5C", "%20", "a", "a/", "bc/",
			"x1.", "%00", "%0a", "%7F", "%3f", "%23", "%40", "%3A", "%25", "25", "2e", "%32%65", "%c3%a9", "%c0%af", "%e2%82", "%ff", "%ed%a0%80", "%f8%80%80%80%af",
			"http:", "http:/", "HTTPS%3a%2f%2F", "wss://h", "xhttp:/", "www.", "/WWW.example.com", "www.a.b", "example.com", "@", ":", "-", "/1", "%41", "0/00/")
	}
	host := func() string {
		return m.Pick(m.Pick("[::1]", "[::ffff:10.0.0.1]", "[2001:0::80ff:fefe]", "[fe80::5efe:8.8.8.8]", "[v1.a]", "127.0.0.1", "8.8.8.8", "[2606:4700::1111]"),
			testkit.Mixed(m.Rand, m.IntN(6), "0x7f", "0X", "0", "1", "127", "256", "010", "08", ".", ".", ".", "%2e", "%31", "4294967295", "4294967296", "f"),
			testkit.Mixed(m.Rand, m.IntN(7), "a", "B", "-", ".", ".", "%2E", "localhost", "%6cocalhost", "localdomain", "ip6-", "ipv6-", "loopback", "host.docker.", "host.containers.", "metadata.goog", "Metadata.", "rancher-", "rancher.", "google.", "instance-data.ec2.", "instance-data.", "compute.internal", "internal", "6", "4", "0x7f", "0X", "xn--", "XN--", "xn--bcher-kva", "xn--p1ai", "mnchen-3ya", "_", "0", "9",
				"ls8h", "-kva", "99zzz", "com", "example", strings.Repeat("l", 60), strings.Repeat("ab.", 80)))
	}
	user := func() string {
		return testkit.Mixed(m.Rand, m.IntN(5), "u", ":", "bank.example", "www.b.co", "10.0.0.1", "localhost", "0x7f", "010", ".", "%40", "%2F", "%3a", "%00", "%2e", "-", "1")
	}
	for {
		in := m.Pick("", "", "http:", "HTTPS:", "ftp:", "x-app:", "mailto:", "abcdefghijk:", "Gopher:", "postgresql:")
		if m.IntN(3) > 0 {
			in += "//" + m.Pick("", "", user()+"@") + host() + m.Pick("", "", ":", ":80", ":0", ":00", ":00080", ":21", ":65535", ":65536", ":99999999999999999999999")
		}
		in += path() + m.Pick("", "", "?"+strings.ReplaceAll(path(), "#", "")) + m.Pick("", "", "#%2525%25%e9")
		if scanner.Valid(in, scanner.URIReference) {
			return in
		}
	}
}

func TestAgainstTwin(t *testing.T) {
	m := cases.NewMaker(21)
	n := sizes.Times(40_000)
	if testing.Short() {
		n /= 8
	}
	for range n {
		in := odd(m)
		if m.IntN(4) == 0 {
			in = m.Reference()
		}
		ref, err := scanner.Parse(in)
		testkit.Must(t, err)
		if checkAgainstTwin(t, in, ref); t.Failed() {
			return
		}
	}
}

// Nothing but the byte that a triplet means may hide it from what looks for odd bytes.
func TestEachByteEncoded(t *testing.T) {
	for c := range 0x100 {
		for _, in := range []string{"http://%XXb@h/", "http://a:%XXb@h/", "http://a%XXb/", "http://%XX/", "/%XX", "/a%XX", "/%XXb", "/a%XXb/c", "a%XXb/", "%XX", "a:%XXb", "/?%XX", "/?a%XXb", "/#%XX"} {
			for _, triplet := range []string{"%%%02x", "%%%02X"} {
				in := strings.ReplaceAll(in, "%XX", fmt.Sprintf(triplet, c))
				ref, err := scanner.Parse(in)
				testkit.Must(t, err)
				checkAgainstTwin(t, in, ref)
			}
		}
	}
}

// A request-target may be a path that begins with two slashes.
func TestPathAlone(t *testing.T) {
	m := cases.NewMaker(23)
	for range sizes.Times(1000) {
		in := "//" + strings.TrimLeft(m.Path(), "/")
		at := automaton.Offsets{PathEnd: uint32(len(in)), QueryEnd: uint32(len(in)), End: uint32(len(in))}
		checkAgainstTwin(t, in, rawref.Ref(at.Pack(automaton.NoHost, '/').WithHints([]byte(in))))
	}
}

// The targets of CONNECT are an authority alone, and that of OPTIONS may be "*".
func TestTargetsAlone(t *testing.T) {
	hosts := []string{"", "h", "www.example.com", "1.2.3", "0x7f.1", "127.0.0.1", "[::ffff:10.0.0.1]", "[v1.a]", "a%2fb", "xn--a.x", "x.localhost.", "a--b.example"}
	for _, host := range hosts {
		for _, port := range []string{":", ":0", ":22", ":443", ":65536"} {
			_, ref, err := target.Parse("CONNECT", host+port)
			testkit.Must(t, err)
			checkAgainstTwin(t, host+port, ref)
		}
	}
	_, ref, err := target.Parse("OPTIONS", "*")
	testkit.Must(t, err)
	checkAgainstTwin(t, "*", ref)
}

// FuzzInspect compares Of and All with the twin.
func FuzzInspect(f *testing.F) {
	m := cases.NewMaker(22)
	for range 200 {
		f.Add(odd(m))
	}
	f.Add("\xff")
	f.Add("\x910000000")
	f.Add("b/b/b")
	f.Add("b/b/b/c/d/e/f/g/h")
	f.Fuzz(func(t *testing.T, in string) {
		ref, err := scanner.Parse(in)
		if err != nil {
			for range All(in, scanner.Split(in)) { // only not to panic
			}
			return
		}
		checkAgainstTwin(t, in, ref)
	})
}
