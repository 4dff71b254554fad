package main

import (
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/reads"
)

func TestExtractForms(t *testing.T) {
	t.Chdir(t.TempDir())
	const page = "<p><a href='http://a/?b&amp;c'>x</a> http://a/?b&amp;c"
	const asText, asPage = "http://a/?b&amp;c\nhttp://a/?b&amp;c\n", "http://a/?b&c\nhttp://a/?b&c\n"
	archive := reads.WARC("http://h/d/", "text/html", "<a href=b>")
	testkit.WriteAll(t, map[string]string{"page": page, "page.txt": page, "page.md": page, "page.html": page, "doc.txt": "<!doctype html>" + page,
		"page.htm.gz": reads.Gzipped(page), "page.xml": "<?xml?><html><a href='?b&amp;c'>http://a/?b&amp;c", "site.xml": "<a>http://a/?b&amp;c</a>", "map.xml.gz": reads.Gzipped("<?xml?>http://a/?b&amp;c"), "text.html": "http://a/?b&amp;c http://a/?b&amp;c", "w": archive, "w.gz": reads.Gzipped(archive),
		"nul.html": "<p>http://a/\x00", "nul.gz": reads.Gzipped("\x00http://a/"), "nul.warc": archive + reads.Response("http://i/", "", "\x00http://j/")})
	runTests(t, []commandTest{
		{"standard input", page, nil, outcome{0, asPage, ""}},
		{"standard input as text", page, []string{"--as", "text"}, outcome{0, asText, ""}},
		{"text as a page", "see " + page, []string{"--as=html"}, outcome{0, asPage, ""}},
		{"XML", "<?xml version='1.0'?><loc>http://a/?b&amp;c</loc>\n<l h='http://a/?b&#38;c' i='/d'>", []string{"--base", "http://h/"}, outcome{0, asPage, ""}},
		{"XML by name", "", []string{"site.xml", "map.xml.gz"}, outcome{0, asPage, ""}},
		{"page named XML", "", []string{"--base", "http://a/", "page.xml"}, outcome{0, asPage, ""}},
		{"XML as text", "", []string{"--as", "text", "site.xml"}, outcome{0, "http://a/?b&amp;c\n", ""}},
		{"no name for it", "", []string{"page"}, outcome{0, asPage, ""}},
		{"a name that says little", "", []string{"page.txt"}, outcome{0, asPage, ""}},
		{"a name of texts", "", []string{"page.md"}, outcome{0, asText, ""}},
		{"a name of texts, forced", "", []string{"--as", "html", "page.md"}, outcome{0, asPage, ""}},
		{"a name of pages", "", []string{"page.html", "text.html"}, outcome{0, asPage + asPage, ""}},
		{"a whole page", "", []string{"doc.txt"}, outcome{0, asPage, ""}},
		{"compressed", "", []string{"page.htm.gz"}, outcome{0, asPage, ""}},
		{"positions", page, []string{"--with-position"}, outcome{0, "-:1:13: http://a/?b&c\n-:1:38: http://a/?b&c\n", ""}},
		{"WARC", "", []string{"--resolve", "w", "w.gz"}, outcome{0, strings.Repeat("http://h/d/\nhttp://h/d/b\n", 2), ""}},
		{"WARC as text", "", []string{"--as", "text", "--resolve", "w"}, outcome{0, "http://h/d/\n", ""}},
		{"WARC with a binary body", "", []string{"nul.warc"}, outcome{0, "http://h/d/\nhttp://i/\n", ""}},
		{"WARC with a binary body, searched", "", []string{"--binary", "nul.warc"}, outcome{0, "http://h/d/\nhttp://i/\nhttp://j/\n", ""}},
		{"binary, compressed", "", []string{"nul.gz"}, outcome{3, "", "uriscan: nul.gz: a binary file, skipped; --binary searches it\n"}},
		{"page with a NUL", "", []string{"nul.html"}, outcome{0, "http://a/\n", ""}},
		{"text with a base", "a http://b/ /c", []string{"--base", "http://h/"}, outcome{0, "http://b/\n", ""}},
		{"base", "<a href=b>", []string{"--base", "http://h/d/e"}, outcome{0, "http://h/d/b\n", ""}},
		{"no base", "<a href=b>", []string{"--resolve"}, outcome{0, "", "uriscan: relative references without a base, left out: 1; --base URI resolves them\n"}},
		{"no references", "<a href='/My File.pdf'><a href=/größe><a href='/s?ids[]=1'><a href='/s?q=a|b'><a href='/100%'><a href=/b>", []string{"--base", "http://h/"},
			outcome{0, "http://h/b\n", "uriscan: values that are no valid references, left out: 5\n"}},
		{"no references, noted", "<p>\n<a href='a\n b'><a href=c>http://é/", []string{"--resolve", "--verbose"}, outcome{0, "",
			"-:2:10: left out, it is no valid reference: \"a\\n b\"\n-:3:13: left out, it has no base: c\n-:3:15: left out, it goes on with what no URI has: http://é/\n" +
				"uriscan: URLs that go on with characters that no URI has, left out: 1\nuriscan: values that are no valid references, left out: 1\n" +
				"uriscan: relative references without a base, left out: 1; --base URI resolves them\n"}},
		{"no references, quietly", "<a href='/My File.pdf'><a href=c>http://é/", []string{"--resolve", "--verbose", "--quiet"}, outcome{0, "", ""}},
		{"no base, quietly", "<a href=b>", []string{"--resolve", "--quiet"}, outcome{0, "", ""}},
		{"too long", "<a href='http://a/' title='http://too-long/'>http://b/<a href=http://too-long/>", []string{"--max-line", "9"},
			outcome{3, "http://a/\nhttp://b/\n", "-:1:28: too-long\n-:1:63: too-long\n"}},
		{"too long, lines further down", "<p>\nhttp://a/\n<i class='\nb' title='\n http://too-long/ http://too-long/'><!--\n http://too-long/-->\n<a href=http://too-long/>", []string{"--max-line", "9"},
			outcome{3, "http://a/\n", "-:5:2: too-long\n-:5:19: too-long\n-:6:2: too-long\n-:7:9: too-long\n"}},
		{"broken WARC", archive[:len(archive)-7], []string{"--resolve"}, outcome{3, "http://h/d/\n", "-:1:1: truncated-record\n"}},
		{"the longest limit", page, []string{"--max-line", "2147483647"}, outcome{0, asPage, ""}},
		{"empty as a page", "", []string{"--as", "html"}, outcome{0, "", ""}},
		{"empty as WARC", "", []string{"--as", "warc"}, outcome{0, "", ""}},
	}, "extract")
	late := iotest.OneByteReader(strings.NewReader("<!--" + strings.Repeat(" ", 8000) + "-->" + page))
	if got := runOn(late, "extract"); got != (outcome{0, asPage, ""}) {
		t.Errorf("extract of a page that begins late, byte by byte = %+v, want %q", got, asPage)
	}
}

func TestExtractPagesSameHoweverMany(t *testing.T) {
	t.Chdir(t.TempDir())
	random := rand.New(rand.NewPCG(5, 5))
	page := func(n int) string {
		return "<!doctype html>" + strings.ReplaceAll(reads.RandomPage(random, n), "<plaintext>", "")
	}
	archive := reads.RandomRecords(random, 30)
	testkit.WriteAll(t, map[string]string{"d/1.html": strings.ReplaceAll(page(2000), "\x00", ""), "d/2.html": page(50), "d/3": page(700), "d/4.txt": mixedText(1, 20),
		"d/5.warc": archive, "d/6.warc": archive[:len(archive)/2] + archive + "x", "d/7.html": "", "d/8.html": page(10)})
	checkSame(t, page(300), []string{"d", "-"}, 100,
		"extract --with-position", "extract --resolve --with-position", "extract --base http://b/ --max-line 9 --binary")
}

// Below a folder each page has a base of its own, however it is read; <base>, and the records
// of archives, have another one.
func TestExtractBaseOfFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	const link = "<!doctype html><a href='../x'>"
	testkit.WriteAll(t, map[string]string{
		"d/top.html": link, "d/a/b.html": link, "d/a/é %41?#.html": link, "d/a/c/index.html": link + strings.Repeat(" ", 20_000), "d/a/d.html": "<base href=e/f/>" + link,
		"d/w.warc": reads.WARC("", "text/html", "<a href=y>") + reads.WARC("http://h/i/j", "text/html", link),
		"e/t":      strings.Repeat("http://t/"+strings.Repeat(" ", 990)+"\n", 3),
	})
	const names = "a/b.html a/c/index.html a/d.html a/d.html a/%C3%A9%20%2541%3F%23.html top.html w.warc w.warc"
	for _, tt := range []struct{ base, path, want string }{
		{"https://d/std", "d", "/std/x /std/a/x /std/a/e/f/ /std/a/e/x /std/x /x /std/y http://h/i/j http://h/x"},
		{"https://d/std/?q#f", "./d/", "/std/x /std/a/x /std/a/e/f/ /std/a/e/x /std/x /x /std/y http://h/i/j http://h/x"},
		{"https://d", "d/a", "/x /x /e/f/ /e/x /x"},
		{"https://d/std/p.html", "d/a/b.html", "/x"},
	} {
		for _, size := range []string{"256K", "1000"} {
			want := strings.ReplaceAll("\n"+strings.ReplaceAll(tt.want, " ", "\n"), "\n/", "\nhttps://d/")[1:] + "\n"
			if got := runWith("", "extract", "--base", tt.base, "--block-size", size, tt.path); got != (outcome{0, want, ""}) {
				t.Errorf("extract --base %s --block-size %s %s = %+v, want %q", tt.base, size, tt.path, got, want)
			}
		}
	}
	want := "https://d/s/" + strings.ReplaceAll(names+" t t t", " ", "\nhttps://d/s/") + "\n"
	want = strings.Replace(want, "w.warc\nhttps://d/s/w.warc\n", "w.warc\nhttp://h/i/j\nhttp://h/i/j\n", 1)
	for _, size := range []string{"256K", "1000"} {
		if got := runWith("", "extract", "--base", "https://d/s", "--block-size", size, "--format", "{page}", "d", "e"); got != (outcome{0, want, ""}) {
			t.Errorf("the pages are %+v, want %q", got, want)
		}
	}
}

func TestExtractTags(t *testing.T) {
	t.Chdir(t.TempDir())
	const in = "<!doctype html><A REL='nofollow\n &#110;oopener' HREF=x:1>http://t/</a><link rel=next href=x:2 rel=x><img srcset='x:3 1x, x:4' title=http://u/>"
	testkit.WriteAll(t, map[string]string{"p.html": in + "<base href=http://b/><a href=r>", "w": reads.WARC("http://h/", "text/html", "<a href=x:5>") + "WARC/1.0\r\nWARC-Record-ID: <URN:uuid:1>\r\nContent-Length: 12\r\n\r\nurn:uuid:2 a\r\n\r\n"})
	const tags = "a href nofollow noopener x:1\n- - - http://t/\nlink href next x:2\nimg srcset - x:3\nimg srcset - x:4\n- - - http://u/\n"
	runTests(t, []commandTest{
		{"absolute", "", []string{"--format", "{element|-} {attr|-} {rel|-} {uri}", "p.html"}, outcome{0, tags + "base href - http://b/\n", ""}},
		{"resolved", "", []string{"--format", "{element|-} {attr|-} {rel|-} {uri}", "--resolve", "p.html"}, outcome{0, tags + "base href - http://b/\na href - http://b/r\n", ""}},
		{"capitals", "<!doctype html><AZ@[`{ HREF=x:1>", []string{"--format", "{element} {attr}"}, outcome{0, "az@[`{ href\n", ""}},
		{"pages", "", []string{"--format", "{page} {attr}", "p.html", "w"}, outcome{0,
			"p.html href\np.html \np.html href\np.html srcset\np.html srcset\np.html \np.html href\nhttp://h/ \nhttp://h/ href\nw \n", ""}},
		{"page of standard input", in[:60], []string{"--format", "{page}"}, outcome{0, "-\n", ""}},
	}, "extract")
}

func TestExtractFormat(t *testing.T) {
	const in = "a http://u@h:80/p?q#f\n\"https:\\/\\/i\\/?\\u0026\" mailto:a@b"
	for _, tt := range []struct {
		name, format, want string
	}{
		{"components", "{scheme} {host|-} {port|none}", "http h 80\nhttps i none\nmailto - none\n"},
		{"places", "{file}:{line}:{byte}: {uri}", "-:1:3: http://u@h:80/p?q#f\n-:2:2: https://i/?&\n-:2:24: mailto:a@b\n"},
		{"a line alone", "{line}", "1\n2\n2\n"},
		{"a byte alone", "{byte}", "3\n2\n24\n"},
		{"kinds and offsets", "{form} {host_kind|} {path_kind} {path_start}-{path_end}", "uri reg-name abempty 13-15\nuri reg-name abempty 9-10\nuri  rootless 7-10\n"},
		{"text and escapes", `{{{uri}}}\t.`, "{http://u@h:80/p?q#f}\t.\n{https://i/?&}\t.\n{mailto:a@b}\t.\n"},
		{"no field", "x", "x\nx\nx\n"},
	} {
		if got := runWith(in, "extract", "--format", tt.format); got != (outcome{0, tt.want, ""}) {
			t.Errorf("%s: extract --format %q = %+v, want %q", tt.name, tt.format, got, tt.want)
		}
	}
	got := runWith(in, "extract", "--with-position", "--format", "{host}")
	if want := "-:1:3: h\n-:2:2: i\n-:2:24: \n"; got.out != want {
		t.Errorf("extract --with-position --format {host} = %+v, want %q", got, want)
	}
	for _, format := range []string{"{lines}", "{uri", "}"} {
		if got := runWith(in, "extract", "--format", format); got.status != diag.ExitUsage || got.out != "" {
			t.Errorf("extract --format %q = %+v, want %d", format, got, diag.ExitUsage)
		}
	}
	if got := runWith(in, "parse", "--format", "{uri}"); got.status != diag.ExitUsage || strings.Contains(got.err, "uri file line") {
		t.Errorf("parse --format {uri} = %+v, want %d", got, diag.ExitUsage)
	}
}

// The files in testdata/marked are texts of many kinds; beside each are the URIs
// that a person has marked in it. All are found, and nothing else. Those in testdata/pages
// are resolved, be they in an attribute or in the text.
func TestExtractMarked(t *testing.T) {
	t.Parallel()
	lists, err := filepath.Glob("testdata/*/*.uris")
	if err != nil || len(lists) < 40 {
		t.Fatalf("Glob = %d files, %v, want many", len(lists), err)
	}
	for _, list := range lists {
		name := strings.TrimSuffix(list, ".uris")
		t.Run(filepath.Base(name), func(t *testing.T) {
			marked := testkit.Read(t, list)
			args := []string{"extract", "--quiet", name}
			if strings.Contains(name, "pages") {
				args = append(args, "--base", "http://www.example.com/pages/this.html")
			}
			for _, size := range []string{"1", "256K"} {
				if got := runWith("", append(args, "--block-size", size)...); got != (outcome{diag.ExitGood, marked, ""}) {
					t.Errorf("extract --block-size %s = %+v, want\n%s", size, got, marked)
				}
			}
		})
	}
}
