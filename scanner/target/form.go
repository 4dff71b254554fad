package target

import (
	"bytes"

	"github.com/uriscan/uriscan/internal/automaton"
	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/rawref"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/scanner"
)

// A Form is one of the four forms of a request-target (RFC 9112, 3.2). The zero Form is not
// one of them.
type Form uint8

// The forms.
const (
	OriginForm    Form = iota + 1 // absolute-path [ "?" query ] (3.2.1)
	AbsoluteForm                  // absolute-URI (3.2.2)
	AuthorityForm                 // uri-host ":" port, for CONNECT (3.2.3)
	AsteriskForm                  // "*", for OPTIONS (3.2.4)
)

var formNames = [...]string{"", "origin", "absolute", "authority", "asterisk"}

// String returns "origin", "absolute", "authority" or "asterisk", and "" for any other
// value. It does not allocate.
func (f Form) String() string {
	if int(f) < len(formNames) {
		return formNames[f]
	}
	return ""
}

// Parse returns the form of a request-target and where its components are. The method, in
// which case counts (RFC 9110, 9.1), decides on the form (RFC 9112, 3.2): with CONNECT it is
// the authority-form, else the origin-form if the target begins with "/", with OPTIONS
// the asterisk-form if it begins with "*", and in all other cases the absolute-form.
//
// In origin-form //h/p is a path, and the Ref says so. In authority-form the Ref has host
// and port but no scheme, in asterisk-form only the path "*". A client that sends
// OPTIONS * through a proxy sends an absolute-form without path and query (RFC 9112, 3.2.4).
//
// A target has no fragment. An http or https URI in absolute-form has a host that is not
// empty, and no userinfo (RFC 9110, 4.2.1 and 4.2.4). Parse accepts all else that the grammar
// does: GET example.com:80 is an absolute-form with the scheme "example.com", and with
// CONNECT host and port may be empty, which [AppendURI] refuses.
//
// The offset of an error is the length of the longest prefix that some target of this method
// and form begins with. Its kind is that of [scanner.Parse] for the component, or
// scanner.BadTarget, EmptyHost or UserinfoRefused. Parse does not allocate, except for an
// error as [scanner.Fault.Err] does.
func Parse[M, B lut.Bytes](method M, target B) (Form, scanner.Ref, error) {
	form, ref, fault := parse(kernel.Bytes(method), kernel.Bytes(target))
	return form, ref, fault.Err()
}

// longest is the length of the longest target. A test sets a smaller one.
var longest = scanner.MaxLen

var noFault scanner.Fault

func parse(method, b []byte) (form Form, ref scanner.Ref, fault scanner.Fault) {
	long := len(b) > longest
	if long {
		b = b[:longest]
	}
	switch connects := string(method) == "CONNECT"; {
	case len(b) == 0:
		fault = rawref.Fault(0, scanner.UnexpectedEnd)
	case connects:
		form = AuthorityForm
		ref, fault = parseAuthority(b)
	case b[0] == '/':
		form = OriginForm
		ref, fault = parseOrigin(b)
	case b[0] == '*' && string(method) == "OPTIONS":
		form = AsteriskForm
		if ref = scanner.Split(b[:1]); len(b) > 1 {
			fault = rawref.Fault(1, scanner.BadTarget)
		}
	default:
		form = AbsoluteForm
		ref, fault = parseAbsolute(b)
	}
	if long && (fault == noFault || fault.Kind() == scanner.UnexpectedEnd) {
		fault = rawref.Fault(longest, scanner.TooLong)
	}
	if fault != noFault {
		return 0, scanner.Ref{}, fault
	}
	return form, ref, noFault
}

// parseOrigin parses b, which begins with "/", as origin-form. From the last of the slashes
// at its beginning on, it is a reference with the same path.
func parseOrigin(b []byte) (scanner.Ref, scanner.Fault) {
	n := 0
	for n+1 < len(b) && b[n+1] == '/' {
		n++
	}
	ref, fault := scanner.Locate(b[n:], scanner.URIReference)
	if fault != noFault || ref.Has(scanner.Fragment) {
		if hash := bytes.IndexByte(b[n:], '#'); hash >= 0 && (fault == noFault || fault.Offset() > hash) {
			fault = rawref.Fault(hash, scanner.BadFragment)
		}
		return scanner.Ref{}, rawref.Fault(n+fault.Offset(), fault.Kind())
	}
	w := rawref.Words(ref)
	w.W2 += uint64(n) | uint64(n)<<32
	w.W3 += uint64(n)
	return rawref.Ref(w), noFault
}

// parseAbsolute parses b, which is not empty, as absolute-form.
func parseAbsolute(b []byte) (scanner.Ref, scanner.Fault) {
	if lut.ClassOf(b[0])&lut.Alpha == 0 {
		return scanner.Ref{}, rawref.Fault(0, scanner.BadTarget)
	}
	ref, fault := scanner.Locate(b, scanner.AbsoluteURI)
	if ref.Host().Len() > 0 && !ref.Has(scanner.Userinfo) {
		return ref, noFault
	}
	if colon := bytes.IndexByte(b[:min(len(b), len("https:"))], ':'); colon > 0 && isHTTP(b[:colon]) {
		if f := httpFault(b, colon+1, fault); f != noFault {
			return scanner.Ref{}, f
		}
	}
	return ref, fault
}

// isHTTP reports whether scheme is http or https, in any case.
func isHTTP(scheme []byte) bool {
	return bytes.EqualFold(scheme, []byte("http")) || bytes.EqualFold(scheme, []byte("https"))
}

// httpFault returns the fault of b before the path, where b is an http or https URI with the
// ":" of the scheme before i, or the zero Fault. general is the fault of b as a URI of any
// scheme.
func httpFault(b []byte, i int, general scanner.Fault) scanner.Fault {
	for start := i; i < start+2; i++ {
		if i == len(b) {
			return rawref.Fault(i, scanner.UnexpectedEnd)
		} else if b[i] != '/' {
			return rawref.Fault(i, scanner.EmptyHost)
		}
	}
	a := scanAuthority(b, i)
	at, kind := a.end, a.kind
	switch {
	case i == len(b):
		kind = scanner.UnexpectedEnd
	case a.hostEnd == i && (a.ok || a.end > i):
		at, kind = i, scanner.EmptyHost
	case a.ok:
		return noFault
	}
	// What any URI may have there is in userinfo, if an "@" follows.
	if general == noFault || general.Offset() > at {
		if n := bytes.IndexAny(b[at:], "/?#@"); n >= 0 && b[at+n] == '@' {
			kind = scanner.UserinfoRefused
		}
	}
	return rawref.Fault(at, kind)
}

// parseAuthority parses b as authority-form.
func parseAuthority(b []byte) (scanner.Ref, scanner.Fault) {
	a := scanAuthority(b, 0)
	switch {
	case !a.ok || a.end < len(b):
		return scanner.Ref{}, rawref.Fault(a.end, a.kind)
	case a.hostEnd == a.end:
		return scanner.Ref{}, rawref.Fault(a.end, scanner.UnexpectedEnd)
	}
	end := uint32(len(b))
	o := automaton.Offsets{
		HostEnd: uint32(a.hostEnd), PathStart: end, PathEnd: end, QueryEnd: end, End: end,
	}
	return rawref.Ref(o.Pack(a.host, 0).WithHints(b)), noFault
}
