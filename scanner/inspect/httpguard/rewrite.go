package httpguard

import (
	"net/http/httputil"
	"net/url"
	"strings"

	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/scanner"
	"github.com/uriscan/uriscan/scanner/target"
)

// Rewrite makes pr.Out a request for the same path and query at backend, whose scheme, host
// and path prefix it takes. Path and query are those of the raw target, byte for byte: Path,
// RawPath, RawQuery and ForceQuery of pr.Out.URL are set so that net/http sends them so. An
// empty path is sent as "/", and as "*" for OPTIONS (RFC 9112, 3.2.1 and 3.2.4). Like
// [httputil.ProxyRequest.SetURL], it makes the Host field that of backend; set pr.Out.Host
// to pr.In.Host after it to keep the field. Since the raw target decides, [http.StripPrefix]
// before the proxy changes nothing: strip pr.Out.URL.RawPath instead, as the example does.
//
// Dot segments stay, too, and a backend that removes them leaves its path prefix with /../admin:
// refuse them before, as [inspect.Ingress] does.
//
// A target that [target.Parse] refuses, one of CONNECT, or one whose path does not begin with
// "/", as in urn:a, goes nowhere: the proxy answers 502.
//
//	proxy := &httputil.ReverseProxy{Rewrite: func(pr *httputil.ProxyRequest) {
//		httpguard.Rewrite(pr, backend)
//		pr.SetXForwarded()
//	}}
func Rewrite(pr *httputil.ProxyRequest, backend *url.URL) {
	raw := pr.In.RequestURI
	form, ref, err := target.Parse(pr.In.Method, raw)
	pr.Out.Host, pr.Out.URL = "", &url.URL{}
	if err != nil || form == target.AuthorityForm || ref.PathKind() == scanner.PathRootless {
		return // a rootless path would go on the last segment of the prefix
	}
	path, query := pathOf(pr.In.Method, raw, form, ref), ref.Query().OfString(raw)
	if path != "*" {
		path = strings.TrimSuffix(backend.EscapedPath(), "/") + path
	}
	decoded, _ := lut.AppendPctDecoded(nil, path)
	pr.Out.URL = &url.URL{
		Scheme: backend.Scheme, Host: backend.Host,
		Path: string(decoded), RawPath: path,
		RawQuery: query, ForceQuery: ref.Has(scanner.Query) && query == "",
	}
}
