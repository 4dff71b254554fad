package contracts

import (
	"errors"
	"net/url"
	"runtime"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/normalize/crawl"
	"github.com/uriscan/uriscan/normalize/neturl"
	"github.com/uriscan/uriscan/normalize/query"
	"github.com/uriscan/uriscan/normalize/redact"
	"github.com/uriscan/uriscan/normalize/repair"
	"github.com/uriscan/uriscan/normalize/repair/idnahost"
	"github.com/uriscan/uriscan/normalize/template"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
	"github.com/uriscan/uriscan/scanner/target"
)

// allocated is how many bytes are allocated for each byte of a result that is appended to nil. To
// grow as append does takes four to five: it leaves what is outgrown to be collected.
var allocated = map[string]float64{
	"AppendRecomposed":           1.03,
	"AppendWithoutDotSegments":   1.03,
	"Base.Append":                1.03,
	"Base.Append, dotted":        1.09,
	"Base.AppendRelative":        1.08,
	"normalize.Append":           1.20,
	"normalize.Append, normal":   1.17,
	"normalize.AppendResolved":   1.26,
	"AppendTemplate":             4.71,
	"crawl.AppendKey":            2.47,
	"crawl.AppendSURT, IA":       4.66,
	"crawl.AppendSURT, Plain":    1.20,
	"crawl.AppendSURT, encoded":  4.50,
	"lut.AppendPctDecoded":       4.79,
	"lut.AppendPctEncoded":       3.88,
	"neturl.FromURL":             3.07,
	"neturl.FromURL, encoded":    8.48,
	"query.AppendAdded":          1.02,
	"query.AppendCacheKey":       1.57,
	"query.AppendDecoded":        3.93,
	"query.AppendReplaced":       3.94,
	"query.AppendSet":            4.24,
	"query.AppendSorted":         4.24,
	"query.AppendURL":            1.54,
	"query.AppendWithout":        4.29,
	"redact.Append":              1.03,
	"redact.Append, secrets":     2.05,
	"redact.Text":                4.93,
	"redact.Text, secrets":       8.29,
	"repair.Append":              1.03,
	"repair.Append, dirty":       2.06,
	"target.AppendStripped":      1.03,
	"target.AppendURI, absolute": 1.03,
	"target.AppendURI, origin":   1.03,
}

// TestRoom holds that what is appended to nil has hardly more room than it needs, that the same
// fits into that again, and what it allocates in all.
func TestRoom(t *testing.T) {
	const scheme, path = "http://example.com", "/a%20b/%7e/0123456789/" // 22 bytes, as a path
	long := scheme + strings.Repeat(path, 900) + "?" + strings.Repeat("b=1&a=%41&", 2000) + "#f"
	ref, err := scanner.Parse(long)
	testkit.Must(t, err)
	paths, params := ref.Path().OfString(long), ref.Query().OfString(long)
	some := query.NewMatcher(0, "a")
	absolute, climbs, dots := paths+"?"+params, "../x?"+params, "/a/.."+paths+"./x"
	origin, proxied := request("GET", "h", "", absolute), request("GET", "example.com", "", scheme+absolute)
	pathBytes, paramBytes, encoded := []byte(paths), []byte(params), []byte("../%7e?"+params)
	trunk := scheme + "/" + strings.Repeat("p", 7000) + "/"
	near := []byte(trunk + "y")
	deep, err := resolve.NewBase(trunk+strings.Repeat("a/", 1500)+"x", 0)
	testkit.Must(t, err)
	of := func(long string) scanner.Ref { ref, _ := scanner.Parse(long); return ref }
	for name, to := range map[string]func(dst []byte) []byte{
		"lut.AppendPctEncoded":  func(dst []byte) []byte { return lut.AppendPctEncoded(dst, long, setOf) },
		"lut.AppendPctDecoded":  func(dst []byte) []byte { dst, _ = lut.AppendPctDecoded(dst, long); return dst },
		"target.AppendStripped": func(dst []byte) []byte { dst, _ = target.AppendStripped(dst, paths, "/"); return dst },
		"target.AppendURI, origin": func(dst []byte) []byte {
			dst, _, _ = target.AppendURI(dst, origin)
			return dst
		},
		"target.AppendURI, absolute": func(dst []byte) []byte {
			dst, _, _ = target.AppendURI(dst, proxied)
			return dst
		},
		"Base.Append":         func(dst []byte) []byte { dst, _, _ = deep.AppendString(dst, absolute); return dst },
		"Base.Append, dotted": func(dst []byte) []byte { dst, _, _ = deep.AppendString(dst, climbs); return dst },
		"Base.AppendRelative": func(dst []byte) []byte { dst, _, _ = deep.AppendRelative(dst, near); return dst },
		"AppendWithoutDotSegments": func(dst []byte) []byte {
			return resolve.AppendWithoutDotSegments(dst, dots)
		},
		"AppendRecomposed": func(dst []byte) []byte {
			dst, _, _ = resolve.AppendRecomposed(dst, &resolve.Parts{Has: scanner.Host | scanner.Query, Host: []byte("h"), Path: pathBytes, Query: paramBytes})
			return dst
		},
		"normalize.Append": func(dst []byte) []byte { dst, _, _ = normalize.Append(dst, long, normalize.SchemeBased); return dst },
		"normalize.Append, normal": func(dst []byte) []byte {
			dst, _, _ = normalize.Append(dst, trunk, normalize.SchemeBased)
			return dst
		},
		"normalize.AppendResolved": func(dst []byte) []byte {
			dst, _, _, _ = normalize.AppendResolved(dst, deep, encoded, normalize.SchemeBased)
			return dst
		},
		"query.AppendDecoded":  func(dst []byte) []byte { dst, _ = query.AppendDecoded(dst, params, 0); return dst },
		"query.AppendWithout":  func(dst []byte) []byte { return query.AppendWithout(dst, params, some, 0) },
		"query.AppendSet":      func(dst []byte) []byte { return query.AppendSet(dst, params, "c", "v", 0) },
		"query.AppendAdded":    func(dst []byte) []byte { return query.AppendAdded(dst, params, "c", "v") },
		"query.AppendReplaced": func(dst []byte) []byte { return query.AppendReplaced(dst, params, some, "v", 0) },
		"query.AppendSorted":   func(dst []byte) []byte { return query.AppendSorted(dst, params, 0) },
		"query.AppendURL":      func(dst []byte) []byte { dst, _, _ = query.AppendURL(dst, long, ref, params); return dst },
		"query.AppendCacheKey": func(dst []byte) []byte {
			dst, _ = query.AppendCacheKey(dst, long, ref, some, query.Sorted)
			return dst
		},
		"redact.Append":          func(dst []byte) []byte { return redact.Append(dst, long, nil) },
		"redact.Append, secrets": func(dst []byte) []byte { return redact.Append(dst, strings.Repeat("&sig=1", 4000), nil) },
		"redact.Text":            func(dst []byte) []byte { return redact.Text(dst, strings.Repeat(plain+" ", 400), nil) },
		"redact.Text, secrets":   func(dst []byte) []byte { return redact.Text(dst, strings.Repeat(good+" ", 400), nil) },
		"AppendTemplate":         func(dst []byte) []byte { return template.AppendTemplate(dst, paths, template.Default()) },
		"repair.Append":          func(dst []byte) []byte { dst, _, _, _ = repair.Append(dst, long, 0); return dst },
		"repair.Append, dirty": func(dst []byte) []byte {
			dst, _, _, _ = repair.Append(dst, strings.ReplaceAll(long, "%20", " "), 0)
			return dst
		},
		"crawl.AppendKey":         func(dst []byte) []byte { dst, _, _ = crawl.AppendKey(dst, long, ref, crawl.V1()); return dst },
		"crawl.AppendSURT, IA":    func(dst []byte) []byte { dst, _ = crawl.AppendSURT(dst, long, ref, crawl.IA); return dst },
		"crawl.AppendSURT, Plain": func(dst []byte) []byte { dst, _ = crawl.AppendSURT(dst, long, ref, crawl.Plain); return dst },
		"crawl.AppendSURT, encoded": func(dst []byte) []byte {
			in := "http://h/" + strings.Repeat("%C3%A9", 4000)
			dst, _ = crawl.AppendSURT(dst, in, of(in), crawl.IA)
			return dst
		},
		"neturl.FromURL": func(dst []byte) []byte {
			dst, _, _ = neturl.FromURL(dst, &url.URL{Scheme: "http", Host: "h", Path: "/" + strings.Repeat("a/", 9000)})
			return dst
		},
		"neturl.FromURL, encoded": func(dst []byte) []byte {
			dst, _, _ = neturl.FromURL(dst, &url.URL{Scheme: "http", Host: "h", Path: "/" + strings.Repeat("a b/", 4000)})
			return dst
		},
	} {
		out, times := to(nil), 1
		switch name {
		case "neturl.FromURL, encoded", "query.AppendCacheKey", "redact.Text, secrets": // what is written first is shortened
			times = 2
		}
		if most := times * len(out) * 13 / 10; cap(out) > most || len(out) < 4000 {
			t.Errorf("%s to nil has %d bytes and room for %d, want %d at most", name, len(out), cap(out), most)
		}
		if again := to(out[:0]); &again[0] != &out[0] {
			t.Errorf("%s into its own room has grown", name)
		}
		takes := 1e9
		for range 3 { // a pool may be empty in one of them
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			to(nil)
			runtime.ReadMemStats(&after)
			takes = min(takes, float64(after.TotalAlloc-before.TotalAlloc)/float64(len(out)))
		}
		if want := allocated[name]; !raceDetector && takes > want*1.1 {
			t.Errorf("%s to nil allocates %.2f bytes for each of the result, want %.2f", name, takes, want)
		}
	}
}

// TestFailuresReturnDst holds that what fails returns the dst that it got, with the memory and the
// bytes that it had, however much room that has, and nothing else.
func TestFailuresReturnDst(t *testing.T) {
	base, err := resolve.NewBase("http://example.com/a/b", resolve.RejectUnderflow)
	testkit.Must(t, err)
	const valid = "http://example.com/%7e/../a?b=c"
	of := func(src string) scanner.Ref { ref, _ := scanner.Parse(src); return ref }
	failure := func(is bool) error {
		if is {
			return errors.ErrUnsupported
		}
		return nil
	}
	for name, to := range map[string]func(dst []byte) ([]byte, scanner.Ref, error){
		"Append": func(dst []byte) ([]byte, scanner.Ref, error) {
			return normalize.Append(dst, valid+" ", normalize.SchemeBased)
		},
		"AppendResolved": func(dst []byte) ([]byte, scanner.Ref, error) {
			out, ref, rungs, err := normalize.AppendResolved(dst, base, []byte("../../../%7e"), normalize.SchemeBased)
			return out, ref, failure(err != nil && rungs == 0)
		},
		"AppendResolved, bad": func(dst []byte) ([]byte, scanner.Ref, error) {
			out, ref, rungs, err := normalize.AppendResolved(dst, base, []byte("%7e %"), normalize.SchemeBased)
			return out, ref, failure(err != nil && rungs == 0)
		},
		"Base.Append":       func(dst []byte) ([]byte, scanner.Ref, error) { return base.Append(dst, []byte("./x/../../../y")) },
		"Base.Append, bad":  func(dst []byte) ([]byte, scanner.Ref, error) { return base.Append(dst, []byte("a b")) },
		"Base.AppendString": func(dst []byte) ([]byte, scanner.Ref, error) { return base.AppendString(dst, "../../../y") },
		"Base.AppendRef": func(dst []byte) ([]byte, scanner.Ref, error) {
			return base.AppendRef(dst, []byte("../../../y"), of("../../../y"))
		},
		"Base.AppendRelative": func(dst []byte) ([]byte, scanner.Ref, error) { return base.AppendRelative(dst, []byte("../../../y")) },
		"AppendRecomposed": func(dst []byte) ([]byte, scanner.Ref, error) {
			return resolve.AppendRecomposed(dst, &resolve.Parts{Has: scanner.Scheme | scanner.Host, Scheme: []byte("http"), Host: []byte("h"), Path: []byte("p")})
		},
		"FromURL": func(dst []byte) ([]byte, scanner.Ref, error) {
			return neturl.FromURL(dst, &url.URL{Scheme: "http", Host: "h\u00e9 ", Path: "/\u00e9", RawPath: "/b"})
		},
		"FromURL, bad host": func(dst []byte) ([]byte, scanner.Ref, error) {
			return neturl.FromURL(dst, &url.URL{Scheme: "http", Host: "h\u00e9 ", Path: "/\u00e9"})
		},
		"AppendStripped": func(dst []byte) ([]byte, scanner.Ref, error) {
			out, ok := target.AppendStripped(dst, "/a//b", "/a")
			return out, scanner.Ref{}, failure(!ok)
		},
		"AppendURI": func(dst []byte) ([]byte, scanner.Ref, error) {
			return target.AppendURI(dst, request("GET", "h", "", "/a b"))
		},
		"AppendURI, host": func(dst []byte) ([]byte, scanner.Ref, error) {
			return target.AppendURI(dst, request("GET", "h", "", "http://g/"))
		},
		"AppendURI, SNI": func(dst []byte) ([]byte, scanner.Ref, error) {
			return target.AppendURI(dst, request("GET", "h", "g", "/"))
		},
		"AppendURI, no host": func(dst []byte) ([]byte, scanner.Ref, error) {
			return target.AppendURI(dst, request("GET", ":1", "", "/"))
		},
		"query.AppendURL": func(dst []byte) ([]byte, scanner.Ref, error) { return query.AppendURL(dst, valid, of(valid), "a#b") },
		"AppendCacheKey": func(dst []byte) ([]byte, scanner.Ref, error) {
			out, ok := query.AppendCacheKey(dst, "/a", of("/a"), nil, 0)
			return out, scanner.Ref{}, failure(!ok)
		},
		"AppendSURT": func(dst []byte) ([]byte, scanner.Ref, error) {
			out, ok := crawl.AppendSURT(dst, "/a", of("/a"), crawl.IA)
			return out, scanner.Ref{}, failure(!ok)
		},
		"repair.Append": func(dst []byte) ([]byte, scanner.Ref, error) {
			out, ref, fixes, err := repair.Append(dst, "http:\\\\h b/ c", 0)
			return out, ref, failure(err != nil && fixes == 0)
		},
		"repair.AppendHosts": func(dst []byte) ([]byte, scanner.Ref, error) {
			out, ref, fixes, err := repair.AppendHosts(dst, "http:\\\\\u00e9.0x/ c", 0, idnahost.Append)
			return out, ref, failure(err != nil && fixes == 0)
		},
	} {
		for _, room := range []int{0, 4, 500} {
			dst := append(make([]byte, 0, len("kept")+room), "kept"...)
			out, ref, err := to(dst)
			if err == nil || ref != (scanner.Ref{}) || string(out) != "kept" || &out[0] != &dst[0] && !strings.HasPrefix(name, "repair.") { // which copies src to see whether it needs repair
				t.Errorf("%s with room for %d bytes: error %v, with %v and %q, want dst in its memory", name, room, err, ref, out)
			}
		}
	}
}
