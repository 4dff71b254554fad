package neturl

import (
	"net/url"
	"strings"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

// What url.URL.String does not encode of components that it holds decoded. TestEveryByte
// compares them with String.
var (
	unreserved   = lut.SetOf(lut.Unreserved)
	keepUserinfo = unreserved.Or(lut.MakeSet("$&+,;="))
	keepPath     = unreserved.Or(lut.MakeSet("$&+,/:;=@"))
	keepFragment = keepPath.Or(lut.MakeSet("?!()*"))
	// keepHost has all ASCII except "%": what a host cannot hold is refused, not encoded,
	// since net/url would not decode it.
	keepHost = func() lut.Set {
		var ascii [0x80]byte
		for c := range ascii {
			ascii[c] = byte(c)
		}
		return lut.MakeSet(string(ascii[:])).AndNot(lut.MakeSet("%"))
	}()
)

// FromURL appends the reference that u means to dst. That is u.String(), and is a valid
// reference with the components that the fields of u have. ref holds their offsets in
// out[len(dst):].
//
// It changes nothing and repairs nothing, where String writes something that reads as
// another URL or as none. The error is one of these:
//
//   - an [Error] with [Contradicted], if RawPath does not decode to Path or RawFragment not
//     to Fragment, with the offset in Path or Fragment of the first byte that differs; also
//     if Opaque is not the only one of Opaque, User, Host and Path, with offset 0;
//   - a [scanner.Error] for a field that breaks the rule of its component, and for a path
//     that the parts before it do not allow, as [resolve.AppendRecomposed] has it: a path
//     without "/" after a host, one that begins with "//" and has no host before it, one
//     whose first segment has a ":" and no scheme before it. The offset is that in the
//     component as it would be written.
//
// If it fails, out is dst. FromURL allocates only to grow dst, to hold the reference and
// once more those parts of it that have to be encoded, and for an [Error].
func FromURL(dst []byte, u *url.URL) (out []byte, ref scanner.Ref, err error) {
	p := resolve.Parts{Scheme: kernel.Bytes(u.Scheme), Query: kernel.Bytes(u.RawQuery)}
	set := func(c scanner.Component, defined bool) {
		if defined {
			p.Has |= c
		}
	}
	set(scanner.Scheme, u.Scheme != "")
	set(scanner.Query, u.ForceQuery || u.RawQuery != "")
	set(scanner.Fragment, u.Fragment != "")
	scratch := dst // encoded parts come after dst, and then the reference
	if hasAuthority(u) {
		host, port, colon := cutPort(u.Host)
		set(scanner.Host, true)
		set(scanner.Port, colon)
		set(scanner.Userinfo, u.User != nil)
		p.Port = kernel.Bytes(port)
		scratch, p.Userinfo = appendUserinfo(scratch, u.User)
		scratch, p.Host = appendEncoded(scratch, host, keepHost)
	}
	if u.Opaque != "" {
		switch {
		case u.User != nil:
			return dst, ref, Error{Contradicted, scanner.Userinfo, 0}
		case u.Host != "":
			return dst, ref, Error{Contradicted, scanner.Host, 0}
		case u.Path != "" || u.RawPath != "":
			return dst, ref, Error{Contradicted, scanner.Path, 0}
		}
		p.Path = kernel.Bytes(u.Opaque)
	} else if p.Path = kernel.Bytes("*"); u.Path != "*" || u.RawPath != "" { // see url.URL.EscapedPath
		var same int
		if scratch, p.Path, same = appendRaw(scratch, u.RawPath, u.Path, keepPath); same >= 0 {
			return dst, ref, Error{Contradicted, scanner.Path, same}
		}
	}
	var same int
	if scratch, p.Fragment, same = appendRaw(scratch, u.RawFragment, u.Fragment, keepFragment); same >= 0 {
		return dst, ref, Error{Contradicted, scanner.Fragment, same}
	}
	if out, ref, err = resolve.AppendRecomposed(scratch, &p); err != nil {
		return dst, ref, err
	}
	return append(out[:len(dst)], out[len(scratch):]...), ref, nil
}

// hasAuthority reports whether url.URL.String writes the "//" of an authority. Beside Opaque, Host,
// User and Path are empty, or FromURL refuses u.
func hasAuthority(u *url.URL) bool {
	return u.Host != "" || u.User != nil || u.Scheme != "" && u.Path != "" && !u.OmitHost
}

// cutPort cuts the Host of a url.URL at the ":" of the port.
func cutPort(hostPort string) (host, port string, colon bool) {
	if i := strings.LastIndexByte(hostPort, ':'); i > strings.LastIndexByte(hostPort, ']') {
		return hostPort[:i], hostPort[i+1:], true
	}
	return hostPort, "", false
}

// appendEncoded returns part with its bytes outside of keep encoded. It appends that to
// scratch if there are any.
func appendEncoded(scratch []byte, part string, keep lut.Set) (extended, encoded []byte) {
	if lut.Span(part, keep) == len(part) {
		return scratch, kernel.Bytes(part)
	}
	extended = lut.AppendPctEncoded(scratch, part, keep)
	return extended, extended[len(scratch):]
}

// appendRaw is appendEncoded for a part with its spelling, which is used if it is not empty.
// same is -1, or the offset in part of the first byte that raw does not decode to.
func appendRaw(scratch []byte, raw, part string, keep lut.Set) (extended, encoded []byte, same int) {
	if raw == "" {
		extended, encoded = appendEncoded(scratch, part, keep)
		return extended, encoded, -1
	}
	extended, _ = lut.AppendPctDecoded(scratch, raw)
	if decoded := extended[len(scratch):]; string(decoded) != part {
		return scratch, nil, common(decoded, part)
	}
	return extended[:len(scratch)], kernel.Bytes(raw), -1
}

func appendUserinfo(scratch []byte, user *url.Userinfo) (extended, encoded []byte) {
	extended = lut.AppendPctEncoded(scratch, user.Username(), keepUserinfo)
	if password, has := user.Password(); has {
		extended = lut.AppendPctEncoded(append(extended, ':'), password, keepUserinfo)
	}
	return extended, extended[len(scratch):]
}
