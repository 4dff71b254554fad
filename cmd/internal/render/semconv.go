package render

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/site"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/normalize/template"
	"github.com/uriscan/uriscan/scanner"
	"github.com/uriscan/uriscan/scanner/target"
)

// redacted replaces what a log must not hold.
const redacted = "REDACTED"

// secretKeys are the names of parameters whose values are redacted by default in
// the attributes url.full and url.query: those that any of the versions 1.42 to 1.44
// of the conventions lists. They are compared case-sensitively, as the conventions
// recommend.
var secretKeys = []string{
	"AWSAccessKeyId", "Signature", "sig", "X-Goog-Signature",
	"X-Amz-Signature", "X-Amz-Credential", "X-Amz-Security-Token",
}

// Semconv returns the printer of the attributes url.* of a reference as an object on a line of
// its own, with the parts of its host that find says and the template of its path by rules; nil: without these.
// No value needs escapes, for the reason given with JSONTemplate.
func Semconv(find site.Finder, rules *template.Rules) func(dst, src []byte, ref scanner.Ref, in *column.Cell) ([]byte, diag.Flaw) {
	return func(dst, src []byte, ref scanner.Ref, in *column.Cell) ([]byte, diag.Flaw) {
		return appendAttributes(dst, src, ref, in.Form, find, rules), diag.Flaw{}
	}
}

func appendAttributes(dst, src []byte, ref scanner.Ref, form target.Form, find site.Finder, rules *template.Rules) []byte {
	dst = append(dst, '{')
	full := ref.Has(scanner.Scheme) || ref.Has(scanner.Authority)
	if full {
		dst = append(appendFull(append(dst, `"url.full":"`...), src, ref), `",`...)
	}
	if ref.Has(scanner.Scheme) {
		dst = appendAttribute(dst, "url.scheme", ref.Scheme().Of(src))
	}
	if host := ref.Host().Of(src); len(host) > 0 {
		dst = appendAttribute(dst, "url.domain", host)
		if ref.HostKind() == scanner.RegName && find != nil {
			dst = appendSite(dst, host, find)
		}
	}
	if port, ok := scanner.PortNumber(src, ref); ok {
		dst = append(strconv.AppendUint(append(dst, `"url.port":`...), uint64(port), 10), ',')
	}
	dst = appendAttribute(dst, "url.path", ref.Path().Of(src))
	if path := ref.Path().Of(src); rules != nil && len(path) > 0 && path[0] == '/' { // only of an absolute path
		dst = template.AppendTemplate(append(dst, `"url.template":"`...), path, rules)
		dst = append(dst, `",`...)
	}
	if ext, ok := extension(src, ref, form); ok {
		dst = appendAttribute(dst, "url.extension", ext)
	}
	secret := false
	if ref.Has(scanner.Query) {
		dst = append(dst, `"url.query":"`...)
		dst, secret = appendQuery(dst, ref.Query().Of(src))
		dst = append(dst, `",`...)
	}
	if ref.Has(scanner.Fragment) {
		dst = appendAttribute(dst, "url.fragment", ref.Fragment().Of(src))
	}
	// The original would give away what was redacted.
	if !full && !secret {
		dst = appendAttribute(dst, "url.original", src)
	}
	dst[len(dst)-1] = '}' // there was a path
	return append(dst, '\n')
}

// appendSite appends the attributes of the parts of a host.
func appendSite(dst, host []byte, find site.Finder) []byte {
	p, ok := site.Of(host, find)
	if !ok {
		return dst
	}
	if p.Start > 0 {
		dst = appendAttribute(dst, "url.subdomain", host[:p.Start-1])
	}
	dst = appendAttribute(dst, "url.registered_domain", host[p.Start:p.End])
	return appendAttribute(dst, "url.top_level_domain", host[p.Suffix:p.End])
}

func appendAttribute(dst []byte, name string, value []byte) []byte {
	dst = append(append(append(dst, '"'), name...), `":"`...)
	return append(append(dst, value...), `",`...)
}

// appendFull appends src without credentials.
func appendFull(dst, src []byte, ref scanner.Ref) []byte {
	from := uint32(0)
	if user := ref.Userinfo(); user.Len() > 0 {
		dst = append(append(dst, src[:user.Start]...), redacted...)
		if bytes.IndexByte(user.Of(src), ':') >= 0 {
			dst = append(dst, ":"+redacted...)
		}
		from = user.End
	}
	if query := ref.Query(); query.Len() > 0 {
		dst = append(dst, src[from:query.Start]...)
		dst, _ = appendQuery(dst, query.Of(src))
		from = query.End
	}
	return append(dst, src[from:]...)
}

// appendQuery appends a query without the values of secretKeys, and reports whether it had any.
func appendQuery(dst, query []byte) (out []byte, secret bool) {
	for more := true; more; {
		var parameter []byte
		parameter, query, more = bytes.Cut(query, ampersand)
		if equals := bytes.IndexByte(parameter, '='); equals >= 0 && isSecret(parameter[:equals]) {
			dst = append(append(dst, parameter[:equals+1]...), redacted...)
			secret = true
		} else {
			dst = append(dst, parameter...)
		}
		if more {
			dst = append(dst, '&')
		}
	}
	return dst, secret
}

var ampersand = []byte{'&'}

// isSecret reports whether a server would read key as one of secretKeys, also if
// some of it is percent-encoded.
func isSecret(key []byte) bool {
	if bytes.IndexByte(key, '%') >= 0 {
		key, _ = lut.AppendPctDecoded(nil, key)
	}
	return slices.Contains(secretKeys, string(key))
}
