package httpguard_test

import (
	"fmt"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"

	"github.com/uriscan/uriscan/scanner/inspect"
	"github.com/uriscan/uriscan/scanner/inspect/httpguard"
	"github.com/uriscan/uriscan/scanner/target"
)

// A reverse proxy that refuses what goes around the rules of proxies, and forwards
// everything else byte for byte.
func Example() {
	backend := &url.URL{Scheme: "http", Host: "127.0.0.1:9000"}
	policy, err := inspect.NewPolicy(inspect.Ingress())
	if err != nil {
		log.Fatal(err)
	}
	proxy := &httputil.ReverseProxy{Rewrite: func(pr *httputil.ProxyRequest) {
		httpguard.Rewrite(pr, backend)
		pr.SetXForwarded()
	}}
	log.Fatal(http.ListenAndServe("127.0.0.1:8080", httpguard.Middleware(policy, slog.Default())(proxy)))
}

// A guard with a policy of its own for the paths below /_matrix.
func ExampleMiddleware() {
	policy, _ := inspect.NewPolicy(inspect.Ingress())
	matrix, _ := inspect.NewPolicy(inspect.IngressEncoded())
	guard := httpguard.Middleware(policy, nil, httpguard.Route{Prefix: "/_matrix", Policy: matrix})
	server := httptest.NewServer(guard(http.NotFoundHandler()))
	defer server.Close()
	for _, path := range []string{"/_matrix/%23room%2Fa", "/private%2Fkeys"} {
		response, err := http.Get(server.URL + path)
		if err != nil {
			log.Fatal(err)
		}
		body, _ := io.ReadAll(response.Body)
		response.Body.Close()
		fmt.Printf("%s", body)
	}
	// Output:
	// 404 page not found
	// 400 Bad Request: encoded-slash at offset 8 of the target
}

// A proxy that strips the prefix of a route from the raw path. What cannot be stripped goes
// nowhere.
func ExampleRewrite() {
	backend := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, r.RequestURI) }))
	defer backend.Close()
	to, _ := url.Parse(backend.URL)
	proxy := httptest.NewServer(&httputil.ReverseProxy{
		ErrorLog: log.New(io.Discard, "", 0),
		Rewrite: func(pr *httputil.ProxyRequest) {
			httpguard.Rewrite(pr, to)
			rest, ok := target.AppendStripped(nil, pr.Out.URL.RawPath, "/api")
			decoded, err := url.PathUnescape(string(rest))
			if !ok || err != nil {
				pr.Out.URL = &url.URL{}
				return
			}
			pr.Out.URL.Path, pr.Out.URL.RawPath = decoded, string(rest)
		},
	})
	defer proxy.Close()
	for _, path := range []string{"/api/a%2Fb?c", "/api", "/api/..%2Fadmin", "/apis"} {
		response, err := http.Get(proxy.URL + path)
		if err != nil {
			log.Fatal(err)
		}
		body, _ := io.ReadAll(response.Body)
		response.Body.Close()
		fmt.Printf("%s %d %q\n", path, response.StatusCode, body)
	}
	// Output:
	// /api/a%2Fb?c 200 "/a%2Fb?c"
	// /api 200 "/"
	// /api/..%2Fadmin 502 ""
	// /apis 502 ""
}

func ExampleDialControl() {
	server := httptest.NewServer(http.NotFoundHandler()) // on 127.0.0.1
	defer server.Close()
	dialer := &net.Dialer{Control: httpguard.DialControl()}
	_, err := dialer.Dial("tcp", server.Listener.Addr().String())
	fmt.Println(err != nil)
	// Output: true
}
