// Package httpguard puts the policies of package inspect before handlers of net/http, and
// addresses that a client dials before its sockets:
//
//   - [Middleware] refuses requests by their raw target, with a policy per route;
//   - [Rewrite] forwards the raw target through a [httputil.ReverseProxy], byte for byte;
//   - [DialControl] judges the address that a name has resolved to.
//
// # What net/http refuses before
//
// A handler, and so [Middleware], never sees a request
//
//   - whose request line is not "METHOD target HTTP/1.x", or longer than
//     [http.Server.MaxHeaderBytes] with the fields;
//   - whose target net/url cannot parse: a "%" without two HEXDIG in the path, a control byte, a
//     port that is no number, neither "/" nor a scheme at the beginning. In the host of an
//     absolute-form, these are also two that the grammar has: an IPvFuture literal, and an encoded
//     byte of ASCII other than "%", as in http://%41/;
//   - whose Host field is missing in HTTP/1.1, except with CONNECT, given twice, or has bytes
//     that no host has;
//   - in HTTP/2, whose pseudo-header fields are not those of RFC 9113, 8.3.1, or whose ":path"
//     net/url cannot parse.
//
// The server answers these with 400 itself, or 505 for another version and 431 for the length,
// and in HTTP/2 with a stream error, or for the length with a connection error. The client of
// net/http seems to hang then: it connects and asks again until its context ends
// (golang/go#52459). The server also answers OPTIONS * itself, unless
// [http.Server.DisableGeneralOptionsHandler] is set. Hosts that are no uri-host with a port but
// have only bytes of one come through, as "h,g", "h:x" and "[::1" do, and in HTTP/2 "h/x", none at
// all, and several Host fields: see [target.AppendURI].
//
// Targets that net/url accepts and the grammar does not reach the handler, and Middleware
// refuses them. Browsers send some of these: a query may have "[", "]", "|", "^", "`", "{",
// "}" or "\" in links that nobody encoded, as in ?ids[]=1, and a path "[", "]", "|" or "^".
package httpguard
