package bench

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/bench/corpus"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/normalize/query"
	"github.com/uriscan/uriscan/scanner"
)

// tracked are the lines of web and long that have a query. Some have parameters of trackers.
func tracked(b *testing.B) *corpus.Corpus {
	all := &corpus.Corpus{Kind: "queries", Source: "lines of web and long with a query"}
	for i, line := range slices.Concat(open(b, corpus.Web).Lines, open(b, corpus.Long).Lines) {
		before, after, ok := strings.Cut(string(line), "?")
		switch {
		case !ok:
			continue
		case i%3 == 0:
			before += "?utm_source=news&utm_medium=email&" + after
		case i%5 == 0:
			before += "?" + strings.Replace(after, "&", "&gclid=EAIaIQobChMI&", 1)
		default:
			before += "?" + after
		}
		all.Lines = append(all.Lines, []byte(before))
	}
	return all
}

// A queryJob is one job on the parameters of a URL, by each implementation. want is the
// result on a query, made by splitting it; what net/url prints may differ in every byte.
type queryJob struct {
	name    string
	want    func(params []string) string
	uriscan func(dst, q []byte) []byte
	netURL  func(v url.Values)
	regexp  *regexp.Regexp // and what replaces its matches in a query
	with    string
}

var (
	trackers = query.NewMatcher(0, "utm_*", "gclid", "fbclid")
	isTracer = regexp.MustCompile(`^(?:utm_.*|gclid|fbclid)$`)
)

// nameOf returns the decoded name of a parameter.
func nameOf(param string) string {
	name, _, _ := strings.Cut(param, "=")
	if decoded, err := url.PathUnescape(name); err == nil {
		return decoded
	}
	return name
}

var queryJobs = []queryJob{
	{"without", func(params []string) string {
		return strings.Join(slices.DeleteFunc(params, func(p string) bool { return isTracer.MatchString(nameOf(p)) }), "&")
	}, func(dst, q []byte) []byte { return query.AppendWithout(dst, q, trackers, 0) }, func(v url.Values) {
		for name := range v {
			if strings.HasPrefix(name, "utm_") || name == "gclid" || name == "fbclid" {
				v.Del(name)
			}
		}
	}, regexp.MustCompile(`(?:^|&)(?:utm_[^&=]*|gclid|fbclid)(?:=[^&]*)?`), ""},
	{"set", func(params []string) string {
		isSet := false
		for i, p := range params {
			if nameOf(p) == "id" && !isSet {
				params[i], isSet = "id=1", true
			}
		}
		params = slices.DeleteFunc(params, func(p string) bool { return nameOf(p) == "id" && p != "id=1" })
		if !isSet {
			params = append(params, "id=1")
		}
		return strings.Join(params, "&")
	}, func(dst, q []byte) []byte { return query.AppendSet(dst, q, "id", "1", 0) }, func(v url.Values) { v.Set("id", "1") },
		regexp.MustCompile(`(^|&)id(?:=[^&]*)?`), "${1}id=1"},
	{"sort", func(params []string) string {
		slices.SortStableFunc(params, func(p, q string) int { return strings.Compare(nameOf(p), nameOf(q)) })
		return strings.Join(params, "&")
	}, func(dst, q []byte) []byte { return query.AppendSorted(dst, q, 0) }, func(url.Values) {}, nil, ""},
}

// BenchmarkQuery parses URLs and edits their queries, with the rest as it was: by uriscan, by
// Values of net/url, and by a regular expression on the query, without parsing.
func BenchmarkQuery(b *testing.B) {
	c := tracked(b)
	for _, job := range queryJobs {
		want := func(_ int, line []byte) string {
			before, q, _ := strings.Cut(string(line), "?")
			q, fragment, ok := strings.Cut(q, "#")
			if q = job.want(strings.Split(q, "&")); q != "" {
				before += "?" + q
			}
			if ok {
				before += "#" + fragment
			}
			return before
		}
		edit := func(name string, one func(line []byte) []byte) contender {
			return contender{name + "/job=" + job.name, func(c *corpus.Corpus) (func() uint64, int) {
				pass := each(func(line []byte) int { return len(one(line)) })
				return func() uint64 { return pass(c.Lines) },
					differing(c, func(_ int, line []byte) string { return string(one(line)) }, want)
			}}
		}
		var out, q []byte
		all := []contender{
			edit("uriscan", func(line []byte) []byte {
				ref, err := scanner.Parse(line)
				testkit.Must(b, err)
				q = job.uriscan(q[:0], ref.Query().Of(line))
				out, _, _ = query.AppendURL(out[:0], line, ref, q)
				return out
			}),
			edit("net-url", func(line []byte) []byte {
				u, err := url.Parse(string(line))
				if err != nil {
					return nil
				}
				v := u.Query()
				job.netURL(v)
				u.RawQuery = v.Encode()
				return []byte(u.String())
			}),
		}
		if job.regexp != nil {
			all = append(all, edit("regexp", func(line []byte) []byte {
				before, after, _ := strings.Cut(string(line), "?")
				q, fragment, ok := strings.Cut(after, "#")
				if job.with != "" && !job.regexp.MatchString(q) {
					q += "&id=1"
				} else {
					q = strings.TrimPrefix(job.regexp.ReplaceAllString(q, job.with), "&")
				}
				if ok {
					q += "#" + fragment
				}
				return []byte(before + "?" + q)
			}))
		}
		compareOn(b, c, all...)
	}
}

// BenchmarkQueryGet looks up the last parameter of each query by its name.
func BenchmarkQueryGet(b *testing.B) {
	c := tracked(b)
	var names []string
	for _, line := range c.Lines {
		v, err := scanner.ParseView(string(line))
		testkit.Must(b, err)
		params := strings.Split(v.Query(), "&")
		names = append(names, nameOf(params[len(params)-1]))
	}
	want := func(i int, line []byte) string {
		_, q, _ := strings.Cut(string(line), "?")
		q, _, _ = strings.Cut(q, "#")
		for p := range strings.SplitSeq(q, "&") {
			if nameOf(p) == names[i] {
				_, value, _ := strings.Cut(p, "=")
				return value
			}
		}
		return ""
	}
	get := func(name string, one func(i int, line []byte) []byte) contender {
		return contender{name, func(c *corpus.Corpus) (func() uint64, int) {
			return func() (sum uint64) {
				for i, line := range c.Lines {
					sum += uint64(len(one(i, line)))
				}
				return sum
			}, differing(c, func(i int, line []byte) string { return string(one(i, line)) }, want)
		}}
	}
	compareOn(b, c,
		get("uriscan", func(i int, line []byte) []byte {
			ref, _ := scanner.Parse(line)
			value, _ := query.Get(ref.Query().Of(line), names[i], 0)
			return value
		}),
		get("net-url", func(i int, line []byte) []byte {
			u, err := url.Parse(string(line))
			if err != nil {
				return nil
			}
			return []byte(u.Query().Get(names[i]))
		}))
}
