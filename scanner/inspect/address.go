package inspect

import (
	"encoding/binary"
	"net/netip"
	"slices"
)

// networks are the networks of addresses that are not public, and where they are defined.
// Of the rows that contain an address the first one counts: a row without a remark says
// that its addresses are public, or are judged by the address that they embed.
//
// The rows are those of the special-purpose registries of IANA (RFC 6890), with the address
// space of IPv6 that nobody has been given.
var networks = [...]struct {
	prefix string
	class  Remark
	source string
}{
	{"0.0.0.0/8", Unspecified, "RFC 791, section 3.2; RFC 1122, section 3.2.1.3"},
	{"10.0.0.0/8", Private, "RFC 1918"},
	{"100.64.0.0/10", SharedAddress, "RFC 6598"},
	{"127.0.0.0/8", Loopback, "RFC 1122, section 3.2.1.3"},
	{"169.254.0.0/16", LinkLocal, "RFC 3927"},
	{"172.16.0.0/12", Private, "RFC 1918"},
	{"192.0.0.9/32", 0, "RFC 7723"},
	{"192.0.0.10/32", 0, "RFC 8155"},
	{"192.0.0.0/24", Reserved, "RFC 6890, section 2.1"},
	{"192.0.2.0/24", Documentation, "RFC 5737"},
	{"192.88.99.0/24", Reserved, "RFC 7526"},
	{"192.168.0.0/16", Private, "RFC 1918"},
	{"198.18.0.0/15", Benchmarking, "RFC 2544"},
	{"198.51.100.0/24", Documentation, "RFC 5737"},
	{"203.0.113.0/24", Documentation, "RFC 5737"},
	{"233.252.0.0/24", Multicast | Documentation, "RFC 6676"},
	{"224.0.0.0/4", Multicast, "RFC 5771"},
	{"240.0.0.0/4", Reserved, "RFC 1112, section 4; RFC 919, section 7"},

	{"::/128", Unspecified, "RFC 4291, section 2.5.2"},
	{"::1/128", Loopback, "RFC 4291, section 2.5.3"},
	{"::/96", 0, "RFC 4291, section 2.5.5.1"},
	{"::ffff:0:0/96", 0, "RFC 4291, section 2.5.5.2"},
	{"::ffff:0:0:0/96", 0, "RFC 2765, section 2.1"},
	{"::5efe:0:0/96", 0, "RFC 5214, section 6.1"},
	{"::200:5efe:0:0/96", 0, "RFC 5214, section 6.1"},
	{"64:ff9b::/96", 0, "RFC 6052, section 2.1"},
	{"64:ff9b:1::/48", Private, "RFC 8215"},
	{"2001:1::1/128", 0, "RFC 7723"},
	{"2001:1::2/128", 0, "RFC 8155"},
	{"2001:1::3/128", 0, "RFC 9665"},
	{"2001::/32", 0, "RFC 4380, section 4"},
	{"2001:2::/48", Benchmarking, "RFC 5180"},
	{"2001:3::/32", 0, "RFC 7450"},
	{"2001:4:112::/48", 0, "RFC 7535"},
	{"2001:20::/28", 0, "RFC 7343"},
	{"2001:30::/28", 0, "RFC 9374"},
	{"2001::/23", Reserved, "RFC 2928"},
	{"2001:db8::/32", Documentation, "RFC 3849"},
	{"3fff::/20", Documentation, "RFC 9637"},
	{"2000::/3", 0, "RFC 4291, section 2.4"},
	{"fc00::/7", Private, "RFC 4193"},
	{"fe80::/10", LinkLocal, "RFC 4291, section 2.5.6"},
	{"fec0::/10", Private, "RFC 3879"},
	{"ff00::/8", Multicast, "RFC 4291, section 2.7"},
	{"::/0", Reserved, "IANA, Internet Protocol Version 6 Address Space"},
}

// metadata are the addresses of metadata services.
var metadata = [...]struct{ address, source string }{
	{"169.254.169.254", "Amazon EC2, Google Cloud, Microsoft Azure, Oracle Cloud and others: instance metadata"},
	{"169.254.169.252", "Google Kubernetes Engine: metadata server of a node"},
	{"169.254.170.2", "Amazon ECS: task metadata"},
	{"169.254.170.23", "Amazon EKS: pod identity"},
	{"169.254.42.42", "Scaleway: instance metadata"},
	{"169.254.0.23", "Tencent Cloud: instance metadata"},
	{"100.100.100.200", "Alibaba Cloud: instance metadata"},
	{"168.63.129.16", "Microsoft Azure: WireServer"},
	{"192.0.0.192", "Oracle Cloud Classic: instance metadata"},
	{"fd00:ec2::254", "Amazon EC2: instance metadata"},
	{"fd00:ec2::23", "Amazon EKS: pod identity"},
	{"fd20:ce::254", "Google Cloud: instance metadata"},
	{"fd00:42::42", "Scaleway: instance metadata"},
	{"fd00:a9fe:a9fe::1", "Akamai Cloud (Linode): instance metadata"},
	{"fd00:100::100:200", "Alibaba Cloud: instance metadata"},
	{"fd00:c1::a9fe:a9fe", "Oracle Cloud: instance metadata"},
	{"fe80::a9fe:a9fe", "OpenStack Neutron: instance metadata"},
}

// A row4 and a row6 are rows of networks, or of metadata, as numbers.
type (
	row4 struct {
		net, mask uint32
		class     Remark
	}
	row6 struct {
		hi, lo, hiMask, loMask uint64
		class                  Remark
	}
)

var rows4, rows6, metadata4, metadata6 = func() (n4 []row4, n6 []row6, m4 []row4, m6 []row6) {
	for _, n := range networks {
		prefix := netip.MustParsePrefix(n.prefix)
		n4, n6 = withRow(n4, n6, prefix, n.class)
	}
	for _, m := range metadata {
		addr := netip.MustParseAddr(m.address)
		m4, m6 = withRow(m4, m6, netip.PrefixFrom(addr, addr.BitLen()), Metadata)
	}
	return n4, n6, m4, m6
}()

// firsts4 and firsts6 have the remarks on all addresses that begin with a byte, or unsure where they differ.
var firsts4, firsts6 = func() (f4, f6 [256]Remark) {
	for i := range f4 {
		f4[i], f6[i] = search4(uint32(i)<<24), search6(uint64(i)<<56, 0)
	}
	for _, row := range slices.Concat(rows4, metadata4) {
		if row.mask<<8 != 0 {
			f4[row.net>>24] = unsure
		}
	}
	for _, row := range slices.Concat(rows6, metadata6) {
		if row.hiMask<<8|row.loMask != 0 {
			f6[row.hi>>56] = unsure
		}
	}
	return f4, f6
}()

const unsure = ^Remark(0)

func withRow(n4 []row4, n6 []row6, prefix netip.Prefix, class Remark) ([]row4, []row6) {
	bits := prefix.Bits()
	if prefix.Addr().Is4() {
		net := prefix.Addr().As4()
		return append(n4, row4{binary.BigEndian.Uint32(net[:]), ^uint32(0) << (32 - bits), class}), n6
	}
	hi, lo := halves(prefix.Addr())
	hiMask, loMask := ^uint64(0)<<max(64-bits, 0), ^uint64(0)<<min(128-bits, 64)
	return n4, append(n6, row6{hi, lo, hiMask, loMask, class})
}

func halves(addr netip.Addr) (hi, lo uint64) {
	b := addr.As16()
	return binary.BigEndian.Uint64(b[:8]), binary.BigEndian.Uint64(b[8:])
}

// OfAddr returns the remarks on an address, from [EmbeddedIPv4] to [Metadata]. For an IPv6
// address with an IPv4 address inside they are those of both. For the zero Addr it returns
// 0; a zone changes nothing. It does not allocate.
func OfAddr(addr netip.Addr) Remark {
	if addr.Is4() {
		b := addr.As4()
		return of4(binary.BigEndian.Uint32(b[:]))
	}
	if !addr.IsValid() {
		return 0
	}
	hi, lo := halves(addr)
	r := of6(hi, lo)
	if inner, ok := embedded(hi, lo); ok {
		r |= EmbeddedIPv4 | of4(inner)
	}
	return r
}

func of4(addr uint32) Remark {
	if r := firsts4[addr>>24]; r != unsure {
		return r
	}
	return search4(addr)
}

func search4(addr uint32) (r Remark) {
	for i := range rows4 {
		if row := &rows4[i]; addr&row.mask == row.net {
			r = row.class
			break
		}
	}
	for i := range metadata4 {
		if addr == metadata4[i].net {
			r |= Metadata
		}
	}
	return r
}

func of6(hi, lo uint64) Remark {
	if r := firsts6[hi>>56]; r != unsure {
		return r
	}
	return search6(hi, lo)
}

func search6(hi, lo uint64) (r Remark) {
	for i := range rows6 {
		if row := &rows6[i]; hi&row.hiMask == row.hi && lo&row.loMask == row.lo {
			r = row.class
			break
		}
	}
	for i := range metadata6 {
		if hi == metadata6[i].hi && lo == metadata6[i].lo {
			r |= Metadata
		}
	}
	return r
}

// Embedded returns the IPv4 address inside an IPv6 address, or ok = false: IPv4-mapped and
// IPv4-compatible (RFC 4291, section 2.5.5), IPv4-translated (RFC 2765, section 2.1), that
// of the well-known prefix of NAT64 (RFC 6052, section 2.1), of 6to4 (RFC 3056, section 2),
// the client of Teredo, whose bits are inverted (RFC 4380, section 4), and ISATAP (RFC 5214,
// section 6.1). Where the local prefix of NAT64 has it is the choice of a network (RFC
// 8215). It does not allocate.
func Embedded(addr netip.Addr) (inner netip.Addr, ok bool) {
	if !addr.Is6() {
		return netip.Addr{}, false
	}
	v4, ok := embedded(halves(addr))
	if !ok {
		return netip.Addr{}, false
	}
	return addrOf4(v4), true
}

func addrOf4(v4 uint32) netip.Addr {
	var b [4]byte
	binary.BigEndian.PutUint32(b[:], v4)
	return netip.AddrFrom4(b)
}

func embedded(hi, lo uint64) (inner uint32, ok bool) {
	const teredo, sixToFour, nat64, isatap = 0x2001_0000, 0x2002, 0x64_ff9b << 32, 0x5efe
	upper := lo >> 32
	switch {
	case hi == 0 && (upper == 0 && lo > 1 || upper == 0xffff || upper == 0xffff_0000), hi == nat64 && upper == 0:
		return uint32(lo), true
	case hi>>48 == sixToFour:
		return uint32(hi >> 16), true
	case hi>>32 == teredo:
		return ^uint32(lo), true
	case upper&^0x200_0000 == isatap:
		return uint32(lo), true
	}
	return 0, false
}
