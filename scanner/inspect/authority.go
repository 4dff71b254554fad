package inspect

import (
	"bytes"
	"net/netip"
	"strings"

	"github.com/uriscan/uriscan/internal/automaton"
	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/rawref"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/scanner"
)

// Address returns the address that the host of src is after normalizing: that of an
// IPv6address or IPv4address, or of an IPv4 address in a rare spelling (7.4; see
// [RareIPv4]). For any other host it returns false. ref must be the [scanner.Ref] of src. It
// does not allocate.
func Address[B lut.Bytes](src B, ref scanner.Ref) (netip.Addr, bool) {
	b := kernel.Bytes(src)
	switch ref.HostKind() {
	case scanner.IPv6Address:
		return scanner.HostAddr(b, ref)
	case scanner.IPv4Address, scanner.RegName:
		addr, _, ok := hostIPv4(b, rawref.Words(ref))
		if !ok {
			return netip.Addr{}, false
		}
		return addrOf4(addr), true
	}
	return netip.Addr{}, false
}

// authority holds the findings of an authority, except those on labels: three on a userinfo,
// and on a host three on its name or five on its address, then one on a port.
type authority struct {
	found [12]finding
	n, i  int
}

func (a *authority) next() (f finding) {
	if a.i < a.n {
		f = a.found[a.i]
		a.i++
	}
	return f
}

// add adds the remarks of r on one span in their order.
func (a *authority) add(r Remark, start, end int) {
	for ; r != 0; r &= r - 1 {
		f := finding{r & -r, start, end}
		i := a.n
		for ; i > 0 && f.before(a.found[i-1]); i-- {
			a.found[i] = a.found[i-1]
		}
		a.found[i] = f
		a.n++
	}
}

func (a *authority) find(b []byte, w automaton.Words) {
	at := w.Offsets()
	schemeEnd, hostStart, hostEnd, pathStart := int(at.SchemeEnd), int(at.HostStart), int(at.HostEnd), int(at.PathStart)
	userStart := schemeEnd + min(schemeEnd, 1) + 2
	if hostStart > userStart {
		a.userinfo(b, userStart, hostStart-1)
	}
	a.host(b, w, hostStart, hostEnd)
	if pathStart > hostEnd {
		a.port(b, schemeEnd, hostEnd+1, pathStart)
	}
}

// userinfo adds the remarks on the userinfo, which an "@" at end follows.
func (a *authority) userinfo(b []byte, start, end int) {
	a.add(Userinfo, start, max(end, start+1))
	info := b[start:end]
	if n := bytes.IndexByte(info, ':'); n >= 0 && n+1 < len(info) {
		a.add(Password, start+n+1, end)
	}
	if n := likeHost(info); n > 0 {
		a.add(UserinfoLikeHost, start, start+n)
	}
}

// likeHost returns the length of the host that info begins with, or 0. A name before an
// encoded "@" is that of a mailbox.
func likeHost(info []byte) int {
	i := 0
	for {
		c, size := unitAt(info, i)
		if c == '@' {
			return 0
		}
		if size == 0 || !isLetter(c) && !isDigit(c) && c != '-' && c != '.' {
			break
		}
		i += size
	}
	host := info[:i]
	if i == 0 {
		return 0
	}
	if _, numbers, _ := ipv4Of(host); numbers > 1 { // one is a number of something else
		return i
	}
	if name := nameOf(host); name.flaws == 0 && (name.localhost || name.labels > 1 && name.lettered) {
		return i
	}
	return 0
}

// host adds the remarks on the host, except those on its labels.
func (a *authority) host(b []byte, w automaton.Words, start, end int) {
	switch w.Host() {
	case automaton.IPv6Address:
		if addr, ok := scanner.HostAddr(b, rawref.Ref(w)); ok {
			a.add(OfAddr(addr), start, end)
		}
		return
	case automaton.IPv4Address, automaton.RegName:
		if start == end {
			return
		}
	default:
		return
	}
	host := b[start:end]
	addr, plain, ok := hostIPv4(b, w)
	if plain {
		a.add(of4(addr), start, end)
		return
	}
	name := nameOf(host)
	if name.dot >= 0 {
		a.add(TrailingDot, start+name.dot, end)
	}
	switch {
	case ok:
		a.add(RareIPv4|of4(addr), start, end)
		return
	case name.localhost || name.flaws == 0 && isOneOf(host, ownNames[:]):
		a.add(Localhost, start, end)
	case name.flaws == 0 && isOneOf(host, metadataNames[:]):
		a.add(Metadata, start, end)
	}
	a.add(name.flaws, start, end)
}

// port adds the remark on a port, which a ":" precedes.
func (a *authority) port(b []byte, schemeEnd, start, end int) {
	if start == end {
		a.add(EmptyPort, start-1, end)
		return
	}
	a.add(ofPort(b[:schemeEnd], b[start:end]), start, end)
}

// ofPort returns the remark on a port, which is ZeroPort for an empty one.
func ofPort(scheme, port []byte) Remark {
	for len(port) > 0 && port[0] == '0' {
		port = port[1:]
	}
	if kernel.IsUsualPort(port) {
		return 0
	}
	number := 0
	for _, c := range port {
		number = min(number*10+int(c-'0'), 1<<16)
	}
	own, isWeb := defaultPort(scheme)
	switch {
	case number == 0:
		return ZeroPort
	case number > 0xffff:
		return PortOutOfRange
	case len(scheme) == 0 || isWeb && number != int(own):
		return UnusualPort
	}
	return 0
}

// webSchemes are the schemes of the web and their ports (RFC 9110, 4.2; RFC 6455, 3; RFC 959, 5.2).
var webSchemes = [...]struct {
	name string
	port uint16
}{{"http", 80}, {"https", 443}, {"ws", 80}, {"wss", 443}, {"ftp", 21}}

// defaultPort returns the port of a scheme of the web, in any case.
func defaultPort(scheme []byte) (port uint16, ok bool) {
	for _, s := range webSchemes {
		if len(s.name) == len(scheme) && strings.EqualFold(s.name, string(scheme)) {
			return s.port, true
		}
	}
	return 0, false
}

func isWebScheme(word []byte) bool {
	_, is := defaultPort(word)
	return is
}
