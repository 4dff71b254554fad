package target

import (
	"bytes"
	"slices"

	"github.com/uriscan/uriscan/internal/automaton"
	"github.com/uriscan/uriscan/internal/rawref"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/scanner"
)

// A Request is what a server knows about whom a request is for.
type Request struct {
	// Method is the method as received. Case counts. For the extended CONNECT of HTTP/2 and
	// HTTP/3 (RFC 8441, 4, and RFC 9220, 3), which has a :path, use GET: its target is that of
	// other methods.
	Method []byte

	// Scheme is that of the connection, "https" if it is secured and else "http"
	// (RFC 9110, 7.1), or what the server is configured for. The absolute-form has its own.
	Scheme []byte

	// Host is the value of the Host field without the blanks around it, or :authority of
	// HTTP/2. nil means that there is none, which is always an error: for HTTP/1.0, where
	// the field is optional, use the authority of the target or the server's name. Empty
	// means a field with an empty value, which goes with a target URI without authority
	// (RFC 9112, 3.2). If there are several fields, join their values with commas, so that
	// they are refused.
	Host []byte

	// SNI is the server name that the client asked for when it began TLS. Empty, or nil,
	// means that there was none, which agrees with every host. Leave it empty where TLS ends
	// at a forward proxy: there it is the name of the proxy.
	SNI []byte

	// Target is the request-target as received, or :path of HTTP/2; for its CONNECT, which
	// has no :path, it is :authority.
	Target []byte
}

// AppendURI appends the target URI of r to dst (RFC 9110, 7.1, and RFC 9112, 3.3). ref
// holds the offsets of its components in out[len(dst):]. In absolute-form it is the target,
// in authority-form and asterisk-form its path is empty. Nothing is normalized: the bytes
// are those of Scheme, Host and Target.
//
// It fails, and out is dst, if the request is not valid or its parts disagree. The kinds are
// those of [Parse], then these, in the order of the checks. Each is in package scanner and
// works with errors.Is. The offset is 0, or one in the field that is given here:
//
//   - BadScheme: in Scheme; not in absolute-form
//   - HostMissing
//   - HostList: the first "," in Host, outside an IPvFuture literal
//   - BadHostField: in Host
//   - BadConnectPort: the port in Target
//   - TooLong, of all together: [scanner.MaxLen]
//   - EmptyHost, if the scheme is http or https, or with CONNECT
//   - HostMismatch, ConnectMismatch: the host in Target
//   - BadSNI: in SNI
//   - SNIMismatch: the first byte of SNI that is not the host's
//
// Host and the authority of Target agree if they are the same after
// [normalize.SchemeBased], userinfo aside. Since CONNECT has no default port (RFC 9110,
// 9.3.6), a Host without a port then agrees with any port. SNI agrees with a host that is
// the same name in any case, with or without a dot at the end, and never with an address
// (RFC 6066, 3).
//
// RFC 9112 has servers ignore the Host field beside an absolute-form (3.2.2). To do so, set
// Host to the authority of the target.
//
// The fields of r must not overlap the free capacity of dst, which AppendURI may overwrite
// beyond the URI. It allocates only to grow dst and, as [scanner.Parse] does, for an error.
func AppendURI(dst []byte, r *Request) (out []byte, ref scanner.Ref, err error) {
	out, ref, fault := r.appendURI(dst)
	if fault == noFault {
		fault = r.sniFault(ref.Host().Of(out[len(dst):]))
	}
	if fault != noFault {
		return dst, scanner.Ref{}, fault.Err()
	}
	return out, ref, nil
}

// appendURI is AppendURI without the checks of SNI.
func (r *Request) appendURI(dst []byte) (out []byte, ref scanner.Ref, fault scanner.Fault) {
	form, ref, fault := parse(r.Method, r.Target)
	if fault != noFault {
		return dst, ref, fault
	}
	field := scanAuthority(r.Host, 0)
	if fault = r.fault(form, ref, field); fault != noFault {
		return dst, ref, fault
	}
	mismatch := rawref.Fault(int(ref.Host().Start), scanner.HostMismatch)
	n := len(dst)
	out = slices.Grow(dst, int(r.size()))
	switch form {
	case AbsoluteForm:
		out = append(out, r.Target...)
	case AuthorityForm:
		mismatch = rawref.Fault(0, scanner.ConnectMismatch)
		out = r.appendAuthority(out, r.Target)
	case AsteriskForm:
		out = r.appendAuthority(out, r.Host)
	case OriginForm:
		out = append(r.appendAuthority(out, r.Host), r.Target...)
	}
	if form != AbsoluteForm {
		ref, _ = scanner.Locate(out[n:], scanner.AbsoluteURI) // of parts that are valid
		if ref.Host().Len() == 0 && (form == AuthorityForm || isHTTP(r.Scheme)) {
			return dst, ref, rawref.Fault(0, scanner.EmptyHost)
		}
	}
	if (form == AbsoluteForm || form == AuthorityForm) && !r.agrees(out, n, ref, form, field) {
		return dst, ref, mismatch
	}
	return out, ref, noFault
}

// size returns a length that the target URI does not exceed.
func (r *Request) size() uint64 {
	return uint64(len(r.Scheme)) + uint64(len("://")) + uint64(len(r.Host)) + uint64(len(r.Target))
}

// appendAuthority appends the scheme of r and an authority.
func (r *Request) appendAuthority(dst, authority []byte) []byte {
	return append(append(append(dst, r.Scheme...), "://"...), authority...)
}

var schemeBytes = lut.SetOf(lut.Scheme)

// fault returns what is wrong with Scheme, with Host, whose parts are field, or with the port
// of Target, whose offsets are ref.
func (r *Request) fault(form Form, ref scanner.Ref, field authority) scanner.Fault {
	if form != AbsoluteForm {
		n := lut.Span(r.Scheme, schemeBytes)
		if n > 0 && lut.ClassOf(r.Scheme[0])&lut.Alpha == 0 {
			n = 0
		}
		if n == 0 || n < len(r.Scheme) {
			return rawref.Fault(n, scanner.BadScheme)
		}
	}
	if r.Host == nil {
		return rawref.Fault(0, scanner.HostMissing)
	}
	literal := 0
	if field.host == automaton.IPvFuture {
		literal = bytes.IndexByte(r.Host, ']')
	}
	if comma := bytes.IndexByte(r.Host[literal:], ','); comma >= 0 {
		return rawref.Fault(literal+comma, scanner.HostList)
	}
	if !field.ok || field.end < len(r.Host) {
		return rawref.Fault(field.end, scanner.BadHostField)
	}
	if number, ok := scanner.PortNumber(r.Target, ref); form == AuthorityForm && (!ok || number == 0) {
		return rawref.Fault(int(ref.Port().Start), scanner.BadConnectPort)
	}
	if r.size() > uint64(longest) {
		return rawref.Fault(longest, scanner.TooLong)
	}
	return noFault
}

// agrees reports whether Host, whose parts are field, and the authority of out[n:], the
// target URI with the offsets ref, are the same. It writes to the free capacity of out.
func (r *Request) agrees(out []byte, n int, ref scanner.Ref, form Form, field authority) bool {
	uri := out[n:]
	if !ref.Has(scanner.Authority) {
		return len(r.Host) == 0
	}
	host, end := ref.Host(), ref.Path().Start
	if bytes.Equal(uri[host.Start:end], r.Host) {
		return true
	}
	same := append(append(out, uri[:ref.Authority().Start]...), r.Host...)
	if form == AuthorityForm && field.hostEnd == field.end {
		same = append(same, uri[host.End:end]...)
	}
	return normalize.Equal(uri[:end], same[len(out):], normalize.SchemeBased|normalize.DropUserinfo)
}

var nameBytes = lut.SetOf(lut.Alpha | lut.Digit).Or(lut.MakeSet("-._"))

// sniFault returns what is wrong with SNI for a target URI with that host.
func (r *Request) sniFault(host []byte) scanner.Fault {
	last := len(r.SNI) - 1
	if last < 0 {
		return noFault
	}
	switch n := lut.Span(r.SNI, nameBytes); {
	case n <= last:
		return rawref.Fault(n, scanner.BadSNI)
	case r.SNI[last] == '.':
		return rawref.Fault(last, scanner.BadSNI)
	case automaton.HostKind(r.SNI) == automaton.IPv4Address:
		return rawref.Fault(0, scanner.BadSNI)
	}
	i := 0
	for at, c := range r.SNI {
		u, n := unitAt(host, i)
		if lower(u) != lower(unit(c)) {
			return rawref.Fault(at, scanner.SNIMismatch)
		}
		i += n
	}
	if u, n := unitAt(host, i); n > 0 && (u != '.' || i+n < len(host)) {
		return rawref.Fault(last+1, scanner.SNIMismatch)
	}
	return noFault
}
