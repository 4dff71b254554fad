package repair

import (
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/scanner"
	"github.com/uriscan/uriscan/scanner/inspect"
)

// unfetchable returns the rule by which browsers refuse what is repaired, and the offset in the
// input of what breaks it, or no kind. src is the result, which is valid.
func (w *work) unfetchable(src []byte, ref scanner.Ref) (k scanner.Kind, offset int) {
	if w.family == other || !ref.Has(scanner.Authority) {
		return 0, 0
	}
	_, isAddress := inspect.Address(src, ref)
	isForbidden, isNumber := judge(ref.Host().Of(src))
	switch {
	case ref.HostKind() == scanner.IPvFuture:
		return scanner.BadIPvFuture, w.hostAt
	case ref.HostKind() == scanner.IPv6Address:
	case isForbidden || isNumber && !isAddress:
		return scanner.BadHost, w.hostAt
	case ref.Host().Len() == 0 && (w.family == special || w.family == noScheme && !mayHaveHost(src, ref)):
		return scanner.EmptyHost, w.hostAt
	}
	_, fits := scanner.PortNumber(src, ref)
	if w.family == file && ref.Has(scanner.Port) || !fits && ref.Port().Len() > 0 {
		return scanner.BadPort, w.portAt
	}
	return 0, 0
}

// mayHaveHost reports whether there is something after the slashes that a reference without a
// scheme and host begins with. It is a host in a page of http, and a path in one of file.
func mayHaveHost(src []byte, ref scanner.Ref) bool {
	path := ref.Path().Of(src)
	return ref.Authority().Len() == 0 && lut.Span(path, slash) < len(path)
}

// forbidden are the forbidden host code points, without tabs and newlines.
var forbidden = lut.MakeSet("\x00 #/:<>?@[\\]^|")

// judge reports whether a host name, decoded, has a forbidden domain code point, and whether it
// ends in a number, so that it has to be an IPv4 address (WHATWG URL, sections 3.2 and 3.5).
func judge(host []byte) (isForbidden, isNumber bool) {
	var label label
	for i := 0; i < len(host); i++ {
		c := host[i]
		if c == '%' {
			c = unhex(host[i+1])<<4 | unhex(host[i+2])
			i += 2
		}
		switch {
		case forbidden.Has(c) || c < ' ' || c == 0x7f || c == '%':
			return true, false
		case c == '.':
			isNumber = label.isNumber()
			label.length = 0
		default:
			label.add(c)
		}
	}
	return false, isNumber && label.length == 0 || label.isNumber()
}

// A label is what matters of a label that may be a number.
type label struct {
	length           int
	isDecimal, isHex bool
}

func (l *label) add(c byte) {
	switch l.length {
	case 0:
		l.isDecimal, l.isHex = true, c == '0'
	case 1:
		l.isHex = l.isHex && c|0x20 == 'x'
	default:
		l.isHex = l.isHex && hexDigits.Has(c)
	}
	l.isDecimal = l.isDecimal && digits.Has(c)
	l.length++
}

func (l *label) isNumber() bool { return l.length > 0 && l.isDecimal || l.length > 1 && l.isHex }
