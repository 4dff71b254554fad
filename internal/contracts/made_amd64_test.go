//go:build !race

package contracts

import (
	"context"
	"errors"
	"log/slog"
	"net/url"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/normalize/crawl"
	"github.com/uriscan/uriscan/normalize/neturl"
	"github.com/uriscan/uriscan/normalize/query"
	"github.com/uriscan/uriscan/normalize/redact"
	"github.com/uriscan/uriscan/normalize/redact/redactlog"
	"github.com/uriscan/uriscan/normalize/repair/idnahost"
	"github.com/uriscan/uriscan/normalize/template"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
	"github.com/uriscan/uriscan/scanner/inspect"
)

// A maker is a call that returns something new, and how many bytes that allocates.
type maker struct {
	name string
	want float64
	call func()
}

// made keeps a result alive.
var made any

func makers() []maker {
	names := make([]string, 100)
	var routes []string
	for i := range names {
		names[i] = "name" + strconv.Itoa(i) + "*"
		routes = append(routes, "/users/{id}/page"+strconv.Itoa(i))
	}
	long := "https://www.example.com/over/there?name=ferret" + strings.Repeat("&a=b", 500)
	dotted := "http://example.com" + strings.Repeat("/a/..", 500) + "/b"
	parsed, _ := url.Parse(long)
	record := slog.NewRecord(time.Time{}, slog.LevelInfo, "got "+good, 0)
	record.AddAttrs(slog.String("url", plain), slog.Int("n", 1), slog.Any("err", errors.New(good)))
	logged, ctx := redactlog.NewHandler(slog.DiscardHandler, nil), context.Background()
	changed := "HTTP://example.com/" + strings.Repeat("a/", 2500)
	changedRef, _ := scanner.Parse(changed)
	base, _ := resolve.NewBase(plain, 0)
	return []maker{
		{"NewScanner", 40960, func() { made = scanner.NewScanner(nil) }},
		{"Scanner.Scan, the first", 106544, func() { made = scanned(0) }},
		{"Scanner.Buffer", 41024, func() { made = scanned(16) }},
		{"Ref.String", 320, func() { made = goodRef.String() }},
		{"Error.Error", 48, func() { made = badErr.Error() }},
		{"NewBase", 2176, func() { made, _ = resolve.NewBase(long, 0) }},
		{"NewBase, dotted", 5504, func() { made, _ = resolve.NewBase(dotted, 0) }},
		{"resolve.String", 4624, func() { made, _ = resolve.String(long, "../"+long) }},
		{"NewMatcher", 304, func() { made = query.NewMatcher(query.FoldCase) }},
		{"NewMatcher of 100 names", 3352, func() { made = query.NewMatcher(0, names...) }},
		{"NewPolicy of redact", 8256, func() { made, _ = redact.NewPolicy(redact.Rules{}) }},
		{"NewPolicy of redact, lists", 22168, func() { made, _ = redact.NewPolicy(redact.Rules{Allow: names, Segments: names, After: names}) }},
		{"template.New", 41560, func() { made, _ = template.New(template.Config{}) }},
		{"template.New, routes", 125296, func() { made, _ = template.New(template.Config{Routes: routes, NoDefaults: true}) }},
		{"DefaultRules", 2840, func() { made = template.DefaultRules() }},
		{"V1Settings", 5552, func() { made = crawl.V1Settings() }},
		{"NewProfile", 48648, func() { made, _ = crawl.NewProfile(crawl.V1Settings()) }},
		{"Rules.String", 96, func() { made = crawl.V1().Rules().String() }},
		{"NewPolicy of inspect, Fetch", 400, func() { made, _ = inspect.NewPolicy(inspect.Fetch()) }},
		{"NewPolicy of inspect, Ingress", 224, func() { made, _ = inspect.NewPolicy(inspect.Ingress()) }},
		{"NewPolicy of inspect, Redirect", 376, func() { made, _ = inspect.NewPolicy(inspect.Redirect("https://example.com/")) }},
		{"ToURL", 288, func() { made, _ = neturl.ToURL(good, goodRef) }},
		{"Differs", 264, func() { made = neturl.Differs(good) }},
		{"FromURL", 2072, func() { made, _, _ = neturl.FromURL(nil, parsed) }},
		{"idnahost.Append", 344, func() { made, _ = idnahost.Append(nil, []byte("b\u00fccher.example")) }},
		{"redactlog, Handle", 944, func() { _ = logged.Handle(ctx, record) }},
		{"redactlog, WithAttrs", 6520, func() { made = logged.WithAttrs([]slog.Attr{slog.Any("u", parsed), slog.String("plain.name", "a")}) }},
		{"Hash, with empty pools", 65840, emptied(func() { made = normalize.Hash(changed, changedRef, normalize.SchemeBased, 0) })},
		{"Equal, with empty pools", 65824, emptied(func() { made = normalize.Equal(changed, changed[:len(changed)-1], normalize.SchemeBased) })},
		{"normalize.Do, with empty pools", 11040, emptied(func() { _ = normalize.Do([]byte(changed), normalize.SchemeBased, func([]byte, scanner.Ref) {}) })},
		{"Base.Do, with empty pools", 11040, emptied(func() { _ = base.Do([]byte("../"+changed[7:]), func([]byte, scanner.Ref) {}) })},
		{"AppendSorted, with empty pools", 14880, emptied(func() { made = query.AppendSorted(nil, "b=1&"+strings.Repeat("a=1&", 100), 0) })},
		{"ResetBase, with empty pools", 304, emptied(func() {
			_ = crawl.ResetBase(new(resolve.Base), &crawl.Bases{Content: []byte("../a"), Retrieval: []byte(plain)}, 0)
		})},
		{"redactlog, WithGroup", 24, func() { made = logged.WithGroup("group") }},
	}
}

// emptied returns call with nothing in any pool.
func emptied(call func()) func() {
	return func() {
		runtime.GC()
		runtime.GC()
		call()
	}
}

// TestMade holds how many bytes are allocated for what is new, on one processor: a pool takes 128 for each.
func TestMade(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for _, m := range makers() {
		m.call() // what is made once
		got := 1e18
		for range 3 { // else something may run beside it
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			m.call()
			runtime.ReadMemStats(&after)
			got = min(got, float64(after.TotalAlloc-before.TotalAlloc))
		}
		if got > m.want*1.15+16 || got < m.want*0.8-16 {
			t.Errorf("%s allocates %.0f bytes, want %.0f", m.name, got, m.want)
		}
	}
}
