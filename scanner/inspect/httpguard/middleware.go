package httpguard

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"

	"github.com/uriscan/uriscan/scanner"
	"github.com/uriscan/uriscan/scanner/inspect"
	"github.com/uriscan/uriscan/scanner/target"
)

// A Route gives the paths that are Prefix or below it a policy of their own, by whole
// segments as [target.HasPrefix] has them: a Prefix that does not begin with "/" or has dot
// segments is that of no path, and the empty one that of every path.
type Route struct {
	Prefix string
	Policy *inspect.Policy
}

// Middleware returns a function that puts a guard before a handler. The guard judges the
// raw target of each request, [http.Request.RequestURI], which is ":path" in HTTP/2: by
// the grammar, as [target.Parse] does, and then by the policy of the route with the
// longest prefix, of several with the same prefix, in any spelling, the first, or by policy if
// the path has none of the prefixes. An empty path counts as the one that [Rewrite] makes of
// it. The guard does not judge the Host field or ":authority": [target.AppendURI] does. Nor
// does it judge what follows once a backend has answered 101 and a ReverseProxy copies bytes
// both ways, as for WebSocket: requests of HTTP/2, if the backend takes an Upgrade to h2c.
// Delete the Upgrade field of pr.Out for backends that need none.
//
// It also refuses a path after a scheme that does not begin with "/", as in urn:a and
// x:http://other.example/admin: net/http has it in URL.Opaque, where no router sees it, and a
// ReverseProxy sends it as it is (CVE-2026-88009 of Traefik).
//
// A request that is refused gets a 400 that names the rule and the offset of the byte, and
// log, unless it is nil, a record at level Warn with "rule", "offset", "method" and
// "remote". Neither quotes the target, which may hold secrets.
//
// The guard allocates nothing for a request that it allows.
func Middleware(policy *inspect.Policy, log *slog.Logger, routes ...Route) func(http.Handler) http.Handler {
	routes = slices.Clone(routes)
	slices.SortStableFunc(routes, func(a, b Route) int { return length(b.Prefix) - length(a.Prefix) })
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			rule, offset := judge(policy, routes, r)
			if rule == "" {
				next.ServeHTTP(w, r)
				return
			}
			if log != nil {
				log.LogAttrs(r.Context(), slog.LevelWarn, "request refused", slog.String("rule", rule),
					slog.Int("offset", offset), slog.String("method", r.Method), slog.String("remote", r.RemoteAddr))
			}
			http.Error(w, fmt.Sprintf("400 Bad Request: %s at offset %d of the target", rule, offset), http.StatusBadRequest)
		})
	}
}

// judge returns the rule that the target of req breaks and at which offset, "" if it breaks
// none. The routes with the longest prefixes come first.
func judge(policy *inspect.Policy, routes []Route, req *http.Request) (rule string, offset int) {
	raw, method := req.RequestURI, req.Method
	if method == http.MethodConnect && req.ProtoMajor > 1 && req.Header.Get(":protocol") != "" {
		method = "" // RFC 8441, section 4: this CONNECT has the :path of a GET
	}
	form, ref, err := target.Parse(method, raw)
	switch {
	case err != nil:
		var e scanner.Error
		errors.As(err, &e)
		return e.Fault().Kind().String(), e.Fault().Offset()
	case form == target.AbsoluteForm && req.ProtoMajor > 1: // RFC 9113, 8.3.1: :path has no such form
		return scanner.BadTarget.String(), 0
	case ref.PathKind() == scanner.PathRootless: // url.URL.Opaque has it, and Path is empty
		return scanner.BadTarget.String(), int(ref.Path().Start)
	}
	path := pathOf(method, raw, form, ref)
	for i := range routes {
		if r := &routes[i]; target.HasPrefix(path, r.Prefix) {
			policy = r.Policy
			break
		}
	}
	refusal := policy.CheckString(req.Method, raw, ref)
	return refusal.Rule(), int(refusal.Span().Start)
}

// length returns how long a prefix is, by its segments: it may have more bytes than a longer one
// has, since /%61 is /a. The prefix /a/ is between /a and /a/b.
func length(prefix string) int {
	n := 2 * strings.Count(prefix, "/")
	if strings.HasSuffix(prefix, "/") {
		n--
	}
	return n
}

// pathOf returns the path that a target asks for: one that is empty is "/", with OPTIONS "*"
// (RFC 9112, 3.2.1 and 3.2.4). An authority-form has none.
func pathOf(method, raw string, form target.Form, ref scanner.Ref) string {
	switch path := ref.Path().OfString(raw); {
	case path != "" || form == target.AuthorityForm:
		return path
	case method == http.MethodOptions && !ref.Has(scanner.Query):
		return "*"
	}
	return "/"
}
