package target

import (
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit/growth"
)

// What a client may send takes no longer than its length asks for, and neither do long prefixes.
func TestGrowth(t *testing.T) {
	var buf []byte
	field := func(set func(r *Request, in []byte)) growth.Job {
		return growth.Of(func(in []byte) {
			for _, method := range []string{"GET", "CONNECT", "OPTIONS"} {
				r := &Request{Method: []byte(method), Scheme: []byte("http"), Host: []byte("h"), SNI: []byte("h"), Target: []byte("h:1")}
				set(r, in)
				buf, _, _ = AppendURI(buf[:0], r)
			}
		})
	}
	jobs := map[string]growth.Job{
		"Parse": growth.Of(func(in []byte) {
			for _, method := range []string{"GET", "CONNECT", "OPTIONS"} {
				Parse(method, in)
			}
		}),
		"Target": field(func(r *Request, in []byte) { r.Target = in }),
		"Host":   field(func(r *Request, in []byte) { r.Host = in }),
		"SNI":    field(func(r *Request, in []byte) { r.SNI = in }),
		"Scheme": field(func(r *Request, in []byte) { r.Scheme = in }),
		"Host and Target": field(func(r *Request, in []byte) {
			r.Host, r.Target = in, append([]byte("http://"), strings.ToUpper(string(in))...)
		}),
	}
	growth.CheckPortable(t, 1<<10, append([]growth.Shape{
		{"", "h", "", ":80"}, {"", "h."}, {"", "1."}, {"", "1", ":"}, {"", ","}, {"", "h,"}, {"", "%41"}, {"", "%41", "", ":1"}, {"", "a:"}, {"http://", "a", "@"}, {"http://", "a@"}, {"http://h", "/#"},
		{"", "/", "#"}, {"", "/"}, {"*", "*"}, {"[", "::"}, {"[v1.", ","}, {"http://", ":", "0"}, {"", "h", "."},
	}, growth.References...), jobs)
	prefixes := map[string]growth.Job{}
	for name, prefix := range map[string]string{"a short prefix": "/a", "a long prefix": strings.Repeat("/a", 8<<10), "a prefix of triplets": strings.Repeat("/%2f", 8<<10), "slashes": strings.Repeat("/", 8<<10)} {
		prefixes[name] = growth.Of(func(in []byte) {
			HasPrefix(in, prefix)
			buf, _ = AppendStripped(buf[:0], in, prefix)
		})
	}
	growth.CheckPortable(t, 1<<10, []growth.Shape{
		{"", "/a"}, {"", "/"}, {"", "/%61"}, {"", "/%2f"}, {"", "/."}, {"", "/.."}, {"", "/a/.."}, {"", "/a", "/.."}, {"/a", "/b/..", "/a"}, {"", "/a", "", "/../%2e%2e"}, {"", "/..;"},
		{"/a/", "%2e"}, {"/a/", ".;", "%2f"}, {"/a/b", ";..%2f"}, {"/a/", "%5c.."}, {"/a/", "%"},
	}, prefixes)
}
