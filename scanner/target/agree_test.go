package target

import (
	"errors"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/fuzz/cases"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/scanner"
)

// Host and target agree exactly if what they say, put into the same URI, normalizes to the same.
func TestAgreement(t *testing.T) {
	var authorities []string
	for _, a := range cases.Sequences(3, "a", "A", "%61", ":", "80", ".") {
		if _, err := normalize.String("http://"+a+"/", normalize.SchemeBased); err == nil {
			authorities = append(authorities, a)
		}
	}
	normal := map[string]string{}
	for _, a := range authorities {
		normal[a], _ = normalize.String("http://"+a+"/", normalize.SchemeBased)
	}
	agreed, refused := 0, 0
	for _, host := range authorities {
		for _, to := range authorities {
			for method, in := range map[string]string{"GET": "http://" + to + "/", "CONNECT": to} {
				if _, _, err := Parse(method, in); err != nil {
					continue
				}
				name, port, _ := strings.Cut(to, ":")
				field, own := host, scanner.HostMismatch
				if method == "CONNECT" {
					if own = scanner.ConnectMismatch; name == "" || strings.Trim(port, "0") == "" || len(strings.TrimLeft(port, "0")) > 4 {
						continue
					}
					if !strings.Contains(host, ":") {
						field = host + ":" + port
					}
				}
				var want error
				same, err := normalize.String("http://"+field+"/", normalize.SchemeBased)
				if err != nil || same != normal[to] {
					want = own
					refused++
				} else {
					agreed++
				}
				r := &Request{Method: []byte(method), Scheme: []byte("http"), Host: []byte(host), Target: []byte(in)}
				if _, _, err := AppendURI(nil, r); (err == nil) != (want == nil) || want != nil && !errors.Is(err, want) {
					t.Fatalf("AppendURI(%s %q, Host %q): %v, want %v", method, in, host, err, want)
				}
			}
		}
	}
	if agreed < 1000 || refused < 1000 {
		t.Errorf("%d agree, %d do not", agreed, refused)
	}
}
