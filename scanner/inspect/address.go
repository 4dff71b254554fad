package inspect

import (
	"bytes"
	"encoding/binary"
	"net/netip"
)

// networks are the networks of addresses that are not public, and where they are defined.
// Of the rows that contain an address the first one counts: a row without a remark says
// that its addresses are public, and EmbeddedIPv4 that they are judged by the address inside.
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
	{"::/96", EmbeddedIPv4, "RFC 4291, section 2.5.5.1"},
	{"::ffff:0:0/96", EmbeddedIPv4, "RFC 4291, section 2.5.5.2"},
	{"::ffff:0:0:0/96", EmbeddedIPv4, "RFC 2765, section 2.1"},
	{"::5efe:0:0/96", EmbeddedIPv4, "RFC 5214, section 6.1"},
	{"::200:5efe:0:0/96", EmbeddedIPv4, "RFC 5214, section 6.1"},
	{"64:ff9b::/96", EmbeddedIPv4, "RFC 6052, section 2.1"},
	{"64:ff9b:1::/48", Private, "RFC 8215"},
	{"2001:1::1/128", 0, "RFC 7723"},
	{"2001:1::2/128", 0, "RFC 8155"},
	{"2001:1::3/128", 0, "RFC 9665"},
	{"2001::/32", EmbeddedIPv4, "RFC 4380, section 4"},
	{"2001:2::/48", Benchmarking, "RFC 5180"},
	{"2001:3::/32", 0, "RFC 7450"},
	{"2001:4:112::/48", 0, "RFC 7535"},
	{"2001:20::/28", 0, "RFC 7343"},
	{"2001:30::/28", 0, "RFC 9374"},
	{"2001::/23", Reserved, "RFC 2928"},
	{"2001:db8::/32", Documentation, "RFC 3849"},
	{"2002::/16", EmbeddedIPv4, "RFC 3056, section 2"},
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
	{"100.96.0.96", "Volcengine, BytePlus: instance metadata"},
	{"100.80.80.80", "UCloud: instance metadata"},
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

// A row is a row of networks, or of metadata, as numbers. IPv4 addresses are the first bytes of hi.
type row struct {
	hi, lo, hiMask, loMask uint64
	class                  Remark
}

// rows4 and rows6 have, for each byte that an address may begin with, the rows that may contain it: those of
// metadata, then those of networks.
var rows4, rows6 = func() (all4, all6 [256][]row) {
	with := func(prefix netip.Prefix, class Remark) {
		all, bits := &all6, prefix.Bits()
		hi, lo := halves(prefix.Addr())
		if prefix.Addr().Is4() {
			all, hi, lo = &all4, lo<<32, 0
		}
		one := []row{{hi, lo, ^uint64(0) << max(64-bits, 0), ^uint64(0) << min(128-bits, 64), class}}
		for c, n := hi>>56, 1<<max(8-bits, 0); n > 0; c, n = c+1, n-1 {
			switch rows := all[c]; {
			case len(rows) == 0:
				all[c] = one // in the same memory for each c
			case rows[len(rows)-1].hiMask<<8 != 0: // else the last row has all that begin with c
				all[c] = append(rows, one...)
			}
		}
	}
	for _, m := range metadata {
		addr := netip.MustParseAddr(m.address)
		with(netip.PrefixFrom(addr, addr.BitLen()), Metadata)
	}
	for _, n := range networks {
		with(netip.MustParsePrefix(n.prefix), n.class)
	}
	return all4, all6
}()

func halves(addr netip.Addr) (hi, lo uint64) {
	b := addr.As16()
	return binary.BigEndian.Uint64(b[:8]), binary.BigEndian.Uint64(b[8:])
}

// OfAddr returns the remarks on an address, from [EmbeddedIPv4] to [Metadata]. For an IPv6
// address with IPv4 addresses inside they are those of all. For the zero Addr it returns
// 0; a zone changes nothing. It does not allocate.
func OfAddr(addr netip.Addr) Remark {
	if addr.Is4() {
		_, lo := halves(addr)
		return of4(uint32(lo))
	}
	if !addr.IsValid() {
		return 0
	}
	hi, lo := halves(addr)
	r := inRows(rows6[hi>>56], hi, lo)
	if inner, second, ok := embedded(hi, lo); ok {
		r |= EmbeddedIPv4 | of4(inner) | of4(second)
	}
	return r
}

func of4(addr uint32) Remark { return inRows(rows4[addr>>24], uint64(addr)<<32, 0) }

func inRows(rows []row, hi, lo uint64) (r Remark) {
	for i := range rows {
		if row := &rows[i]; hi&row.hiMask == row.hi && lo&row.loMask == row.lo {
			if r |= row.class; row.class != Metadata {
				break
			}
		}
	}
	return r
}

// isPublic4 reports that there is nothing to remark on an IPv4address.
func isPublic4(host []byte) bool {
	first, end := decimal(host, 0)
	rows := rows4[first&0xff]
	if len(rows) == 0 {
		return true
	}
	second, _ := decimal(host, end+1)
	for i := range rows {
		if row := &rows[i]; (first<<24|second<<16^uint32(row.hi>>32))&(uint32(row.hiMask>>48)<<16) == 0 {
			return of4(addressOf(host)) == 0
		}
	}
	return true
}

// decimal returns the number of an IPv4address that begins at i, and its end.
func decimal(host []byte, i int) (number uint32, end int) {
	for ; i < len(host) && host[i] != '.'; i++ {
		number = number*10 + uint32(host[i]-'0')
	}
	return number, i
}

// isPublic6 reports that there is nothing to remark on an IPv6address in brackets, as far as its first two groups
// say: no row that may contain it looks at others, and there is no ISATAP in it.
func isPublic6(host []byte) bool {
	head, end := hexadecimal(host, 1)
	rows := rows6[head>>8&0xff]
	head <<= 16
	if len(rows) > 1 {
		second, _ := hexadecimal(host, end+1) // 0 before "::", too
		head |= second
	}
	for i := range rows {
		if row := &rows[i]; (head^uint32(row.hi>>32))&uint32(row.hiMask>>32) == 0 {
			return row.class == 0 && row.hiMask<<32|row.loMask == 0 && !hasISATAP(host)
		}
	}
	return false
}

// hexadecimal returns the group of an IPv6address that begins at i, and its end.
func hexadecimal(host []byte, i int) (group uint32, end int) {
	for ; i < len(host) && host[i] != ':'; i++ {
		group = group<<4 | uint32(unhex(host[i]))
	}
	return group, i
}

func isPublicAddr(addr netip.Addr, ok bool) bool { return ok && OfAddr(addr) == 0 }

// hasISATAP reports whether host, an IPv6address, has the group of ISATAP.
func hasISATAP(host []byte) bool {
	for {
		i := bytes.IndexByte(host, '5')
		if i < 0 || len(host)-i < len("5efe") {
			return false
		}
		if host = host[i:]; head(host) == '5'|'e'<<8|'f'<<16|'e'<<24 {
			return true
		}
		host = host[1:]
	}
}

// Embedded returns the IPv4 address inside an IPv6 address, or ok = false: IPv4-mapped and
// IPv4-compatible (RFC 4291, section 2.5.5), IPv4-translated (RFC 2765, section 2.1), that
// of the well-known prefix of NAT64 (RFC 6052, section 2.1), of 6to4 (RFC 3056, section 2),
// the client of Teredo, whose bits are inverted (RFC 4380, section 4), and ISATAP (RFC 5214,
// section 6.1). Where the local prefix of NAT64 has it is the choice of a network (RFC
// 8215). An ISATAP address in a network of 6to4 has two, and it returns that of 6to4. It does
// not allocate.
func Embedded(addr netip.Addr) (inner netip.Addr, ok bool) {
	if !addr.Is6() {
		return netip.Addr{}, false
	}
	v4, _, ok := embedded(halves(addr))
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

// embedded returns the address inside one of IPv6, twice if there is no second one: an ISATAP interface may be in a
// network of 6to4.
func embedded(hi, lo uint64) (inner, second uint32, ok bool) {
	const teredo, sixToFour, nat64, isatap = 0x2001_0000, 0x2002, 0x64_ff9b << 32, 0x5efe
	upper := lo >> 32
	isISATAP := upper&^0x200_0000 == isatap
	switch {
	case hi == 0 && (upper == 0 && lo > 1 || upper == 0xffff || upper == 0xffff_0000), hi == nat64 && upper == 0:
		return uint32(lo), uint32(lo), true
	case hi>>48 == sixToFour && isISATAP:
		return uint32(hi >> 16), uint32(lo), true
	case hi>>48 == sixToFour:
		return uint32(hi >> 16), uint32(hi >> 16), true
	case hi>>32 == teredo:
		return ^uint32(lo), ^uint32(lo), true
	}
	return uint32(lo), uint32(lo), isISATAP
}
