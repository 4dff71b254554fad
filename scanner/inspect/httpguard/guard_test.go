package httpguard_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/scanner/inspect"
	"github.com/uriscan/uriscan/scanner/inspect/httpguard"
)

func policy(t testing.TB, r inspect.Rules) *inspect.Policy {
	t.Helper()
	p, err := inspect.NewPolicy(r)
	testkit.Must(t, err)
	return p
}

// echo answers with the target that it was sent.
var echo = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, r.RequestURI) })

// serve starts a server that hands every request to h.
func serve(t testing.TB, h http.Handler) *httptest.Server {
	server := httptest.NewUnstartedServer(h)
	server.Config.DisableGeneralOptionsHandler = true
	server.Start()
	t.Cleanup(server.Close)
	return server
}

// guarded returns echo after a guard with a route of its own for /_matrix.
func guarded(t testing.TB, log *slog.Logger, next http.Handler) http.Handler {
	matrix := httpguard.Route{Prefix: "/_matrix", Policy: policy(t, inspect.IngressEncoded())}
	public := httpguard.Route{Prefix: "/_matrix/open", Policy: policy(t, inspect.Rules{})}
	return httpguard.Middleware(policy(t, inspect.Ingress()), log, public, matrix)(next)
}

// A peer is one connection on which requests follow each other.
type peer struct {
	conn net.Conn
	in   *bufio.Reader
}

func dial(t testing.TB, address string) *peer {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	testkit.Must(t, err)
	t.Cleanup(func() { conn.Close() })
	return &peer{conn, bufio.NewReader(conn)}
}

// send writes a request line with target as it is, and returns status and body.
func (p *peer) send(t testing.TB, method, target string) (status int, body string) {
	t.Helper()
	fmt.Fprintf(p.conn, "%s %s HTTP/1.1\r\nHost: front.example\r\n\r\n", method, target)
	response, err := http.ReadResponse(p.in, &http.Request{Method: method})
	if err != nil {
		t.Fatalf("%s %s: %v", method, target, err)
	}
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatalf("%s %s: %v", method, target, err)
	}
	return response.StatusCode, strings.TrimSpace(string(text))
}

// allowed are targets that pass the guard as they are.
var allowed = []string{
	"/", "/a/b?c=%2f..%2f&d", "/a?", "/%7euser/%C3%A9", "//double/slash", "/a//b/", "/x;v=1/y",
	"/a%20b+c", "/!$&'()*+,;=:@-._~", "http://other.example/a?b", "/_matrix/client/%23room%3Aexample%2Fx",
	"/_matrix/open/..;/%252e", "/a?b;c&d=%2541&&=?/;e",
}

// refused are targets with the rule and the offset of what is refused.
var refused = []struct {
	target, rule string
	offset       int
}{
	{"/private%2Fx", "encoded-slash", 8},
	{"/a%5cb", "encoded-backslash", 2},
	{"/a/..;/admin", "dot-segment-with-parameter", 3},
	{"/%2561dmin", "double-encoded", 1},
	{"/public/../admin", "dot-segment", 8},
	{"/public/%2e%2e/admin", "encoded-dot-segment", 8},
	{"/_matrix/../admin%2Fx", "dot-segment", 9},
	{"/_matrixx/a%2Fx", "encoded-slash", 11},
	{"/a|b", "bad-path", 2},
	{"/a#b", "bad-fragment", 2},
	{`/a\b`, "bad-path", 2},
	{"http://u@other.example/", "userinfo-refused", 8},
	{"http:http://other.example/admin", "empty-host", 5},
	{"x:http://other.example/admin", "bad-target", 2},
	{"urn:a", "bad-target", 4},
}

func TestMiddleware(t *testing.T) {
	var log bytes.Buffer
	server := serve(t, guarded(t, slog.New(slog.NewTextHandler(&log, nil)), echo))
	p := dial(t, server.Listener.Addr().String())
	for _, target := range allowed {
		if status, body := p.send(t, "GET", target); status != 200 || body != target {
			t.Errorf("GET %s: %d, the handler saw %q", target, status, body)
		}
	}
	for _, r := range refused {
		log.Reset()
		status, body := p.send(t, "GET", r.target)
		if want := fmt.Sprintf("400 Bad Request: %s at offset %d of the target", r.rule, r.offset); status != 400 || body != want {
			t.Errorf("GET %s: %d %q, want %q", r.target, status, body, want)
		}
		if line := log.String(); !strings.Contains(line, fmt.Sprintf(`level=WARN msg="request refused" rule=%s offset=%d method=GET remote=127.0.0.1:`, r.rule, r.offset)) || strings.Contains(line, r.target) {
			t.Errorf("GET %s: the log has %q", r.target, line)
		}
	}
	for method, want := range map[string]int{"OPTIONS": 200, "GET": 400} {
		if status, _ := dial(t, server.Listener.Addr().String()).send(t, method, "*"); status != want {
			t.Errorf("%s *: %d, want %d", method, status, want)
		}
	}
}

// The longest prefix decides, wherever its route is, and the first of those that are as long.
func TestRoutes(t *testing.T) {
	allow, refuse := policy(t, inspect.Rules{}), policy(t, inspect.Rules{Methods: []string{}})
	for _, row := range []struct {
		routes []httpguard.Route
		want   int
	}{
		{nil, 400},
		{[]httpguard.Route{{"/a", allow}}, 200},
		{[]httpguard.Route{{"/a", allow}, {"/a", refuse}}, 200},
		{[]httpguard.Route{{"/a", refuse}, {"/a", allow}}, 400},
		{[]httpguard.Route{{"/a", allow}, {"/a/b", refuse}, {"/", allow}}, 400},
		{[]httpguard.Route{{"/a/b", allow}, {"/a", refuse}, {"", refuse}}, 200},
		{[]httpguard.Route{{"/a/bc", allow}, {"", refuse}}, 400},
		{[]httpguard.Route{{"/a/", allow}, {"/a/b", refuse}}, 400},
		{[]httpguard.Route{{"", allow}}, 200},
		{[]httpguard.Route{{"/%61", allow}, {"/a/b", refuse}}, 400}, // in other spellings, too
		{[]httpguard.Route{{"/a", allow}, {"/%61", refuse}}, 200},
		{[]httpguard.Route{{"/a", allow}, {"/%61/", refuse}, {"/a/", allow}}, 400},
	} {
		r, w := httptest.NewRequest("GET", "/a/b", nil), httptest.NewRecorder()
		routes := slices.Clone(row.routes)
		guard := httpguard.Middleware(refuse, nil, routes...)(echo)
		clear(routes) // which changes nothing
		if guard.ServeHTTP(w, r); w.Code != row.want {
			t.Errorf("GET /a/b with the routes %v: %d, want %d", row.routes, w.Code, row.want)
		}
	}
}

// A path that is empty has the routes of "/", as which it is forwarded; that of OPTIONS is "*",
// and a CONNECT has no path.
func TestRoutesOfEmptyPaths(t *testing.T) {
	allow, refuse := policy(t, inspect.Rules{}), policy(t, inspect.Rules{Methods: []string{}})
	guard := httpguard.Middleware(allow, nil, httpguard.Route{Prefix: "/", Policy: refuse})(echo)
	for _, row := range []struct {
		method, target string
		want           int
	}{
		{"GET", "http://h/", 400},
		{"GET", "http://h", 400},
		{"GET", "http://h?x", 400},
		{"GET", "x:", 400},
		{"OPTIONS", "http://h?x", 400},
		{"OPTIONS", "http://h", 200},
		{"OPTIONS", "*", 200},
		{"CONNECT", "h:80", 200},
	} {
		r, w := httptest.NewRequest("GET", "/", nil), httptest.NewRecorder()
		r.Method, r.RequestURI = row.method, row.target
		if guard.ServeHTTP(w, r); w.Code != row.want {
			t.Errorf("%s %s: %d, want %d", row.method, row.target, w.Code, row.want)
		}
	}
}

// A target of HTTP/2 has no scheme and host: net/http's server hands this on, and its client does not
// send it.
func TestMiddlewareHTTP2(t *testing.T) {
	for _, major := range []int{2, 3} {
		r, w := httptest.NewRequest("GET", "http://other.example/", nil), httptest.NewRecorder()
		r.ProtoMajor = major
		if guarded(t, nil, echo).ServeHTTP(w, r); w.Code != 400 || !strings.Contains(w.Body.String(), "bad-target at offset 0") {
			t.Errorf("absolute-form in HTTP/%d: %d %q", major, w.Code, w.Body)
		}
	}
}

// A CONNECT for a protocol has the path of another request (RFC 8441). net/http has it off by
// default.
func TestMiddlewareExtendedConnect(t *testing.T) {
	for path, want := range map[string]int{"/chat?x": 200, "/chat%2Fx": 400, "h:443": 400} {
		r, w := httptest.NewRequest("GET", "/", nil), httptest.NewRecorder()
		r.Method, r.ProtoMajor, r.RequestURI = "CONNECT", 2, path
		r.Header[":protocol"] = []string{"websocket"}
		if guarded(t, nil, echo).ServeHTTP(w, r); w.Code != want {
			t.Errorf("CONNECT with :path %s: %d %s, want %d", path, w.Code, w.Body, want)
		}
		if r.ProtoMajor = 1; path[0] == '/' {
			w = httptest.NewRecorder()
			if guarded(t, nil, echo).ServeHTTP(w, r); w.Code != 400 {
				t.Errorf("CONNECT %s in HTTP/1.1: %d %s, want 400", path, w.Code, w.Body)
			}
		}
	}
	for _, methods := range [][]string{{"GET"}, {"CONNECT"}} { // the rules on methods see it as it is
		r, w := httptest.NewRequest("GET", "/", nil), httptest.NewRecorder()
		r.Method, r.ProtoMajor, r.RequestURI, r.Header[":protocol"] = "CONNECT", 2, "/chat", []string{"websocket"}
		if httpguard.Middleware(policy(t, inspect.Rules{Methods: methods}), nil)(echo).ServeHTTP(w, r); (w.Code == 200) != (methods[0] == "CONNECT") {
			t.Errorf("CONNECT, where %v is allowed: %d %s", methods, w.Code, w.Body)
		}
	}
}

// TestRefusedBefore sends what the documentation says about net/http: requests that it refuses
// before the guard, which adds no rule to the answer, and those that it lets through.
func TestRefusedBefore(t *testing.T) {
	server := httptest.NewUnstartedServer(guarded(t, nil, echo))
	server.Config.MaxHeaderBytes = 1 << 10
	server.Start()
	defer server.Close()
	for _, test := range []struct{ request, says string }{
		{"GET /a b HTTP/1.1\r\nHost: h", "400 Bad Request"},
		{"GET / HTTP/x\r\nHost: h", "400 Bad Request"},
		{"GET /%zz HTTP/1.1\r\nHost: h", "400 Bad Request"},
		{"GET /\x01 HTTP/1.1\r\nHost: h", "400 Bad Request"},
		{"GET http://h:x/ HTTP/1.1\r\nHost: h", "400 Bad Request"},
		{"GET @evil.example/ HTTP/1.1\r\nHost: h", "400 Bad Request"},
		{"GET ?x HTTP/1.1\r\nHost: h", "400 Bad Request"},
		{"GET http://[v1.a]/ HTTP/1.1\r\nHost: h", "400 Bad Request"},
		{"GET http://%41/ HTTP/1.1\r\nHost: h", "400 Bad Request"},
		{"GET http://%25/ HTTP/1.1\r\nHost: h", "http://%25/"},
		{"GET http://%C3%A4/ HTTP/1.1\r\nHost: h", "http://%C3%A4/"},
		{"GET / HTTP/2.0\r\nHost: h", "505 HTTP Version Not Supported: unsupported protocol version"},
		{"PRI * HTTP/2.0", "400 Bad Request: bad-target at offset 0 of the target"},
		{"GET /" + strings.Repeat("a", 16<<10) + " HTTP/1.1\r\nHost: h", "431 Request Header Fields Too Large"},
		{"GET / HTTP/1.1", "400 Bad Request: missing required Host header"},
		{"CONNECT h:443 HTTP/1.1", "h:443"},
		{"GET / HTTP/1.1\r\nHost: h\r\nHost: h", "400 Bad Request"},
		{"GET / HTTP/1.1\r\nHost: u@h", "400 Bad Request: malformed Host header"},
		{"OPTIONS * HTTP/1.1\r\nHost: h", ""},
		{"GET / HTTP/1.1\r\nHost: h,g", "/"},
		{"GET / HTTP/1.1\r\nHost: h:x", "/"},
		{"GET / HTTP/1.1\r\nHost: [::1", "/"},
		{"GET /?ids[]=1 HTTP/1.1\r\nHost: h", "400 Bad Request: bad-query at offset 5 of the target"},
		{"GET /a|b HTTP/1.1\r\nHost: h", "400 Bad Request: bad-path at offset 2 of the target"},
		{"GET /\xc3\xa4 HTTP/1.1\r\nHost: h", "400 Bad Request: bad-path at offset 1 of the target"},
		{"GET a:@evil.example/ HTTP/1.1\r\nHost: h", "400 Bad Request: bad-target at offset 2 of the target"},
	} {
		p := dial(t, server.Listener.Addr().String())
		fmt.Fprintf(p.conn, "%s\r\n\r\n", test.request)
		response, err := http.ReadResponse(p.in, nil)
		if err != nil {
			t.Fatalf("%q: %v", test.request, err)
		}
		if response.ContentLength < 0 { // what net/http refuses has none, and closes the connection
			response.ContentLength = 0
		}
		body, _ := io.ReadAll(response.Body)
		if got := strings.TrimSpace(string(body)); got != test.says {
			t.Errorf("%q: %d %q, want %q", test.request, response.StatusCode, got, test.says)
		}
	}
}

// ask sends one request of HTTP/2 with fields, each a name and a value, and returns the status,
// or 0 if the server resets the stream, and -1 if it gives up the connection.
func ask(t testing.TB, address string, fields ...string) int {
	t.Helper()
	frame := func(kind, flags, stream byte, payload string) string {
		return string([]byte{0, byte(len(payload) >> 8), byte(len(payload)), kind, flags, 0, 0, 0, stream}) + payload
	}
	text := func(s string) string { // RFC 7541, 5.1 and 5.2
		if len(s) < 127 {
			return string([]byte{byte(len(s))}) + s
		}
		return string(binary.AppendUvarint([]byte{127}, uint64(len(s)-127))) + s
	}
	block := ""
	for i := 0; i < len(fields); i += 2 { // literals that are not indexed (RFC 7541, 6.2.2)
		block += "\x00" + text(fields[i]) + text(fields[i+1])
	}
	p := dial(t, address)
	io.WriteString(p.conn, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"+frame(4, 0, 0, "")+frame(1, 5, 1, block))
	for {
		var head [9]byte
		if _, err := io.ReadFull(p.in, head[:]); err != nil {
			t.Fatalf("%q: %v", fields, err)
		}
		payload := make([]byte, int(head[0])<<16|int(head[1])<<8|int(head[2]))
		if _, err := io.ReadFull(p.in, payload); err != nil {
			t.Fatalf("%q: %v", fields, err)
		}
		switch kind := head[3]; {
		case kind == 7:
			return -1
		case head[8] != 1:
		case kind == 1: // the status is the first field
			return map[byte]int{0x88: 200, 0x8c: 400}[payload[0]]
		case kind == 3:
			return 0
		}
	}
}

func TestRefusedBeforeHTTP2(t *testing.T) {
	server := httptest.NewUnstartedServer(guarded(t, nil, echo))
	server.Config.Protocols = new(http.Protocols)
	server.Config.Protocols.SetUnencryptedHTTP2(true)
	server.Config.MaxHeaderBytes = 1 << 10
	server.Start()
	defer server.Close()
	for _, row := range []struct {
		want   int
		fields []string
	}{
		{200, []string{":path", "/a?b;c", ":authority", "h"}},
		{400, []string{":path", "/a/..;/b", ":authority", "h"}},
		{400, []string{":path", "http://h/", ":authority", "h"}},
		{400, []string{":path", "/a b", ":authority", "h"}},
		{400, []string{":path", "/a#b", ":authority", "h"}},
		{0, []string{":path", "/%zz", ":authority", "h"}},
		{0, []string{":path", "", ":authority", "h"}},
		{0, []string{":path", "/\x00", ":authority", "h"}},
		{-1, []string{":path", "/" + strings.Repeat("a", 2<<10), ":authority", "h"}},
		{0, []string{":path", "/", ":path", "/..;/b", ":authority", "h"}},
		{0, []string{":path", "/", ":authority", "u@h"}},
		{200, []string{":path", "/", ":authority", "h/x"}},
		{200, []string{":path", "/"}},
		{200, []string{":path", "/", "host", "h", "host", "g"}},
	} {
		if got := ask(t, server.Listener.Addr().String(), append([]string{":method", "GET", ":scheme", "http"}, row.fields...)...); got != row.want {
			t.Errorf("%q: %d, want %d", row.fields, got, row.want)
		}
	}
}

// TestMiddlewareAllocates counts what the guard adds to a handler.
func TestMiddlewareAllocates(t *testing.T) {
	h := guarded(t, nil, http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	r := httptest.NewRequest("GET", "/_matrix/client/%23room%3Aexample?a=b", nil)
	if n := testing.AllocsPerRun(100, func() { h.ServeHTTP(nil, r) }); n != 0 {
		t.Errorf("the guard allocates %v times for a request that it allows", n)
	}
}

// proxyTo returns a proxy to backend without a guard.
func proxyTo(t testing.TB, backend string) http.Handler {
	to, err := url.Parse(backend)
	testkit.Must(t, err)
	return &httputil.ReverseProxy{
		Rewrite:  func(pr *httputil.ProxyRequest) { httpguard.Rewrite(pr, to) },
		ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelError),
	}
}

// newProxy starts a proxy to backend with a guard, and returns its address.
func newProxy(t testing.TB, backend string) string {
	return serve(t, guarded(t, nil, proxyTo(t, backend))).Listener.Addr().String()
}

func TestRewrite(t *testing.T) {
	backend := serve(t, echo)
	for prefix, cut := range map[string]string{"": "", "/api%2F1/": "/api%2F1", "/a//": "/a/"} {
		p := dial(t, newProxy(t, backend.URL+prefix))
		for _, target := range allowed {
			want := cut + strings.TrimPrefix(target, "http://other.example")
			if status, body := p.send(t, "GET", target); status != 200 || body != want {
				t.Errorf("GET %s: %d, the backend saw %q, want %q", target, status, body, want)
			}
		}
		for _, test := range []struct {
			method, target string
			status         int
			seen           string
		}{
			{"GET", "http://other.example", 200, cut + "/"},
			{"GET", "http://other.example?x", 200, cut + "/?x"},
			{"OPTIONS", "http://other.example", 200, "*"},
			{"OPTIONS", "*", 200, "*"},
			{"OPTIONS", "http://other.example?x", 200, cut + "/?x"},
			{"CONNECT", "other.example:443", 502, ""},
			{"GET", "urn:a:b", 502, ""},
			{"GET", "x:-secret/a", 502, ""},
			{"GET", "x:/a", 200, cut + "/a"},
		} {
			alone := serve(t, proxyTo(t, backend.URL+prefix)).Listener.Addr().String()
			if status, body := dial(t, alone).send(t, test.method, test.target); status != test.status || body != test.seen {
				t.Errorf("%s %s: %d %q, want %d %q", test.method, test.target, status, body, test.status, test.seen)
			}
		}
	}
}

// A policy has the method, and the backend its own Host field.
func TestMethodAndHost(t *testing.T) {
	backend := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, r.Host) }))
	to, _ := url.Parse(backend.URL)
	proxy := &httputil.ReverseProxy{Rewrite: func(pr *httputil.ProxyRequest) { httpguard.Rewrite(pr, to) }}
	front := serve(t, httpguard.Middleware(policy(t, inspect.Rules{Methods: []string{"GET"}}), nil)(proxy))
	p := dial(t, front.Listener.Addr().String())
	for method, want := range map[string]string{"GET": to.Host, "POST": "400 Bad Request: method at offset 0 of the target"} {
		if _, body := p.send(t, method, "/"); body != want {
			t.Errorf("%s /: %q, want %q", method, body, want)
		}
	}
}

// What a backend upgrades is a tunnel. Without the Upgrade field nothing is upgraded.
func TestUpgrade(t *testing.T) {
	backend := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Upgrade") == "" {
			return
		}
		conn, in, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close()
		fmt.Fprintf(conn, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: %s\r\n\r\n", r.Header.Get("Upgrade"))
		line, _ := in.ReadString('\n')
		fmt.Fprintf(conn, "%s after %s\n", strings.TrimSpace(line), r.RequestURI)
	}))
	to, _ := url.Parse(backend.URL)
	plain := &httputil.ReverseProxy{Rewrite: func(pr *httputil.ProxyRequest) {
		httpguard.Rewrite(pr, to)
		pr.Out.Header.Del("Upgrade")
	}}
	for _, row := range []struct {
		proxy  http.Handler
		target string
		want   int
	}{
		{proxyTo(t, backend.URL), "/chat?a;b", 101},
		{proxyTo(t, backend.URL), "/chat%2F", 400},
		{plain, "/chat?a;b", 200},
	} {
		p := dial(t, serve(t, guarded(t, nil, row.proxy)).Listener.Addr().String())
		fmt.Fprintf(p.conn, "GET %s HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n", row.target)
		response, err := http.ReadResponse(p.in, nil)
		if err != nil || response.StatusCode != row.want {
			t.Fatalf("GET %s: %v, %v, want %d", row.target, response, err, row.want)
		}
		if row.want != 101 {
			continue
		}
		fmt.Fprintf(p.conn, "GET /..;/admin\n")
		if line, err := p.in.ReadString('\n'); line != "GET /..;/admin after "+row.target+"\n" {
			t.Errorf("the tunnel has %q, %v", line, err)
		}
	}
}

// TestManyAtOnce sends requests on many connections at once.
func TestManyAtOnce(t *testing.T) {
	backend := serve(t, echo)
	address := newProxy(t, backend.URL)
	var all sync.WaitGroup
	for range 40 {
		all.Go(func() {
			p := dial(t, address)
			for i := range 9 { // each of the targets
				target, bad := allowed[i%9], refused[i%9]
				if status, body := p.send(t, "GET", target); status != 200 || body != target {
					t.Errorf("GET %s: %d %q", target, status, body)
				}
				if status, _ := p.send(t, "GET", bad.target); status != 400 {
					t.Errorf("GET %s: %d, want 400", bad.target, status)
				}
			}
		})
	}
	all.Wait()
}

func TestDialControl(t *testing.T) {
	server := httptest.NewTLSServer(echo)
	defer server.Close()
	get := func(control ...netip.Prefix) error {
		dialer := &net.Dialer{Control: httpguard.DialControl(control...)}
		client := http.Client{Transport: &http.Transport{DialContext: dialer.DialContext, TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
		defer client.CloseIdleConnections()
		request, err := http.NewRequestWithContext(context.Background(), "GET", server.URL, nil)
		testkit.Must(t, err)
		response, err := client.Do(request)
		if err == nil {
			response.Body.Close()
		}
		return err
	}
	var refused *httpguard.DialError
	if err := get(); !errors.As(err, &refused) || refused.Remark != inspect.Loopback || !strings.Contains(err.Error(), "is not dialed: loopback") {
		t.Errorf("a request to 127.0.0.1: %v", err)
	}
	if err := get(netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("127.0.0.0/8")); err != nil {
		t.Errorf("a request to 127.0.0.1, which is allowed: %v", err)
	}
	moved := httptest.NewServer(http.RedirectHandler("http://127.0.0.2:9/", http.StatusFound))
	defer moved.Close()
	dialer := &net.Dialer{Control: httpguard.DialControl(netip.MustParsePrefix("127.0.0.1/32"))}
	client := http.Client{Transport: &http.Transport{DialContext: dialer.DialContext}}
	if _, err := client.Get(moved.URL); !errors.As(err, &refused) || refused.Addr.String() != "127.0.0.2:9" {
		t.Errorf("a redirect from 127.0.0.1, which is allowed, to 127.0.0.2: %v", err)
	}
	if _, err := client.Get("http://0.0.0.0:9/"); !errors.As(err, &refused) || refused.Remark != inspect.Unspecified {
		t.Errorf("a request to 0.0.0.0: %v", err)
	}
	proxy, _ := url.Parse(moved.URL) // which resolves the names itself
	client.Transport = &http.Transport{DialContext: dialer.DialContext, Proxy: http.ProxyURL(proxy)}
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	if response, err := client.Get("http://10.0.0.1/"); err != nil || response.StatusCode != http.StatusFound {
		t.Errorf("a request through one's own proxy: %v, %v", response, err)
	}
	client.CloseIdleConnections()
	if err := httpguard.DialControl(netip.MustParsePrefix("fe80::/10"))("tcp", "[fe80::1%eth0]:80", nil); err != nil {
		t.Errorf("an address with a zone, which is allowed: %v", err)
	}
	own := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	control := httpguard.DialControl(own...)
	own[0] = netip.MustParsePrefix("127.0.0.0/8") // which changes nothing
	if err := control("unix", "8.8.8.8:80", nil); err == nil {
		t.Error("DialControl allows a Unix socket with the name of an address")
	}
	for address, ok := range map[string]bool{
		"8.8.8.8:80": true, "[2606:4700::1]:443": true, "10.1.2.3:3128": true, "[::ffff:10.1.2.3]:3128": true, "[64:ff9b::808:808]:80": true,
		"192.168.1.1:80": false, "[::ffff:127.0.0.1]:80": false, "[64:ff9b::a9fe:a9fe]:80": false, "[2002:808:808::5efe:7f00:1]:80": false, "[fe80::1%eth0]:80": false, "0.0.0.0:80": false,
		"/run/socket": false, "name:80": false,
	} {
		if err := control("tcp", address, nil); (err == nil) != ok {
			t.Errorf("DialControl of %s: %v", address, err)
		}
	}
}
