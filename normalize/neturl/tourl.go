package neturl

import (
	"net/url"
	"strings"

	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/scanner"
)

// ToURL returns src as a url.URL whose String is src byte for byte. Its EscapedPath,
// RawQuery and EscapedFragment are the path, query and fragment of src, and its RequestURI
// has that path, or "/" for an empty one, and that query. The path of a URI that does not
// begin with "/" is in Opaque, as url.Parse has it. ref is the [scanner.Ref] of src, as
// [scanner.Parse] returns it.
//
// If no url.URL is like that, the [Error] names the component and the offset in src of the
// first byte that String would leave out or change:
//
//   - Lost: an empty fragment, or an empty authority without a scheme or without a path;
//   - Respelled: bytes of userinfo that net/url encodes and src does not, such as "!", the
//     reverse, and triplets of userinfo and host in lower case;
//   - Refused: a triplet of the host that encodes ASCII other than "%". In [url.URL] such a
//     host would be that of another authority, as h/x from h%2Fx, and net/url refuses it.
//
// Where url.Parse gives a URL with this String and these components, ToURL gives the same.
// It gives more: [Differs] names what url.Parse changes or refuses. A scheme keeps its case,
// which net/http compares in lower case: normalize first. ToURL allocates the URL and what
// net/url allocates to decode and to compare, and a string for bytes.
func ToURL[B lut.Bytes](src B, ref scanner.Ref) (*url.URL, error) { return toURL(string(src), ref) }

func toURL(src string, ref scanner.Ref) (*url.URL, error) {
	path, fragment := ref.Path().OfString(src), ref.Fragment().OfString(src)
	u := &url.URL{
		Scheme:     ref.Scheme().OfString(src),
		OmitHost:   ref.Has(scanner.Scheme) && ref.PathKind() == scanner.PathAbsolute,
		RawQuery:   ref.Query().OfString(src),
		ForceQuery: ref.Has(scanner.Query) && ref.Query().Len() == 0,
	}
	if ref.Has(scanner.Authority) {
		if loss := setAuthority(u, src, ref); loss.Kind != 0 {
			return nil, loss
		}
	}
	if ref.PathKind() == scanner.PathRootless {
		u.Opaque = path
	} else {
		u.Path, _ = url.PathUnescape(path) // the grammar has no bad triplet
		// %2A needs it, too (see url.URL.EscapedPath), and *?q has it from url.Parse, unlike *.
		if u.EscapedPath() != path || path == "*" && ref.Has(scanner.Query) {
			u.RawPath = path
		}
	}
	if ref.Has(scanner.Fragment) {
		if fragment == "" {
			return nil, Error{Lost, scanner.Fragment, len(src) - len("#")}
		}
		u.Fragment, _ = url.PathUnescape(fragment)
		if u.EscapedFragment() != fragment {
			u.RawFragment = fragment
		}
	}
	return u, nil
}

// setAuthority sets the userinfo and the host of u to those of src, and returns what would
// be lost, or the zero Error.
func setAuthority(u *url.URL, src string, ref scanner.Ref) Error {
	start, host := int(ref.Authority().Start)-len("//"), int(ref.Host().Start)
	authority := src[start:ref.Authority().End]
	if authority == "//" && (u.Scheme == "" || ref.Path().Len() == 0) {
		return Error{Lost, scanner.Authority, start}
	}
	if ref.Has(scanner.Userinfo) {
		name, password, has := strings.Cut(ref.Userinfo().OfString(src), ":")
		name, _ = url.PathUnescape(name)
		password, _ = url.PathUnescape(password)
		if u.User = url.User(name); has {
			u.User = url.UserPassword(name, password)
		}
	}
	u.Host = src[host:ref.Authority().End]
	if u.User == nil && strings.IndexByte(u.Host, '%') < 0 {
		return Error{}
	}
	raw := u.Host
	u.Host, _ = url.PathUnescape(u.Host)
	spelled := (&url.URL{User: u.User, Host: u.Host}).String()
	same := common(spelled, authority)
	if start+same < host {
		return Error{Respelled, scanner.Userinfo, start + same}
	}
	for i := 0; i+2 < len(raw); i++ {
		if raw[i] == '%' && raw[i+1] < '8' && raw[i:i+3] != "%25" { // below %80
			return Error{Refused, scanner.Host, host + i}
		}
	}
	if same < len(authority) {
		return Error{Respelled, scanner.Host, start + same}
	}
	return Error{}
}

// common returns the length of the longest common prefix of a and b.
func common[A, B lut.Bytes](a A, b B) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}
