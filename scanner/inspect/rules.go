package inspect

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strings"

	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/scanner"
)

// Rules are what a [Policy] is made of, in Go or, by [ParseRules], in JSON. A rule that is
// not given, nil or zero, allows everything; an empty list of what must be there allows
// nothing. Names are those that the String methods of their types print.
type Rules struct {
	// Methods of requests, which are case-sensitive.
	Methods []string `json:"methods,omitzero"`
	// MaxLength is how many bytes a reference may have.
	MaxLength int `json:"max_length,omitzero"`
	// Schemes that a reference must have one of, in lower case.
	Schemes []string `json:"schemes,omitzero"`
	// HostKinds that the host must have one of, after normalizing. It must not be empty, nor an encoded
	// IP literal as %5B%3A%3A1%5D. To them 127.1 is a reg-name: Refuse has [RareIPv4] for it. A host with
	// triplets is refused in any case, after what Refuse says of it: not all readers decode it, and
	// url.parse of Node.js reads 127.0.0.1 in 127.0.0.1%2Eexample.com.
	HostKinds []string `json:"host_kinds,omitzero"`
	// Suffixes that the host must be, or be a name below of, as in "example.com". A host with triplets
	// is not.
	Suffixes []string `json:"suffixes,omitzero"`
	// AllowNetworks have the literal addresses, without triplets, that are allowed whatever Suffixes,
	// DenyNetworks and the classes of addresses in Refuse say; DenyNetworks those that
	// are not. An IPv4 address that is mapped in IPv6 counts as itself to both, and to DenyNetworks
	// any other that is embedded, and the address around it.
	AllowNetworks []netip.Prefix `json:"allow_networks,omitzero"`
	DenyNetworks  []netip.Prefix `json:"deny_networks,omitzero"`
	// Ports that the port of a reference with an authority must be one of. Without one it is the
	// default port of the scheme: http, https, ws, wss and ftp have one.
	Ports []uint16 `json:"ports,omitzero"`
	// MaxDepth is how many segments the path may have after its first "/".
	MaxDepth int `json:"max_depth,omitzero"`
	// Refuse has the remarks that are refused, RefuseInPath those that are refused before the
	// query: there, a URI as the value of a parameter has encoded delimiters, and one inside
	// it has them encoded twice.
	Refuse       Remark `json:"refuse,omitzero"`
	RefuseInPath Remark `json:"refuse_in_path,omitzero"`
	// Origin is a URI: the reference, resolved against it, must have the scheme, the host
	// and the port of it, whoever reads it. Refused is the component that leads elsewhere. What programs
	// make of a path that they decode twice, or in parts, the remarks that [Redirect] adds are for.
	Origin string `json:"origin,omitzero"`
}

// redirect is the name of the rules that [Redirect] makes.
const redirect = "redirect"

// ParseRules reads rules from a JSON object. Its members are those of [Rules]; "refuse" and
// "refuse_in_path" are lists of names of remarks. "like" names rules to begin with, "ingress",
// "ingress-encoded", "fetch", or "redirect", which needs "origin" beside it: what the other members
// say replaces what these have. An unknown member or name is an error, and so is a member that is null or comes twice.
func ParseRules(text []byte) (Rules, error) {
	like, err := readLike(text)
	if err != nil {
		return Rules{}, err
	}
	to := struct {
		Rules
		Like string `json:"like"`
	}{}
	if like != nil {
		rules, ok := Ready(*like)
		switch {
		case *like == redirect:
			rules = Redirect("")
		case !ok:
			names := ""
			for _, r := range ready {
				names += r.name + ", "
			}
			return Rules{}, fmt.Errorf("no rules are called %q: there are %s%s", *like, names, redirect)
		}
		to.Rules = rules
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&to); err != nil {
		return Rules{}, err
	}
	if to.Like == redirect && to.Origin == "" {
		return Rules{}, errors.New("rules like redirect need an origin")
	}
	return to.Rules, to.Rules.check()
}

// readLike returns the member "like", or nil without one. A member that comes twice, in any case, or is
// null would take a rule away without a word.
func readLike(text []byte) (like *string, err error) {
	if !json.Valid(text) {
		return nil, json.Unmarshal(text, &like)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	if token, _ := d.Token(); token != json.Delim('{') {
		return nil, fmt.Errorf("the rules are %.10s, not an object", text)
	}
	seen := map[string]bool{}
	for d.More() {
		token, _ := d.Token()
		name := strings.ToLower(strings.ToUpper(token.(string))) // as package json folds names
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, err
		}
		switch {
		case seen[name]:
			return nil, fmt.Errorf("%q comes twice", name)
		case string(value) == "null":
			return nil, fmt.Errorf("%q is null", name)
		case strings.HasSuffix(name, "_networks"): // the error of package netip has no name
			err := json.Unmarshal(value, new([]netip.Prefix))
			if _, isOfType := errors.AsType[*json.UnmarshalTypeError](err); err != nil && !isOfType {
				return nil, fmt.Errorf("%q must have networks such as 10.0.0.0/8: %w", name, err)
			}
		case name == "like":
			if err := json.Unmarshal(value, &like); err != nil {
				return nil, errors.New("\"like\" is not the name of rules")
			}
		}
		seen[name] = true
	}
	return like, nil
}

// MarshalJSON writes r as a list of names.
func (r Remark) MarshalJSON() ([]byte, error) {
	names := []string{}
	for ; r != 0; r &= r - 1 {
		names = append(names, (r & -r).String())
	}
	return json.Marshal(names)
}

// UnmarshalJSON reads a list of names.
func (r *Remark) UnmarshalJSON(text []byte) error {
	var names []string
	if json.Unmarshal(text, &names) != nil { // its error has an offset in text alone
		return errors.New("the remarks are not an array of names")
	}
	*r = 0
	for _, name := range names {
		remark, ok := ParseRemark(name)
		if !ok {
			return fmt.Errorf("no remark is called %q", name)
		}
		*r |= remark
	}
	return nil
}

// clone returns a copy that shares no list with r.
func (r Rules) clone() Rules {
	r.Methods, r.Schemes = slices.Clone(r.Methods), slices.Clone(r.Schemes)
	r.HostKinds, r.Suffixes = slices.Clone(r.HostKinds), slices.Clone(r.Suffixes)
	r.AllowNetworks, r.DenyNetworks = slices.Clone(r.AllowNetworks), slices.Clone(r.DenyNetworks)
	r.Ports = slices.Clone(r.Ports)
	return r
}

// check returns an error for a rule that could never be met, or that does not say what
// was meant.
func (r *Rules) check() error {
	for _, s := range r.Schemes {
		if ref, fault := scanner.Locate(s+":", scanner.URI); fault != (scanner.Fault{}) || ref.Scheme().Len() != len(s) || s != strings.ToLower(s) {
			return fmt.Errorf("%q is not a scheme in lower case, without its colon", s)
		}
	}
	for _, s := range r.HostKinds {
		if !slices.ContainsFunc([]scanner.HostKind{scanner.IPv6Address, scanner.IPvFuture, scanner.IPv4Address, scanner.RegName}, func(k scanner.HostKind) bool { return k.String() == s }) {
			return fmt.Errorf("%q is not a kind of hosts: there are ipv6, ipvfuture, ipv4 and reg-name", s)
		}
	}
	for _, s := range r.Suffixes {
		var memory [2 + maxHost]byte
		host, kind := hostOf(memory[:0], []byte(s))
		ref, fault := scanner.Locate("//"+s, scanner.RelativeRef)
		if fault != (scanner.Fault{}) || ref.Host().Len() != len(s) || string(host) != s || s == "" || s[0] == '.' || s[len(s)-1] == '.' || !isOneName(host, kind) {
			return fmt.Errorf("%q is not a host in lower case, without dots around it", s)
		}
	}
	for _, n := range slices.Concat(r.AllowNetworks, r.DenyNetworks) {
		switch {
		case !n.IsValid():
			return fmt.Errorf("%v is not a network", n)
		case n.Addr().Is4In6() && n.Bits() > 96:
			return fmt.Errorf("%v has mapped IPv4 addresses: name the network of IPv4", n)
		}
	}
	if slices.Contains(r.Methods, "") {
		return fmt.Errorf("a method is empty")
	}
	if r.MaxLength < 0 || r.MaxDepth < 0 {
		return fmt.Errorf("max_length and max_depth cannot be below 0")
	}
	if r.Origin == "" {
		return nil
	}
	ref, fault := scanner.Locate(r.Origin, scanner.URI)
	scheme := ref.Scheme().OfString(r.Origin)
	port, _ := defaultPort([]byte(scheme))
	switch {
	case fault != (scanner.Fault{}):
		return fmt.Errorf("the origin: %w", fault.Err())
	case ref.Host().Len() == 0 || ref.Has(scanner.Userinfo) || port != 80 && port != 443:
		return fmt.Errorf("the origin is not a URI of http or https with a host and without userinfo")
	case portOf([]byte(r.Origin), ref, scheme) < 0:
		return fmt.Errorf("the port of the origin is over 65535")
	case normalize.Needed(r.Origin, ref, normalize.PercentEncoding) != 0 || len(r.Origin) > longestRedirect/2:
		return fmt.Errorf("the origin is too long or has triplets that need none")
	}
	return nil
}
