package contracts

import (
	"slices"

	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/scanner/target"
)

var (
	requests = []*target.Request{ // of each form, in agreement by bytes and as normalized, and refused
		request("GET", "h", "", "//a/b?c"), request("OPTIONS", "h", "", "*"), request("CONNECT", "h", "", "h:443"), request("GET", "H:80", "h", "http://%68/"),
		request("GET", "[::1]", "", "http://[0::1]/"), request("GET", "a", "", "http://b/"), request("GET", "a, b", "", "/"), request("GET", "h", "x", "/"),
		{Method: []byte("GET"), Scheme: []byte("http"), Target: []byte("/")},
	}
	paths = []string{"/api/a", "/api", "/%61pi/%2f/../x", "/x/../api/a", "/api//a", "/api/..", "/apis", "/api%zz", "/%zz/api"}
)

func request(method, host, sni, to string) *target.Request {
	return &target.Request{Method: []byte(method), Scheme: []byte("http"), Host: []byte(host), SNI: []byte(sni), Target: []byte(to)}
}

func forTarget[B lut.Bytes](src B) {
	for _, method := range [...]string{"GET", "OPTIONS", "CONNECT"} {
		_, sink.ref, sink.err = target.Parse(method, src)
	}
}
func forPrefix[B lut.Bytes](src B) {
	sink.ok = target.HasPrefix(src, "/api")
	sink.b, sink.ok = target.AppendStripped(scratch, src, "/api")
}

func targetAllocs() []alloc {
	return append(slices.Concat(
		inputs("scanner/target.Parse", forTarget, forTarget, forTarget, forTarget),
		inputs("scanner/target.HasPrefix scanner/target.AppendStripped", forPrefix, forPrefix, forPrefix, forPrefix),
	),
		each("scanner/target.Parse", "forms", []string{"//h/p?q", "/a", "*", "h:80", "http://u@h/", "http:", "/#", "", bad}, forTarget[string]),
		each("scanner/target.AppendURI", "", requests, func(r *target.Request) { sink.b, sink.ref, sink.err = target.AppendURI(scratch, r) }),
		alloc{"scanner/target.AppendURI", "to nil", 1, "dst grows once", func() { sink.b, sink.ref, sink.err = target.AppendURI(nil, requests[0]) }},
		each("scanner/target.HasPrefix", "paths", paths, forPrefix[string]),
		alloc{"scanner/target.Parse", "offset 70,000", 1, "an error from offset 1,024 on", func() { _, sink.ref, sink.err = target.Parse("GET", far) }},
		each("scanner/target.Form.String", "", []target.Form{0, target.OriginForm}, func(f target.Form) { sink.s = f.String() }),
	)
}
