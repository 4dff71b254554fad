package bench

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/bench/corpus"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/normalize/template"
)

// resources are the words that routes are made of, 500 of them with all versions.
var resources = strings.Fields("users orders items carts invoices payments refunds reviews images videos comments teams projects issues boards cards lists files folders shares keys tokens events hooks jobs")

// routes are templates of one's own, as a program that serves them has.
func routes() (all []string) {
	for v := 1; v <= 5; v++ {
		for _, r := range resources {
			for _, end := range []string{"", "/{id}", "/{id}/edit", "/{id}/history/{entry}"} {
				all = append(all, fmt.Sprintf("/v%d/%s%s", v, r, end))
			}
		}
	}
	return all
}

// requested returns paths of routes, and the templates that the default rules make of them.
func requested() (c *corpus.Corpus, templates []string) {
	c = &corpus.Corpus{Kind: "requests", Source: "seed 1"}
	random := rand.New(rand.NewPCG(1, 22))
	hex := func(n int) string { // a hex digit in two is no letter
		s := ""
		for len(s) < n {
			s += string("0123456789"[random.IntN(10)]) + string("abcdef"[random.IntN(6)])
		}
		return s[:n]
	}
	all := routes()
	for range corpus.Lines {
		path, named := "", ""
		for segment := range strings.SplitSeq(all[random.IntN(len(all))][1:], "/") {
			name := segment
			if strings.HasPrefix(segment, "{") {
				switch random.IntN(4) {
				case 0:
					segment, name = fmt.Sprint(3000+random.IntN(1<<20)), "{number}"
				case 1:
					segment, name = hex(8)+"-"+hex(4)+"-4"+hex(3)+"-a"+hex(3)+"-"+hex(12), "{uuid}"
				case 2:
					segment, name = hex(24), "{hex}"
				case 3:
					segment, name = fmt.Sprintf("2026-%02d-%02d", 1+random.IntN(12), 1+random.IntN(28)), "{date}"
				}
			}
			path, named = path+"/"+segment, named+"/"+name
		}
		c.Lines, templates = append(c.Lines, []byte(path)), append(templates, named)
	}
	return c, templates
}

// named is one expression for the segments that vary, as a program has it that names them without
// this module: it knows fewer of them, and does not decode.
var named = regexp.MustCompile(`/(?:(\d+)|([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})|(\d{4}-\d{2}-\d{2})|([0-9a-f]{8,}))\b`)

var names = [...]string{"number", "uuid", "date", "hex"}

func appendNamed(dst, path []byte) []byte {
	from := 0
	for _, m := range named.FindAllSubmatchIndex(path, -1) {
		for i, name := range names {
			if start, end := m[2+2*i], m[3+2*i]; start >= 0 {
				dst = append(append(append(append(dst, path[from:start]...), '{'), name...), '}')
				from = end
			}
		}
	}
	return append(dst, path[from:]...)
}

// templater returns a contender that appends the template of a path. want is nil if only the time is compared.
func templater(name string, of func(dst, path []byte) []byte, want []string) contender {
	return contender{name, func(c *corpus.Corpus) (func() uint64, int) {
		dst := make([]byte, 0, 4096)
		pass := each(func(path []byte) int { return len(of(dst, path)) })
		wrong := -1
		if want != nil {
			wrong = differing(c, func(_ int, path []byte) string { return string(of(nil, path)) }, func(i int, _ []byte) string { return want[i] })
		}
		return func() uint64 { return pass(c.Lines) }, wrong
	}}
}

// BenchmarkTemplate names the variable segments of paths by rules.
func BenchmarkTemplate(b *testing.B) {
	requests, want := requested()
	paths := &corpus.Corpus{Kind: "web-paths", Source: "seed 1"}
	for _, line := range open(b, corpus.Web).Lines {
		u, err := url.Parse(string(line))
		testkit.Must(b, err)
		paths.Lines = append(paths.Lines, []byte(u.EscapedPath()))
	}
	rules := template.Default()
	uriscan := func(dst, path []byte) []byte { return template.AppendTemplate(dst, path, rules) }
	compareOn(b, requests, templater("regexp", appendNamed, want), templater("uriscan", uriscan, want))
	compareOn(b, paths, templater("regexp", appendNamed, nil), templater("uriscan", uriscan, nil))
}

// BenchmarkRoutes finds which of 500 routes a path has.
func BenchmarkRoutes(b *testing.B) {
	requests, _ := requested()
	all := routes()
	mux := http.NewServeMux()
	var expressions []*regexp.Regexp
	for _, r := range all {
		mux.Handle(r, http.NotFoundHandler())
		expressions = append(expressions, regexp.MustCompile("^"+regexp.MustCompile(`\{\w+\}`).ReplaceAllString(r, "[^/]+")+"$"))
	}
	request := &http.Request{Method: "GET", Host: "h", URL: &url.URL{}}
	byMux := func(dst, path []byte) []byte {
		request.URL.Path = string(path)
		_, pattern := mux.Handler(request)
		return append(dst, pattern...)
	}
	byExpressions := func(dst, path []byte) []byte {
		for i, e := range expressions {
			if e.Match(path) {
				return append(dst, all[i]...)
			}
		}
		return append(dst, path...)
	}
	var want []string
	for _, line := range requests.Lines {
		want = append(want, string(byExpressions(nil, line)))
	}
	rules, err := template.New(template.Config{Routes: all})
	testkit.Must(b, err)
	compareOn(b, requests, templater("regexp", byExpressions, want), templater("net-http", byMux, want),
		templater("uriscan", func(dst, path []byte) []byte { return template.AppendTemplate(dst, path, rules) }, want))
}
