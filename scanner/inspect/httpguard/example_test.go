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
)

// A reverse proxy that refuses what goes around the rules of proxies, and forwards
// everything else byte for byte.
func Example() {
	backend, err := url.Parse("http://127.0.0.1:9000")
	if err != nil {
		log.Fatal(err)
	}
	policy, err := inspect.NewPolicy(inspect.Ingress())
	if err != nil {
		log.Fatal(err)
	}
	matrix, err := inspect.NewPolicy(inspect.IngressEncoded())
	if err != nil {
		log.Fatal(err)
	}
	proxy := &httputil.ReverseProxy{Rewrite: func(pr *httputil.ProxyRequest) {
		httpguard.Rewrite(pr, backend)
		pr.SetXForwarded()
	}}
	guard := httpguard.Middleware(policy, slog.Default(), httpguard.Route{Prefix: "/_matrix", Policy: matrix})
	log.Fatal(http.ListenAndServe("127.0.0.1:8080", guard(proxy)))
}

func ExampleMiddleware() {
	policy, _ := inspect.NewPolicy(inspect.Ingress())
	guard := httpguard.Middleware(policy, nil)
	server := httptest.NewServer(guard(http.NotFoundHandler()))
	defer server.Close()
	response, err := http.Get(server.URL + "/private%2Fkeys")
	if err != nil {
		log.Fatal(err)
	}
	body, _ := io.ReadAll(response.Body)
	fmt.Printf("%s", body)
	// Output: 400 Bad Request: encoded-slash at offset 8 of the target
}

func ExampleDialControl() {
	server := httptest.NewServer(http.NotFoundHandler()) // on 127.0.0.1
	defer server.Close()
	dialer := &net.Dialer{Control: httpguard.DialControl()}
	_, err := dialer.Dial("tcp", server.Listener.Addr().String())
	fmt.Println(err != nil)
	// Output: true
}
