package inspect

import (
	"bytes"
	"net/netip"
	"slices"
	"strings"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

// A Policy decides which references a program takes. [NewPolicy] makes one of [Rules]. The
// zero Policy allows every reference. A Policy is never changed: all goroutines may use it.
type Policy struct {
	rules Rules
	base  *resolve.Base // of Rules.Origin
}

// NewPolicy checks r, copies it, and makes a Policy of it, or returns nil and an error.
func NewPolicy(r Rules) (*Policy, error) {
	p := &Policy{rules: r.clone()}
	err := p.rules.check()
	if err == nil && r.Origin != "" {
		p.base, err = resolve.NewBase(r.Origin, 0)
	}
	if err != nil {
		return nil, err
	}
	return p, nil
}

// Check returns what the policy refuses in src, or the zero [Refusal]. ref is that of a
// valid reference, or of a request-target as package target returns it; method is that of
// the request, or "", which every Methods allow. The rules are tried in the order of the
// fields of [Rules], with one exception that HostKinds has; Refuse and RefuseInPath are one rule, and
// the first remark that either has counts, as [All] orders them. Check does not allocate.
func (p *Policy) Check(method string, src []byte, ref scanner.Ref) Refusal {
	r := &p.rules
	switch {
	case r.Methods != nil && method != "" && !slices.Contains(r.Methods, method):
		return Refusal{rule: ruleMethod}
	case r.MaxLength > 0 && ref.Len() > r.MaxLength:
		return refused(ruleLength, scanner.Span{Start: uint32(r.MaxLength), End: uint32(ref.Len())})
	case r.Schemes != nil && !foldContains(r.Schemes, ref.Scheme().Of(src)):
		return refused(ruleScheme, ref.Scheme())
	}
	if r.HostKinds != nil || r.Suffixes != nil || ref.Has(scanner.Host) && (len(r.DenyNetworks) > 0 || r.Ports != nil) {
		if refusal := r.checkHost(src, ref); refusal != (Refusal{}) {
			return refusal
		}
	}
	if r.MaxDepth > 0 {
		if end := segmentsEnd(ref.Path().Of(src), r.MaxDepth); end >= 0 {
			path := ref.Path()
			return refused(ruleDepth, scanner.Span{Start: path.Start + uint32(end), End: path.End})
		}
	}
	if refusal := r.checkRemarks(src, ref); refusal != (Refusal{}) {
		return refusal
	}
	if r.HostKinds != nil && bytes.IndexByte(ref.Host().Of(src), '%') >= 0 {
		return refused(ruleHostKind, ref.Host())
	}
	if p.base != nil {
		if at := p.leavesOrigin(src, ref); at != 0 {
			return refused(ruleOrigin, ref.Span(at))
		}
	}
	return Refusal{}
}

// CheckString is [Policy.Check] for a string.
func (p *Policy) CheckString(method, src string, ref scanner.Ref) Refusal {
	return p.Check(method, kernel.Bytes(src), ref)
}

// checkHost checks the rules on host and port.
func (r *Rules) checkHost(src []byte, ref scanner.Ref) Refusal {
	host, kind := ref.Host().Of(src), ref.HostKind()
	if r.Suffixes != nil || len(host) > maxHost || bytes.IndexByte(host, '%') >= 0 {
		var memory [2 + maxHost]byte
		host, kind = hostOf(memory[:0], host)
	}
	if r.HostKinds != nil && (len(host) == 0 || !slices.Contains(r.HostKinds, kind.String())) {
		return refused(ruleHostKind, ref.Host())
	}
	addr, isAddr := Address(src, ref)
	allowed := r.allows(src, ref)
	switch {
	case r.Suffixes != nil && !allowed && !(isOneName(ref.Host().Of(src), kind) && hasSuffix(r.Suffixes, host)):
		return refused(ruleSuffix, ref.Host())
	case isAddr && !allowed && r.denies(addr):
		return refused(ruleNetwork, ref.Host())
	case r.Ports != nil:
		port, ok := scanner.PortNumber(src, ref)
		if ref.Port().Len() == 0 {
			port, ok = defaultPort(ref.Scheme().Of(src))
		}
		if !ok || !slices.Contains(r.Ports, port) {
			at := ref.Port()
			if at.Len() == 0 {
				at = ref.Host()
			}
			return refused(rulePort, at)
		}
	}
	return Refusal{}
}

// allows reports whether the host is an address of AllowNetworks, spelled without triplets.
func (r *Rules) allows(src []byte, ref scanner.Ref) bool {
	if len(r.AllowNetworks) == 0 || bytes.IndexByte(ref.Host().Of(src), '%') >= 0 {
		return false
	}
	addr, ok := Address(src, ref)
	return ok && contains(r.AllowNetworks, addr.Unmap())
}

// denies reports whether DenyNetworks have addr or an address inside it.
func (r *Rules) denies(addr netip.Addr) bool {
	inner, second, ok := embedded(halves(addr)) // of IPv4, itself
	return contains(r.DenyNetworks, addr) || ok && (contains(r.DenyNetworks, addrOf4(inner)) || contains(r.DenyNetworks, addrOf4(second)))
}

// checkRemarks refuses the first remark that r refuses.
func (r *Rules) checkRemarks(src []byte, ref scanner.Ref) Refusal {
	refuse, inPath := r.Refuse, r.RefuseInPath
	if (refuse|inPath)&addresses != 0 && r.allows(src, ref) {
		refuse, inPath = refuse&^addresses, inPath&^addresses
	}
	if refuse|inPath == 0 || Of(src, ref)&(refuse|inPath) == 0 {
		return Refusal{}
	}
	for remark, span := range All(src, ref) {
		if remark&refuse != 0 || remark&inPath != 0 && span.Start < ref.Path().End {
			return Refusal{remark: remark, span: span}
		}
	}
	return Refusal{}
}

// segmentsEnd returns where in path the segment after the first most ones begins, or -1.
func segmentsEnd(path []byte, most int) int {
	for i, c := range path {
		if c == '/' {
			if most--; most < 0 {
				return i
			}
		}
	}
	return -1
}

// maxHost is the length of the longest host that a list can name: no DNS name is longer
// (RFC 1035, 2.3.4).
const maxHost = 255

// hostOf appends "//" and host to dst, decoded and in lower case, and returns the host in
// it, and its kind then: nothing if host is longer than maxHost, and NoHost if a name has become
// an IP literal, which is an address to some readers and none to [Address].
func hostOf(dst, host []byte) (text []byte, kind scanner.HostKind) {
	if len(host) > maxHost {
		return nil, scanner.RegName
	}
	dst, _ = lut.AppendPctDecoded(append(dst, "//"...), host)
	for i := range dst {
		if c := dst[i]; c >= 'A' && c <= 'Z' {
			dst[i] |= 0x20
		}
	}
	ref, fault := scanner.Locate(dst, scanner.URIReference)
	if fault != (scanner.Fault{}) || ref.Host().Len() != len(dst)-2 {
		return dst[2:], scanner.RegName
	}
	if kind = ref.HostKind(); len(host) > 0 && dst[2] == '[' && host[0] != '[' {
		kind = scanner.NoHost
	}
	return dst[2:], kind
}

// nameBytes are those of a name that no reader takes for the end of the host. url.parse of Node.js
// ends it at ";", "'" and "%".
var nameBytes = lut.SetOf(lut.Unreserved)

// isOneName reports whether host has no byte at which some reader ends it, and no triplet, which
// some decode and others do not: evil.example%2F.example.com is below no example.com, nor is
// evil.example%61.example.com.
func isOneName(host []byte, kind scanner.HostKind) bool {
	if kind == scanner.RegName {
		return lut.Span(host, nameBytes) == len(host)
	}
	return kind != scanner.NoHost && bytes.IndexByte(host, '%') < 0
}

// hasSuffix reports whether host is one of suffixes, which are in lower case, or a name
// below one. A dot at the end of host has no meaning here.
func hasSuffix(suffixes []string, host []byte) bool {
	host = bytes.TrimSuffix(host, []byte{'.'})
	for _, s := range suffixes {
		n := len(host) - len(s)
		if n >= 0 && string(host[n:]) == s && (n == 0 || host[n-1] == '.') {
			return true
		}
	}
	return false
}

// contains reports whether one of networks has addr.
func contains(networks []netip.Prefix, addr netip.Addr) bool {
	return slices.ContainsFunc(networks, func(n netip.Prefix) bool { return n.Contains(addr) })
}

// foldContains reports whether text, in any case, is one of names, which are in lower case.
func foldContains(names []string, text []byte) bool {
	for _, name := range names {
		if len(name) == len(text) && strings.EqualFold(name, string(text)) {
			return true
		}
	}
	return false
}
