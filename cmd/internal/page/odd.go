package page

import (
	"bytes"

	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/normalize/repair/idnahost"
	"github.com/uriscan/uriscan/scanner"
)

// isOdd reports whether browsers refuse uri, take it for a relative reference, or take what
// follows for a host: by the rules of the WHATWG for hosts, and where http and others have none
// (RFC 9110, 4.2.1).
func isOdd(uri []byte, ref scanner.Ref) bool {
	scheme, host := ref.Scheme().Of(uri), ref.Host().Of(uri)
	if len(scheme) == 0 && !ref.Has(scanner.Authority) {
		return false
	}
	isWeb := len(scheme) == 0 || isSpecial(uri, ref) && !isFile(uri, ref)
	_, isPort := scanner.PortNumber(uri, ref)
	switch {
	case len(host) == 0 && (isWeb || ref.Authority().Len() > 0), !isPort && ref.Port().Len() > 0,
		isFile(uri, ref) && (!ref.Has(scanner.Authority) || ref.Authority() != ref.Host()), ref.HostKind() == scanner.IPvFuture:
		return true
	}
	return (isWeb || isFile(uri, ref)) && len(host) > 0 && ref.HostKind() == scanner.RegName && isOddName(host)
}

// isSpecial reports whether "\" is a slash to browsers in uri, and its host a name of IDNA.
func isSpecial(uri []byte, ref scanner.Ref) bool {
	scheme := ref.Scheme().Of(uri)
	return len(scheme) <= len("https") && isListed(bytes.ToLower(scheme), "http https ws wss ftp file")
}

func isFile(uri []byte, ref scanner.Ref) bool {
	return bytes.EqualFold(ref.Scheme().Of(uri), []byte("file"))
}

var digits = lut.SetOf(lut.Digit)

// isOddName reports whether browsers do not take name for that of a host as it is: if it ends in
// a number, or is not a name once it is decoded.
func isOddName(name []byte) bool {
	name = bytes.TrimSuffix(name, []byte("."))
	last := name[bytes.LastIndexByte(name, '.')+1:]
	isNumber := len(last) > 0 && lut.Span(last, digits) == len(last) || len(last) > 1 && last[0] == '0' && last[1]|0x20 == 'x'
	switch {
	case isNumber, bytes.IndexByte(name, '%') >= 0:
		return true
	case !bytes.Contains(name, []byte("--")), !bytes.Contains(bytes.ToLower(name), []byte("xn--")):
		return false
	}
	_, ok := idnahost.Append(nil, name)
	return !ok
}
