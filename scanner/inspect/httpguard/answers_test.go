package httpguard_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/answers"
	"github.com/uriscan/uriscan/scanner/inspect/httpguard"
)

// asked are the functions whose answers testdata/answers.txt has.
func asked(t *testing.T) map[string]func(string) string {
	control := httpguard.DialControl(netip.MustParsePrefix("10.1.0.0/16"), netip.MustParsePrefix("fd00::/16"))
	all := map[string]func(string) string{
		"dial": func(in string) string { return fmt.Sprint(control("tcp", in, nil)) },
	}
	h := guarded(t, nil, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {}))
	for _, method := range []string{"GET", "OPTIONS", "CONNECT"} {
		for major, name := range map[int]string{1: "", 2: "2"} {
			all[method+name] = func(in string) string {
				r := &http.Request{Method: method, RequestURI: in, ProtoMajor: major, Header: http.Header{}}
				if strings.HasSuffix(in, "#") { // what no target has
					r.Header.Set(":protocol", "websocket")
					r.RequestURI = in[:len(in)-1]
				}
				w := httptest.NewRecorder()
				h.ServeHTTP(w, r)
				return fmt.Sprint(w.Code, " ", strings.TrimSpace(w.Body.String()))
			}
		}
		for name, backend := range map[string]string{"rewrite": "https://b:1", "rewrite.below": "http://b/base/%2Fx/?q"} {
			to, err := url.Parse(backend)
			testkit.Must(t, err)
			all[method+"."+name] = func(in string) string {
				out := &http.Request{URL: &url.URL{Host: "in"}, Host: "in"}
				httpguard.Rewrite(&httputil.ProxyRequest{In: &http.Request{Method: method, RequestURI: in}, Out: out}, to)
				u := out.URL
				return fmt.Sprintf("%q %q %q %q %q %q %v", out.Host, u.Scheme, u.Host, u.Path, u.RawPath, u.RawQuery, u.ForceQuery)
			}
		}
	}
	return all
}

func TestAnswers(t *testing.T) { answers.Check(t, asked(t)) }
