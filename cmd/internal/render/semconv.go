package render

import (
	"bytes"
	"strconv"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/site"
	"github.com/uriscan/uriscan/normalize/redact"
	"github.com/uriscan/uriscan/normalize/template"
	"github.com/uriscan/uriscan/scanner"
	"github.com/uriscan/uriscan/scanner/target"
)

// Semconv returns the printer of the attributes url.* of a reference as an object on a line of
// its own, with the parts of its host in sites and the template of its path by rules; nil: without these.
// It is redacted as the conventions say.
// No value needs escapes, for the reason given with JSONTemplate.
func Semconv(sites *site.Cache, rules *template.Rules) func(dst, src []byte, ref scanner.Ref, in *column.Cell) ([]byte, diag.Flaw) {
	return func(dst, src []byte, ref scanner.Ref, in *column.Cell) ([]byte, diag.Flaw) {
		in.Scratch = redact.Append(column.RoomFor(in.Scratch, len(src)), src, nil)
		secret := !bytes.Equal(in.Scratch, src)
		if secret {
			var ok bool
			if ref, ok = located(in.Scratch, in.Form); !ok {
				return append(dst, `{"url.path":"REDACTED"}`+"\n"...), diag.Flaw{}
			}
		}
		return appendAttributes(dst, in.Scratch, ref, in.Form, sites, rules, secret), diag.Flaw{}
	}
}

// located locates what redaction made of a reference, or of a request-target of that form.
func located(src []byte, form target.Form) (ref scanner.Ref, ok bool) {
	if form == target.OriginForm {
		_, ref, err := target.Parse("GET", src)
		return ref, err == nil
	}
	ref, fault := scanner.Locate(src, scanner.URIReference)
	return ref, fault == scanner.Fault{}
}

func appendAttributes(dst, src []byte, ref scanner.Ref, form target.Form, sites *site.Cache, rules *template.Rules, secret bool) []byte {
	dst = append(dst, '{')
	// The conventions have //localhost among their examples. The target of CONNECT is a host and a
	// port, no URL.
	full := form != target.AuthorityForm && (ref.Has(scanner.Scheme) || ref.Has(scanner.Authority))
	if full {
		dst = appendAttribute(dst, `"url.full":"`, src)
	}
	if ref.Has(scanner.Scheme) {
		dst = appendAttribute(dst, `"url.scheme":"`, ref.Scheme().Of(src))
	}
	if host := ref.Host().Of(src); len(host) > 0 {
		dst = appendAttribute(dst, `"url.domain":"`, host)
		if ref.HostKind() == scanner.RegName && sites != nil {
			dst = appendSite(dst, host, sites)
		}
	}
	if port, ok := scanner.PortNumber(src, ref); ok {
		dst = append(strconv.AppendUint(append(dst, `"url.port":`...), uint64(port), 10), ',')
	}
	dst = appendAttribute(dst, `"url.path":"`, ref.Path().Of(src))
	if path := ref.Path().Of(src); rules != nil && len(path) > 0 && path[0] == '/' { // only of an absolute path
		dst = template.AppendTemplate(append(dst, `"url.template":"`...), path, rules)
		dst = append(dst, `",`...)
	}
	if ext, ok := extension(src, ref, form); ok {
		dst = appendAttribute(dst, `"url.extension":"`, ext)
	}
	if ref.Has(scanner.Query) {
		dst = appendAttribute(dst, `"url.query":"`, ref.Query().Of(src))
	}
	if ref.Has(scanner.Fragment) {
		dst = appendAttribute(dst, `"url.fragment":"`, ref.Fragment().Of(src))
	}
	// A redacted original is not the original.
	if !full && !secret {
		dst = appendAttribute(dst, `"url.original":"`, src)
	}
	dst[len(dst)-1] = '}' // there was a path
	return append(dst, '\n')
}

// appendSite appends the attributes of the parts of a host.
func appendSite(dst, host []byte, sites *site.Cache) []byte {
	p, ok := sites.Of(host)
	if !ok {
		return dst
	}
	if p.Start > 0 {
		dst = appendAttribute(dst, `"url.subdomain":"`, host[:p.Start-1])
	}
	dst = appendAttribute(dst, `"url.registered_domain":"`, host[p.Start:p.End])
	return appendAttribute(dst, `"url.top_level_domain":"`, host[p.Suffix:p.End])
}

// appendAttribute appends a value after its name in quotes, a ":" and the opening quote.
func appendAttribute(dst []byte, name string, value []byte) []byte {
	return append(append(append(dst, name...), value...), `",`...)
}
