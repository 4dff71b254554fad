package thirdparty

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gocolly/colly/v2"

	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/normalize/crawl"
	"github.com/uriscan/uriscan/normalize/repair"
	"github.com/uriscan/uriscan/resolve"
)

// VisitOnce makes c follow the links of pages, each page once by its key.
func VisitOnce(c *colly.Collector) {
	c.AllowURLRevisit = true // what was visited is known here
	seen, secret := map[normalize.Sum]bool{}, rand.Uint64()
	c.OnHTML("a[href]", func(e *colly.HTMLElement) {
		fixed, _, _, err := repair.Append(nil, e.Attr("href"), 0)
		if err != nil {
			return
		}
		var page resolve.Base
		if err := page.ResetString(e.Request.URL.String(), 0); err != nil {
			return
		}
		url, ref, err := page.Append(nil, fixed)
		if err != nil {
			return
		}
		key, ref, _ := crawl.AppendKey(nil, url, ref, crawl.V1())
		if sum := normalize.Hash(key, ref, 0, secret); !seen[sum] {
			seen[sum] = true
			e.Request.Visit(string(url))
		}
	})
}

// The program of docs/crawlers.md is VisitOnce, and it fetches each page once.
func TestColly(t *testing.T) {
	source := strings.ReplaceAll(testkit.Read(t, "colly_test.go"), "\r", "")
	start := strings.Index(source, "\tc.AllowURLRevisit")
	end := strings.Index(source, "\n}\n\n// The program")
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "crawlers.md"))
	testkit.Must(t, err)
	if program := strings.ReplaceAll(source[start:end], "\n\t", "\n")[1:]; !strings.Contains(strings.ReplaceAll(string(text), "\r", ""), program) {
		t.Errorf("docs/crawlers.md does not have\n%s", program)
	}
	var fetched []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fetched = append(fetched, r.RequestURI)
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, `<a href="/a b?y=2&x=1"><a href="\a%20b?x=1&y=2&utm_id=3#top"><a href="/%zz/"><a href="/%25zz">`)
	}))
	defer server.Close()
	c := colly.NewCollector()
	VisitOnce(c)
	testkit.Must(t, c.Visit(server.URL+"/"))
	if want := []string{"/", "/a%20b?y=2&x=1", "/%25zz/"}; !slices.Equal(fetched, want) {
		t.Errorf("colly fetched %q, want %q", fetched, want)
	}
}
