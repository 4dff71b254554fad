package neturl

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/scanner"
)

// A Difference is a component that url.Parse reads otherwise than this module does.
type Difference struct {
	Kind      Kind
	Component scanner.Component // 0 if Accepted: an input that is not valid has no components
	Span      scanner.Span      // where src has it; if Accepted, empty, at the offset of Fault
	Fault     scanner.Fault     // why src is not valid, if Accepted
	// NetURL is what net/url has instead: the component as String writes it; if Opaque or
	// Decoded, the field Path or Fragment; if Accepted, the whole String; if Lost or
	// Refused, "". It may hold a password.
	NetURL string
}

// String returns the component, the kind and where it is, such as "path decoded [8:14]",
// without any of the input.
func (d Difference) String() string {
	if d.Kind == Accepted {
		return d.Kind.String() + " " + d.Fault.String()
	}
	return d.Component.String() + " " + d.Kind.String() + " " + "[" + strconv.Itoa(int(d.Span.Start)) + ":" + strconv.Itoa(int(d.Span.End)) + "]"
}

// Differs returns what url.Parse reads differently in src, in the order of the components.
// It is empty if both accept src and have the same components, and if both refuse it.
//
//   - Refused: src is valid, and url.Parse fails, at a host that is an IPvFuture or has a
//     triplet of ASCII other than "%25". Nothing else is compared.
//   - Accepted: src is not valid, and url.Parse takes it. Nothing else is compared.
//   - Lost, Respelled: String would not write the component, or write other bytes for it: a
//     scheme in lower case, userinfo and host as [ToURL] has it, "*" for "%2A". After a Lost
//     authority the path begins with its "//".
//   - Opaque, Decoded: String writes the component, but programs that look at Path or
//     Fragment do not see it, or see "/a%2Fb" and "/a/b" as the same. That is Decoded if a
//     byte that is reserved (2.2), and that the component can also have as itself, is
//     encoded.
//
// Query and port do not differ in what both accept. How programs read a query, as
// url.URL.Query does, is not compared. Differs allocates what url.Parse and String do, and the result.
func Differs[B lut.Bytes](src B) []Difference { return differs(string(src)) }

func differs(src string) (all []Difference) {
	ref, fault := scanner.Locate(src, scanner.URIReference)
	u, err := url.Parse(src)
	switch valid := fault == (scanner.Fault{}); {
	case !valid && err != nil:
		return nil
	case !valid:
		at := uint32(fault.Offset())
		return []Difference{{Accepted, 0, scanner.Span{Start: at, End: at}, fault, u.String()}}
	case err != nil:
		return []Difference{{Kind: Refused, Component: scanner.Host, Span: ref.Host()}}
	}
	for c := scanner.Scheme; c != 0; c <<= 1 {
		is, defined := component(u, c)
		d := Difference{Component: c, Span: ref.Span(c), NetURL: is}
		switch ours := d.Span.OfString(src); {
		case !ref.Has(c) || c == scanner.Host && !hasAuthority(u): // then the authority is lost
		case !defined:
			d.Kind = Lost
		case c == scanner.Path && u.Opaque != "":
			d.Kind, d.NetURL = Opaque, u.Path
		case c != scanner.Authority && is != ours:
			d.Kind = Respelled
		case c == scanner.Path && hides(ours, lut.Path):
			d.Kind, d.NetURL = Decoded, u.Path
		case c == scanner.Fragment && hides(ours, lut.Fragment):
			d.Kind, d.NetURL = Decoded, u.Fragment
		}
		if d.Kind != 0 {
			all = append(all, d)
		}
	}
	return all
}

// component returns what String writes for a component, except for an authority.
func component(u *url.URL, c scanner.Component) (is string, defined bool) {
	host, port, colon := cutPort(u.Host)
	switch c {
	case scanner.Scheme:
		return u.Scheme, u.Scheme != ""
	case scanner.Authority:
		return "", hasAuthority(u)
	case scanner.Userinfo:
		return u.User.String(), u.User != nil
	case scanner.Host:
		return strings.TrimPrefix((&url.URL{Host: host}).String(), "//"), hasAuthority(u)
	case scanner.Port:
		return port, colon
	case scanner.Path:
		return u.EscapedPath(), true
	case scanner.Query:
		return u.RawQuery, u.ForceQuery || u.RawQuery != ""
	}
	return u.EscapedFragment(), u.Fragment != ""
}

// hides reports whether part has a triplet of a reserved byte that rule also admits as
// itself.
func hides(part string, rule lut.Class) bool {
	for {
		i := strings.IndexByte(part, '%')
		if i < 0 {
			return false
		}
		var decoded [1]byte
		lut.AppendPctDecoded(decoded[:0], part[i:i+3])
		if class := lut.ClassOf(decoded[0]); class&lut.Reserved != 0 && class&rule != 0 {
			return true
		}
		part = part[i+3:]
	}
}
