package prose

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/growth"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
	"github.com/uriscan/uriscan/scanner"
)

// find returns what f finds in a text that arrives n bytes at a time, each as
// LINE:BYTE: URI.
func (f *finder) find(t *testing.T, text string, n int) (found []string) {
	t.Helper()
	rest := text
	for f.reset(); !f.ended; f.Forget() {
		piece := rest[:min(n, len(rest))]
		rest = rest[len(piece):]
		f.Add([]byte(piece), rest == "")
		found = append(found, f.all(t)...)
	}
	return found
}

// findCut returns what f finds if it begins anew wherever a text can be cut.
func (f *finder) findCut(t *testing.T, text string) (found []string) {
	t.Helper()
	at := Cursor{Line: 1}
	for text != "" {
		piece := []byte(text)
		if n := firstCut(piece, true); n > 0 {
			piece = piece[:n]
		}
		if n := LastCut(piece, 0); n != len(piece) && n > 0 {
			t.Fatalf("%q can be cut at %d, and the first cut is at its end", piece, n)
		}
		text = text[len(piece):]
		f.reset()
		f.Cursor = at
		f.Add(piece, true)
		found = append(found, f.all(t)...)
		at.Pass(piece)
	}
	return found
}

func (f *finder) all(t *testing.T) (found []string) {
	t.Helper()
	for at, ok := f.next(); ok; at, ok = f.next() {
		uri := string(f.buf[at.start:at.end])
		if at.tooLong {
			uri = "too-long"
		} else if at.left != Not {
			uri += "…" + string(f.buf[at.end:at.shown])
		} else if !scanner.Valid(uri, scanner.URI) {
			t.Errorf("next() in %.100q = %q, which is no URI", f.buf, uri)
		}
		line, column := f.position(at.start)
		found = append(found, fmt.Sprintf("%d:%d: %s", line, column, uri))
	}
	return found
}

func withoutPositions(found []string) (uris []string) {
	for _, s := range found {
		_, uri, _ := strings.Cut(s, ": ")
		if uri, _, isLeft := strings.Cut(uri, "…"); isLeft {
			uris = append(uris, uri+"…") // without what is shown of the rest
			continue
		}
		uris = append(uris, uri)
	}
	return uris
}

// A findTest is a text and the URIs in it, separated by blanks.
type findTest struct{ name, in, want string }

// stride is the step from pieces of n bytes to larger ones: the larger they are, the fewer
// are tried.
func stride(n int) int {
	if *sizes.Thorough {
		return 1
	}
	return 1 + n/16
}

// check checks that f finds them, in pieces of any size.
func (tt findTest) check(t *testing.T, f *finder) {
	t.Helper()
	for n := 1; n <= len(tt.in); n += stride(n) {
		if got := strings.Join(withoutPositions(f.find(t, tt.in, n)), " "); got != tt.want {
			t.Errorf("%s: find(%.20q...) in pieces of %d = %q, want %q", tt.name, tt.in, n, got, tt.want)
		}
	}
}

// eachOf returns a text with each of some characters.
func eachOf(characters, format string) (text string) {
	for _, c := range characters {
		text += fmt.Sprintf(format, c)
	}
	return text
}

var findTests = []findTest{
	{"nothing", "no URI in here", ""},
	{"alone", "http://a/b?c#d", "http://a/b?c#d"},
	{"every part", "x ftp://u:p@h:21/a;b/%C3%A9?q=1&r=/?#f/?x y", "ftp://u:p@h:21/a;b/%C3%A9?q=1&r=/?#f/?x"},
	{"colours of a terminal", "\x1b[34mhttp://a/\x1b[0m \x1b[01;31m\x1b[Khttp://b/\x1b[m \\u001b[1;4mhttp://c/\\u001b[0m \x1b[mhttp://d/ [mhttp://e/ x[1http://f/ \x1b[m://g/ [;1mhttp://h/",
		"http://a/ http://b/ http://c/ http://d/ mhttp://e/ http://h/"},
	{"several", "http://a/ https://b/\nhttp://c HTTP://A/ MAILTO:x@y", "http://a/ https://b/ http://c HTTP://A/ MAILTO:x@y"},

	{"prose, others", "http://a/a, and http://b/b... and so on! Was it http://c/a?b?", "http://a/a http://b/b http://c/a?b"},
	{"prose, brackets", "(as http://a/a(b) says, or http://b/c). (http://c/) ((http://d/a((b)c))) http://e/a(", "http://a/a(b) http://b/c http://c/ http://d/a((b)c) http://e/a"},
	{"prose, bracket and more", "http://a/b)c [d](http://e/)f (see http://g/)h (i http://j/), (url=http://k/)l (http://m/)/n x http://o/)http://p/ http://q/)/", "http://a/b… http://e/ http://g/… http://j/ http://k/ http://m/ http://o/ http://p/ http://q/…"},
	{"prose, two kinds of quotes", `"http://example.com/a" and 'http://example.com/b'`, "http://example.com/a http://example.com/b"},
	{"prose, end of a quotation, apostrophe, typographic quotes", "'as on http://example.com/a.', he said http://example.com/Two's_complement “http://example.com/a”", "http://example.com/a http://example.com/Two's_complement http://example.com/a"},
	{"prose, not ASCII around", "請看http://example.com/。", "http://example.com/"},
	{"prose, what closes", "`see http://a/` {tt http://b/}, \"in http://c/\", [as http://d/] `http://e/`s \"http://f/\"x {http://g/}h |http://i/|j `http://k/`を `see http://l/`を <a title=\"see http://m/\"/>",
		"http://a/ http://b/ http://c/ http://d/ http://e/ http://f/ http://g/ http://i/ http://k/ http://l/ http://m/"},
	{"prose, colon and full stop", "http://example.com/a: not found See http://example.com/. Then go on.", "http://example.com/a http://example.com/"},
	{"brackets around two lines", "<http://a/b\nc> <URL:http://d\r\n e>\n<http://f/\n> <http://g/\nand so> <http://h/\n\ni> <http://j/\nhttp://k/> <http://l/ m> http://m\nx> &lt;url:http://o\np&gt; <http://n\no",
		"http://a/b… http://d… http://f/ http://g/ http://h/ http://j/ http://k/ http://l/ http://m http://o… http://n…"},
	{"appendix C", "<http://a/> <URL:http://b/> \"ftp://c/\"", "http://a/ http://b/ ftp://c/"},

	{"Markdown links", "[text](http://example.com/a_(b)) and [u](http://example.com/ \"title\") [a](http://a/1)[b](http://b/2),[c](http://c/3).", "http://example.com/a_(b) http://example.com/ http://a/1 http://b/2 http://c/3"},
	{"Markdown autolink, reference, code", "<http://example.com/a> <mailto:a@b.example> [1]: http://example.com/a `http://example.com/a`", "http://example.com/a mailto:a@b.example http://example.com/a http://example.com/a"},
	{"Markdown strong", "**http://example.com/a** _http://example.com/b_ ~~http://example.com/c~~", "http://example.com/a http://example.com/b http://example.com/c"},
	{"a star that belongs to it", "http://example.com/* http://example.com/a_", "http://example.com/* http://example.com/a_"},
	{"Markdown table", "|http://example.com/a|http://example.com/b|", "http://example.com/a http://example.com/b"},
	{"wiki link and template", "[[http://example.com/a|text]] [http://example.com/b text] {{cite web|url=http://a/b|title=c}}{{d|e-f_g=http://h/|i}} {url=http://j/}k", "http://example.com/a http://example.com/b http://a/b http://h/… http://j/"},
	{"the next after what closes", "[b url=http://a/]http://b/[/b] x=http://c/}http://d/ x http://e/\"http://f/\"", "http://a/ http://b/ http://c/ http://d/ http://e/ http://f/"},
	{"bars in a list", "http://a/x|https://b/y|http://c/?d=A|B ftp://e/ü|http://f/|g", "http://a/x https://b/y http://c/?d=A ftp://e/… http://f/"},
	{"BBCode and TeX", `[url=http://example.com/a]b[/url][url]http://c/[/url] \url{http://example.com/a}\href{http://b/}{c}`, "http://example.com/a http://c/ http://example.com/a http://b/"},
	{"reStructuredText", "`a <http://example.com/a>`_", "http://example.com/a"},

	{"HTML attributes", `<a href="http://a/a?b=1&amp;c=2"> <a href='http://b/a' id='b'> <a href=http://c/a>b</a>`, "http://a/a?b=1&amp;c=2 http://b/a http://c/a"},
	{"HTML text, srcset and CSS", `<p>http://example.com/a</p> a{background:url(http://a/1.png)}b{background:url('http://a/2.png')}`, "http://example.com/a http://a/1.png http://a/2.png"},
	{"HTML entities around", `&lt;http://a/1&gt;&quot;http://a/2&quot;&#39;http://a/3&#39;&nbsp;http://a/4?b&amp;c&NBSP;x`, "http://a/1 http://a/2 http://a/3 http://a/4?b&amp;c"},
	{"HTML entities that delimit", "http://a/1&apos;b http://a/2&#34;b http://a/3&#39;b http://a/4&#x27;b http://a/5&#60;b http://a/6&#62;b http://a/7&#X27;b http://a/8&quoT;b http://a/9&lt;b http://b/1&gt;b http://b/2&nbsp;b",
		"http://a/1 http://a/2 http://a/3 http://a/4 http://a/5 http://a/6 http://a/7 http://a/8 http://a/9 http://b/1 http://b/2"},
	{"HTML entity at the end", `http://a/1&copy; http://a/2&#8230; http://a/3&amp;, http://a/4; http://a/5&thetasym; http://a/6&thetasyms;`, "http://a/1… http://a/2 http://a/3 http://a/4 http://a/5… http://a/6&thetasyms"},
	{"an ampersand that begins no entity", `http://a/?b&c-d; http://a/?b&averylongname;`, "http://a/?b&c-d http://a/?b&averylongname"},
	{"HTML srcset", `srcset="http://a/1.png 1x, http://a/2.png 2x"`, "http://a/1.png http://a/2.png"},

	{"JSON", `{"a":"http://example.com/a","b":["http://b/","urn:isbn:1"]}`, "http://example.com/a http://b/ urn:isbn:1"},
	{"JSON, escape before", `"\nhttp://a/\thttp://b/\r\nhttp://c/\u003chttp://d/\u003e\x3chttp://e/"`, "http://a/ http://b/ http://c/ http://d/ http://e/"},
	{"JSON, escape and nothing", `"\n://a/ \u003c://b/"`, ""},
	{"JSON, slashes", `{"a":"https:\/\/example.com\/a?b=1\u0026c","b":"http:\/\/b\/"}`, "https://example.com/a?b=1&c http://b/"},
	{"JSON, all that is ASCII", `"\u0068ttp\u003a\u002F\u002fa\u002f\u003fb\u003Dc\u0023d\u002b"`, "http://a/?b=c#d+"},
	{"JSON, delimiters", `\u003ca href=\u0022http:\/\/a\/b\u0022\u003e\u0027http://c/\u0027 http://d\u0020e http://f/\u00e9 http://g/\u2028`, "http://a/b http://c/ http://d http://f/… http://g/"},
	{"JSON, escapes that end it", `"http:\/\/a\/b\nhttp:\/\/c\/\thttp:\/\/d\/\"http:\/\/e\/\\f\rhttp:\/\/g\/\b"`, "http://a/b http://c/ http://d/ http://e/ http://g/…"},
	{"JSON in JSON", `"{\"a\":\"https:\\/\\/a\\/b?c\\u0026d\",\"e\":\"http:\\\/\\\/f\\\/g\\\"`, "https://a/b?c&d http://f/g"},
	{"JSON, cut escapes", `http:\/\/a\/\u00 http:\/\/b\/\u002g http://c\`, "http://a/… http://b/… http://c"},
	{"JSON, an escape at the end", `http://a/\u0062`, "http://a/b"},
	{"escapes of Markdown and roff, escaped again", `http://a/\\_b http://c/\\&d`, "http://a/… http://c/…"},
	{"backslashes", `http://a/b\\path http://c\@d/ http://e/\d+ http://f/\1 http://g/\" http://h/\nx http://i/\\tx http://j/\` + "\n" + `http://k/\0 http://l/\; http://m/\\\users http://n\.o/ http://p/\(q\) http://r\) http://s/\$t http://a\\.b/ http://u/\,`,
		"http://a/b… http://c… http://e/… http://f/… http://g/ http://h/ http://i/ http://j/ http://k/ http://l/ http://m/… http://n… http://p/… http://r http://s/… http://a… http://u/"},
	{"many backslashes", `http://a` + strings.Repeat(`\`, 7) + `/b http://c` + strings.Repeat(`\`, 8) + `/d`, "http://a/b http://c"},
	{"regular expressions and sed", `/^https?:\/\/a\.b\/c/ /http:\/\/a\.b/ /http:\/\/a\/b/i /https:\/\/(www\.)?a/ s/http:\/\/a\/b/http:\/\/c\/d/g`, "http://a/b http://a/b http://c/d"},
	{"every escape of regular expressions", eachOf(".()[]{}+*|^$BdDsSwW", `/http:\/\/a\/b\%c/ `), ""},
	{"every escape that is no end", eachOf("nrtfe0)]}", `http://a/\%c `) + eachOf("@~!absu18", `http://b\%c `), strings.Repeat("http://a/ ", 9) + strings.TrimSpace(strings.Repeat("http://b… ", 9))},
	{"properties of Java", `distributionUrl=https\://a.example/b-8.5.zip`, "https://a.example/b-8.5.zip"},
	{"escaped colons that begin no URI", `/^https?\:\/\/a/ C\:\\x \: :\:// std\::x /http\:\/\/a\.b/`, ""},
	{"escapes of Markdown and TeX", `http://a/b\_c\_d (http://a/\%20b\#c) http://a/\$b http://a/\(b\)`, "http://a/b_c_d http://a/%20b#c http://a/… http://a/…"},
	{"escapes of a shell", `wget http://a/b\?c\=d\&e http://f/\ g http://h/\;`, "http://a/b?c=d&e http://f/ http://h/"},
	{"roff", `\fB://f/ \fBhttp://g/\fR \fIRhttp://h/ .UR https://a\&.b\-c\&.example/d \%http://e/\&.`, "B://f/ http://g/ Rhttp://h/ https://a.b-c.example/d http://e/"},
	{"every letter of an escape", `\ahttp://a/ \bhttp://b/ \ehttp://e/ \fhttp://f/ \rhttp://r/ \thttp://t/ \vhttp://v/ \fPhttp://p/ \fBhttp://q/`,
		"http://a/ http://b/ http://e/ http://f/ http://r/ http://t/ http://v/ http://p/ http://q/"},
	{"an escaped slash before", `\/http:\/\/a\/b/c`, "http://a/b/c"},
	{"no escape", `\jhttp://a/ \u00zahttp://b/ \xhttp://c/`, "jhttp://a/ u00zahttp://b/ xhttp://c/"},
	{"lists with commas", "http://a/1,http://a/2;https://a/3,b http://a/1;http://a/2;b", "http://a/1 http://a/2 https://a/3,b http://a/1 http://a/2"},
	{"CSV, and with lists", "1,http://a/1;http://a/2,x\n2;http://b/1,http://b/2,http://b/3;x 1,http://a/1,200\n2;http://a/2;200", "http://a/1 http://a/2 http://b/1 http://b/2 http://b/3 http://a/1 http://a/2"},
	{"a comma before everything", ",http://a/b'c,d", "http://a/b'c"},
	{"list after an entity", "http://a/?b&amp;http://c/ http://d/;http://e/", "http://a/?b http://c/ http://d/ http://e/"},
	{"commas and colons that belong to it", "http://a/1,2;3,b:c http://a/http://b/c?d=http://e/ http://a/#b&#39; http://c/#d&e", "http://a/1,2;3,b:c http://a/http://b/c?d=http://e/ http://a/#b http://c/#d&e"},
	{"more than a URI", "http://münchen.de/x https://w/Gr\u00f6\u00dfe http://u:pä@h http://evil[.]e/y http://a/?b[]=1 http://a/^ http://b/\xfc http://é http://a/e\u0301 http://i❤.ws/ HTTP://Ü/ http://j。k/ http://ex\u00adam.ple http://l/a\u200bb http://n｡o http://a@b@c/ http://q·r http://s/a–b http://t—u http://v/w’x http://y&eacute; http://z/&#233;&#233;, http://a/\\xC3\\xBC http://b\\303\\274c http://a\u00ad.b http://a\u200b/b/\u200b-c", "http://m… https://w/Gr… http://u:p… http://evil… http://a/?b… http://a/… http://b/… http://… http://a/e… http://i… HTTP://… http://j… http://ex… http://l/a… http://n… http://a@b… http://q… http://s/a… http://t… http://v/w… http://y… http://z/… http://a/… http://b… http://a… http://a…"},
	{"more, escaped, before another", `http://a\u00fc/` + strings.Repeat("b", 128) + `\u2014http://c/`, "http://a… http://c/"},
	{"more, escaped or not, within", "http://aü/" + strings.Repeat("b", 128) + `/\u00fc/ü/http://c/`, "http://a…"},
	{"more, before a bracket of BBCode", "http://aü/" + strings.Repeat("b", 128) + "[/http://c/", "http://a… http://c/"},
	{"more, before the longest scheme", "http://aü/b}" + strings.Repeat("z", maxScheme) + "://c/", "http://a… " + strings.Repeat("z", maxScheme) + "://c/"},
	{"more, escaped", `"http://m\u00fcnchen.de/" http://a\\u00e9 http://a/\ud83d\ude00 http://a\u3002b http://a\u00ad\u0062 http://a/\u2014 http://b/\x41 http://c/\u00f`, "http://m… http://a… http://a/… http://a… http://a… http://a/ http://b/ http://c/…"},
	{"more, in ASCII", "http://a/?b=c|d http://a/b`c http://a/{b}/c http://a/b}c http://a/b\"c http://a/100% http://a/%zz http://a/b]c http://a/|%20 http://a/?b={ http://[::1]a http://[::1]%25 http://[::1]:2b/",
		"http://a/?b=c… http://a/b… http://a/… http://a/b… http://a/b… http://a/100%… http://a/%… http://a/b… http://a/… http://a/?b=… http://[::1]… http://[::1]… http://[::1]:2…"},
	{"not more", "http://a/。 「http://b/」 http://c/… “http://d/” http://e/→ │http://f/│ http://g/\x93 http://h/\u00a0 [url]http://i[/url] http://j/] http://k。 http://l/。次 http://l/—m http://l/–_ http://m\u200b http://n/\u00ad http://o\u200b. http://p\u200b- q http://r\u200b.\\n", "http://a/ http://b/ http://c/ http://d/ http://e/ http://f/ http://g/ http://h/ http://i http://j/ http://k http://l/ http://l/ http://l/ http://m http://n/ http://o http://p http://r"},
	{"inside of more", "http://ü/?u=http://a/ http://b/ http://ü/é,http://c/;d http://ü/。http://d/ http://ü/[http://e/]http://f/ http://ü/éhttp://g/ http://h/^http://i/ http://ü/;http://j/)http://k/", "http://… http://b/ http://… http://c/;d http://… http://d/ http://… http://… http://h/… http://… http://j/ http://k/"},
	{"all that joins words, or a host", eachOf("·‐‑–’・。．｡—／＠－＿\u00ad", "http://a%cb ") + eachOf("。．｡—／＠－＿", "http://a#b%cc "), strings.Repeat("http://a… ", 15) + strings.Repeat(" http://a#b", 8)[1:]},
	{"letters, digits and symbols, or pictures", eachOf("é½²\u218b☀∀", "http://a/%c ") + eachOf("←⇿─▿\u00bf", "http://b/%c ") + "http://c/\xbf http://c/\\xbf http://d/\\udc00", strings.Repeat("http://a/… ", 6) + strings.Repeat("http://b/ ", 5) + "http://c/ http://c/ http://d/…"},
	{"what closes, before a slash, at the end of a list and after a long name", "http://a/`/b http://c/\"/d |http://e/,http://f/|g |" + strings.Repeat("n", 32) + "=http://h/|i |" + strings.Repeat("n", 33) + "=http://j/|k http://l/%", "http://a/ http://c/ http://e/ http://f/ http://h/ http://j/… http://l/%…"},
	{"Python list", "['http://a/1','http://a/2']", "http://a/1 http://a/2"},

	{"access log", `1.2.3.4 - - [10/Oct/2000:13:55:36 -0700] "GET http://a/b HTTP/1.0" 200 23 "http://c/?d" "Bot (http://e/)"`, "http://a/b http://c/?d http://e/"},
	{"Go error, log with keys", `Get "http://127.0.0.1:8080/": dial tcp 127.0.0.1:8080: refused time=2000-01-01T00:00:00Z url=http://a/b code=200 error=Get:https://c:8443:`, "http://127.0.0.1:8080/ http://a/b https://c:8443"},
	{"code comment", "// See http://example.com/a.\n/* http://example.com/b */ # http://c/", "http://example.com/a http://example.com/b http://c/"},
	{"code, verbs", `Sprintf("http://%s/%d", a); get("http://a/%s"); get("http://b:%d")`, "http://%… http://a/%… http://b:%d…"},
	{"punctuation after a part of a URL", eachOf(".:!?'(,;", "http://a:%c "), strings.TrimSpace(strings.Repeat("http://a ", 8))},
	{"code, template", "`http://${host}/` http://a/{id}/b {{http://b/}} `http://c/${d}` http://e/#{f} http://g/$h http://i/?j=$", "http://$… http://a/… http://b/ http://c/$… http://e/#… http://g/$h http://i/?j=$"},
	{"comments that end in a line", "/* http://a/b*/\n/* http://c/*/ x\n/*http://d/**/", "http://a/b http://c/ http://d/"},
	{"a star for a host", "http://*/ x", "http://*/"},
	{"stars inside", `"http://a/*/b" "http://c/*/" http://d/*/e`, "http://a/*/b http://c/*/ http://d/*/e"},
	{"variables, in capitals or numbers", "http://a/$B http://c/d-$E.gz http://f/?g=$H&i http://j/$1 http://k/$(uname)/x", "http://a/$B… http://c/d-$E.gz… http://f/?g=$H&i… http://j/$1… http://k/$(uname)/x…"},
	{"dollars that belong to it", "http://a/?$filter=b&$top=1 http://c/D$Bar.html http://e/F$1.class http://g$/ http://h/$_57.JPG", "http://a/?$filter=b&$top=1 http://c/D$Bar.html http://e/F$1.class http://g$/ http://h/$_57.JPG"},
	{"variables after the host", "http://a.b$c; http://d.e${f} http://h:$PORT/ http://i:${PORT}/ http://j{/k}", "http://a.b$c;… http://d.e$… http://h:$PORT… http://i:$… http://j…"},
	{"variables in the host", "http://$a/ http://$a:1/ http://www.$a/ http://x@$(b)/ http://a.${b}.c/ http://a.{b}/ http://a.%s/ http://a$b.c/ http://a%s.c/ http://a{b}.c/ http://u:p%w@h/ http://u:p{w@h/ http://u:$P@h/ file:///$D/e {{a}}://h/ http://{}/",
		"http://$a/… http://$a:1/… http://www.$a/… http://x@$(b)/… http://a.$… http://a.… http://a.%… http://a$b.c/… http://a%… http://a… http://u:p%… http://u:p… http://u:$P@h/… file:///$D/e… http://…"},
	{"shell", `curl -o a http://a/b; x=$(curl --url=http://c/d)|sh && wget 'http://e/?f&g'`, "http://a/b http://c/d http://e/?f&g"},
	{"hosts and connection strings", "mongodb://a:1,b:2,c:3/d?e postgres://a:1,b:2 x://a,b:2 tcp://a:1,tcp://b:2,c http://d:80,200,x http://e:80, f http://g:1,h/i jdbc:mysql://h:3306/db git+ssh://git@h/r.git",
		"mongodb://a:1,b:2,c:3… postgres://a:1,b:2… x://a,b:2 tcp://a:1 tcp://b:2 http://d:80 http://e:80 http://g:1,h… mysql://h:3306/db git+ssh://git@h/r.git"},

	{"scheme after a letter or a byte that is not its first", "xhttp://a/ 1http://a/ +http://a/ -http://a/ .http://a/", "xhttp://a/"},
	{"scheme after others", "_http://a/ =http://b/ @http://c/ :http://d/ /http://e/ &http://f/", "http://a/ http://b/ http://c/ http://d/ http://e/ http://f/"},
	{"longest scheme", strings.Repeat("s", 256) + "://a " + strings.Repeat("s", 257) + "://a", strings.Repeat("s", 256) + "://a"},
	{"longest head", "data:" + strings.Repeat("a/", 127) + ",b data:" + strings.Repeat("a/", 127) + "a,b", "data:" + strings.Repeat("a/", 127) + ",b"},
	{"nothing after it", "http:// http://. http://... 'http://' http://) http://\" http:///. http://#", "http:///"},
	{"no scheme", "://a //b http:/c http:d //e:1/", ""},
	{"IP literals", "http://[::] http://[::1]:80/ [http://[v1.a]/] http://[::1 http://[::g]/", "http://[::] http://[::1]:80/ http://[v1.a]/ http://[::1… http://[::…"},
	{"cut escapes", "http://a/% http://b/%4 http://c/%4g http://d/%41", "http://a/%… http://b/%4… http://c/%4… http://d/%41"},
	{"cut password, second number sign", "http://user:secret http://user:12ab/c http://u:p@h http://a/#b#c http://a/#/b#/c http://a/#d#, http://a/##", "http://user:secret… http://user:12ab… http://u:p@h http://a/#b… http://a/#/b… http://a/#d http://a/#"},
	{"controls", "http://a/\x00http://b/\x7f\x80http://c/\x93", "http://a/ http://b/ http://c/"},

	{"acct, cid, mid and did", "acct:a@b acct:a @b cid:a@b mid:a@b/c@d cid:1 mid:b did:key:z6Mk did:not acct:a@ cid:b@, mid:c@- acct:@d mid:@", "acct:a@b cid:a@b mid:a@b/c@d did:key:z6Mk"},
	{"data", "data:,a data:text/plain,b data:;base64,YQ== data:text data:a,b data: , data:text/html,<p> data:image/svg+xml;utf8,% data:/a,b", "data:,a data:text/plain,b data:;base64,YQ=="},
	{"doi, geo, news and tag", "doi:10.1000/182. doi:10 doi:10.a doi:abc DOI:10.1/(a) geo:-33.8,151.2 geo:here news:comp.lang.go news:a@b news:today tag:a.example,2000:b tag:5 tag:a,b tag:a.b tag:-a,2000:b", "doi:10.1000/182 DOI:10.1/(a) geo:-33.8,151.2 news:comp.lang.go news:a@b tag:a.example,2000:b"},
	{"magnet, mailto, tel and sms", "magnet:?xt=urn:btih:1 magnet:x magnet:? magnet:?=a mailto:a@b, mailto:?subject=c mailto:_a mailto:%41 mailto:. mailto: d (tel:+1-201-555-0123) tel:7042;phone-context=a sms:+15105550101?body=b tel:(1)2 tel:see", "magnet:?xt=urn:btih:1 mailto:a@b mailto:?subject=c mailto:_a mailto:%41 tel:+1-201-555-0123 tel:7042;phone-context=a sms:+15105550101?body=b tel:(1)2"},
	{"sip and others", "sip:a@b sips:c.d xmpp:a@b/c stun:s.d:19302 turn:left turns:a.b sip:-a.b sip:a@[::1] sip:a@ stun:s. stun:.d stuns:a.-", "sip:a@b sips:c.d xmpp:a@b/c stun:s.d:19302 turns:a.b sip:a@…"},
	{"urn", "urn:isbn:0451450523, urn:a urn:: urn:uuid: urn:x-y:z urn:a:b urn:ab:_ urn:ab:%41", "urn:isbn:0451450523 urn:x-y:z urn:ab:_ urn:ab:%41"},
	{"words with a colon", "note:this key:value std::string a:b 12:30 C:/x", ""},
}

// What is found does not depend on the pieces in which the text arrives, also
// if the text before was dropped.
func TestFind(t *testing.T) {
	t.Parallel()
	for _, tt := range findTests {
		t.Run(tt.name, func(t *testing.T) {
			f := finder{maxLen: 1 << 24}
			f.find(t, "'http://another/,http://text/;http://", 7)
			want := f.find(t, tt.in, len(tt.in)+1)
			if got := strings.Join(withoutPositions(want), " "); got != tt.want {
				t.Errorf("find(%q) = %q, want %q", tt.in, got, tt.want)
			}
			var pieces []int
			for n := 1; n <= len(tt.in); n += stride(n) {
				pieces = append(pieces, n)
			}
			checkFind(t, tt.in, 1<<24, false, pieces...)
			in := strings.Repeat("\n ", 3*lookBehind) + tt.in
			for i, s := range want {
				line, column := 0, 0
				fmt.Sscanf(s, "%d:%d: ", &line, &column)
				_, uri, _ := strings.Cut(s, ": ")
				if line == 1 {
					column++ // the blank after the last line feed
				}
				want[i] = fmt.Sprintf("%d:%d: %s", line+3*lookBehind, column, uri)
			}
			pieces = []int{1, 7, lookBehind, 3*lookBehind + 1}
			for n := 6 * lookBehind; n <= len(in); n += stride(n - 6*lookBehind) {
				pieces = append(pieces, n)
			}
			for _, n := range pieces {
				if got := f.find(t, in, n); !slices.Equal(got, want) {
					t.Errorf("find(%q) after blanks in pieces of %d = %q, want %q", tt.in, n, got, want)
				}
			}
		})
	}
}

// What is before a scheme of any length counts, also if the text before was dropped.
func TestFindBehind(t *testing.T) {
	for _, before := range []string{"", "1", "http://a/]", "-", ",", "'", "&amp;", "&quot;", "&thetasym;", "&thetasyms;", `\n`, `\x3c`, `\u003c`, `\fB`, `\/`, "\x1b[1;34m", "\x1b[K", "http://a,", "'http://a;", "|" + strings.Repeat("n", maxName) + "="} {
		for n := maxScheme - 16; n <= maxScheme+1; n++ {
			in := strings.Repeat(" ", 3*lookBehind) + before + strings.Repeat("s", n) + "://a,b;c'd/e'|f"
			checkFind(t, in, 1<<24, false, 1, len(in)-len(":/a,b;c'd/e'|f"), len(in)-len("s://a,b;c'd/e'|f"))
		}
	}
}

// It is known why a URL is left out.
func TestLeft(t *testing.T) {
	for left, texts := range map[Left]string{
		Variable: eachOf("sdvqwxtufcgiopXT", "http://a/%%%c ") + eachOf("AZ09(", "http://a/$%c ") + "http://a/{b} http://a/${b} http://$a/ http://a/$b{ http://a/#{b}",
		GoesOn:   eachOf("@z4 ", "http://a/%%%c ") + "http://a/é http://a/|b http://a/#b#c http://a:b@c@d/",
		Not:      eachOf("a_.", "http://a/$%c ") + "http://a/$",
	} {
		for text := range strings.FieldsSeq(texts) {
			f := finder{maxLen: 1 << 24}
			f.Set([]byte(text))
			if at, ok := f.next(); !ok || at.left != left {
				t.Errorf("%s is left out for %d, want %d", text, at.left, left)
			}
		}
	}
}

// A character of several bytes means the same in whatever pieces it arrives, and so does what
// joins two words, whatever comes after it.
func TestFindSplitCharacters(t *testing.T) {
	t.Parallel()
	for _, host := range []string{"http://a/b", "http://a"} {
		for _, r := range "é§\u00ad\u2011\u200b“”’…、。日→─🙂𝒳\ufffd" {
			text := "«" + host + string(r) + "c " + host + string(r) + " " + host + string(r)
			checkFind(t, text, 1<<10, false, 1, 2, 3, 4, 5, 6, 7)
		}
		for _, joins := range []string{"\u00b7", "\u00ad", "\u3002", "\u2019", `\u00b7`, `\u3002`} {
			for _, between := range []string{"", "-", "/", "."} {
				for _, after := range []string{"é", "中", "🙂", "𝒳", "1", "→", "…", `\u00e9`, "\xff", "\xe4\xb8", " "} {
					checkFind(t, host+joins+between+after+" "+host, 1<<10, false, 1, 2, 3, 4, 5)
				}
			}
		}
	}
}

// Nothing is decided on a part of a character, unless no more comes.
func TestMoreOfPart(t *testing.T) {
	for _, r := range "é中。→🙂" {
		for n := 1; n < len(string(r)); n++ {
			part := []byte(string(r)[:n])
			for _, uri := range []string{"http://a", "http://a/b"} {
				if _, _, known := new(candidate).more(part, false, []byte(uri)); known {
					t.Errorf("more(%q) after %s decides before the character is complete", part, uri)
				}
			}
		}
	}
}

func TestFindAnyScheme(t *testing.T) {
	f := finder{maxLen: 1 << 24}
	f.anyScheme = true
	for _, tt := range []findTest{
		{"words with a colon", "note:this key: value std::string a:b,c", "note:this a:b,c"},
		{"without slashes", "http:a/b about:blank x:. y:) z:/", "http:a/b about:blank z:/"},
		{"with slashes, as ever", "http:// http://a/", "http://a/"},
		{"no scheme", "12:30 -a:b _:c", ""},
		{"the outer one", "jdbc:mysql://h/", "jdbc:mysql://h/"},
		{"the prefix of appendix C", "<URL:http://a/> url:mailto:b@c <URL:d:e>", "http://a/ mailto:b@c d:e"},
	} {
		tt.check(t, &f)
	}
}

// A URI over the limit is reported and not kept in memory, and URIs after it are
// found; a URI inside it is part of it.
func TestFindTooLong(t *testing.T) {
	t.Parallel()
	path := strings.Repeat("/http://x/", 200)
	for _, tt := range []findTest{
		{"as long as allowed", "http://" + strings.Repeat("a", 93) + " b", "http://" + strings.Repeat("a", 93)},
		{"as long as allowed, in a list", "http://" + strings.Repeat("a", 93) + ",http://b/", "http://" + strings.Repeat("a", 93) + " http://b/"},
		{"a byte longer", "http://" + strings.Repeat("a", 94) + " http://b/", "too-long http://b/"},
		{"much longer", "http://a" + path + " http://b/", "too-long http://b/"},
		{"to the end", "http://a" + path, "too-long"},
		{"two", "http://a" + path + "\nhttp://b" + path, "too-long too-long"},
		{"ended by a bracket", "(http://a" + path + ")http://b/", "too-long http://b/"},
		{"short before a long rest", "http://a/[" + path, "http://a/ too-long"},
	} {
		f := finder{maxLen: 100}
		tt.check(t, &f)
		if cap(f.buf) > 256<<10 {
			t.Errorf("%s: find holds %d bytes, want at most %d", tt.name, cap(f.buf), 256<<10)
		}
	}
}

// Random texts of pieces that matter to the rules, and every byte after one that closes.
func TestFindRandom(t *testing.T) {
	t.Parallel()
	words := []string{"http", "a", ":", "//", "/", "://", "urn:ab:", "mailto:", "data:", ",", ";", "'", "\"", "(", ")", "[", "]",
		"%", "%41", "&gt;", "&amp;", "@", "?", "#", ".", "*", "_", " ", "\n", "\\n", "\\u003c", "\\/", "\\", "\\u00", "\\u0068", "\\.", "\\&", "<", ">", "\x00", "é", "1", "+", "[::1]", "\x1b[", "4m", "$", "{", "}", "|", "`", "=", "#", "*/", "~", "^", "。", "\\u00e9", "\\u2014", "\xfc",
		strings.Repeat("y", 60), strings.Repeat("z", maxScheme)}
	for c := range 128 {
		for closing := range strings.SplitSeq("\"`|]}#", "") {
			checkFind(t, fmt.Sprintf("http://a/%s%c http://b/", closing, c), 1000, false, 1, 9, 10, 11)
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range sizes.Times(2000) {
		text := testkit.Mixed(random, random.IntN(40), words...)
		checkFind(t, text, 1+random.IntN(500), random.IntN(2) == 0, 1, 2, 3, 1+random.IntN(100))
	}
}

func FuzzFind(f *testing.F) {
	for _, tt := range findTests {
		f.Add(tt.in, uint16(1000), false, uint8(1))
		f.Add(tt.in, uint16(3), true, uint8(7))
	}
	f.Fuzz(func(t *testing.T, text string, maxLen uint16, anyScheme bool, n uint8) {
		checkFind(t, text, 1+int(maxLen), anyScheme, 1+int(n))
	})
}

// checkFind checks that all that is found is valid, and is the same however the text is cut.
func checkFind(t *testing.T, text string, maxLen int, anyScheme bool, pieces ...int) {
	t.Helper()
	f := finder{maxLen: maxLen}
	f.anyScheme = anyScheme
	want := f.find(t, text, len(text)+1)
	for _, n := range pieces {
		if got := f.find(t, text, n); !slices.Equal(got, want) {
			t.Fatalf("find(%q) with limit %d in pieces of %d = %q, want %q", text, maxLen, n, got, want)
		}
	}
	if got := f.findCut(t, text); !slices.Equal(got, want) {
		t.Fatalf("find(%q) with limit %d, cut where it can be, = %q, want %q", text, maxLen, got, want)
	}
}

// No byte of a URI without a byte in the rules on ends goes through the automaton alone.
func TestFindPlain(t *testing.T) {
	f := finder{maxLen: 1 << 24}
	text := []byte("see <http://example.com/a?b=c&d#e> and \\d or mailto:a@b.example or\nhttps://u@h:1/%41/\"x")
	if f.Set(text); &f.buf[0] != &text[0] {
		t.Error("a text without escapes of URIs is copied")
	}
	var fresh scanner.Machine
	fresh.Reset(scanner.URI)
	for n := 0; ; n++ {
		if _, ok := f.next(); !ok {
			if n != 3 {
				t.Errorf("found %d URIs, want 3", n)
			}
			return
		}
		if f.c.m != fresh {
			t.Errorf("%s was read by the automaton", f.buf[f.c.start:f.c.end])
		}
	}
}

// What is a URI as a whole is not read byte by byte again, and what has to be decoded is
// searched for once.
func TestReadOnce(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	src := []byte("http://a/" + strings.Repeat("b", 64<<10))
	if whole, prefix, ok := growth.Measure(growth.OfThread, func() { scanner.Valid(src, scanner.URI) }, func() {
		for range 16 {
			validPrefix(src)
		}
	}); !ok {
		t.Errorf("validPrefix takes %v for 16 valid URIs, want about 16 times %v", prefix, whole)
	}
	f := finder{maxLen: 1 << 24}
	f.Join = true
	growth.Check(t, 32<<10, []growth.Shape{{"", "<a>"}, {"", "<a>", "", `\/`}, {"", `\.`, "<"}, {"", `http:\/\/a `}, {"http://a/", "b", "", "%"}, {"http://[1", ":1"}, {"http://u:", "p", "", "%4 "}}, map[string]growth.Job{
		"find": growth.Of(func(in []byte) {
			f.reset()
			f.Set(in)
			for ok := true; ok; {
				_, ok = f.next()
			}
		}),
	})
}

// Few colons are looked at in full: those after words that end like a scheme.
func TestBeginsNone(t *testing.T) {
	for _, o := range OpaqueSchemes {
		for _, scheme := range []string{o.Scheme, strings.ToUpper(o.Scheme)} {
			if beginsNone([]byte(scheme), []byte("x")) {
				t.Errorf("beginsNone(%s:) = true, want false", scheme)
			}
		}
	}
	for word := range strings.FieldsSeq("std ops collections 12 Error at note key Get to is String a") {
		if !beginsNone([]byte(word), []byte(":x")) {
			t.Errorf("beginsNone(%s::) = false, want true", word)
		}
	}
}

// No more is held of a text than of a URI that may be too long, and that is found once.
func TestFindHoldsLittle(t *testing.T) {
	for _, unit := range []string{
		`\/`, `\u0041`, `\`, "<http://a >", "<a ", "a:", "http://", "http://x/[", "http://x/)", "http://x/%", "http://x/|", "|a", "http://x/}", "a://u:p", "urn:", "tel:", "data:a/",
		"http://a,", "http://a&gt;", "a://[v1.mailto:b", "a", ":", "/", "(", ".", "&",
	} {
		for _, before := range []string{"", "http://", "mailto:", "urn:a:", "sip:", "data:", "x:"} {
			f, found := finder{maxLen: 100}, 0
			f.anyScheme, f.Join = before == "x:", true
			units := strings.Repeat(unit, 1+1000/len(unit))
			f.Add([]byte(before), false)
			for range 40 {
				f.Add([]byte(units), false)
				for at, ok := f.next(); ok; at, ok = f.next() {
					if at.tooLong {
						found++
					}
				}
				f.Forget()
			}
			if held := cap(f.buf) + cap(f.held) + 24*cap(f.edits); held > 40_000 || found > 1 && strings.HasPrefix(before, "http") && len(unit) == 1 {
				t.Errorf("of %q and %q repeated, 40 kB, %d bytes are held, and %d URIs too long are found, want 40,000 at most and 1", before, unit, held, found)
			}
		}
	}
}

// Read holds little more than what it reads at a time, of a text that is read in pieces of any size.
func TestReadHoldsLittle(t *testing.T) {
	text := strings.Repeat("see http://example.com/a&amp;b, <http://a\n/b> and\\u0020more\n", 6_000)
	for _, size := range []int{16, 1 << 10, 1 << 16} {
		var s Text
		s.Begin(&Options{MaxLen: 1000, Places: true}, Cursor{Line: 1}, true)
		found, line := 0, int64(0)
		s.Read(bufio.NewReaderSize(strings.NewReader(text), size), func(f Found) { found, line = found+1, f.Line })
		if most := 4*size + 8000; s.Memory() > most || found != 12_000 || line < 11_999 {
			t.Errorf("Read of %d bytes, %d at a time, holds %d, want %d at most; it finds %d, the last in line %d", len(text), size, s.Memory(), most, found, line)
		}
	}
}

func TestFindDoesNotAllocate(t *testing.T) {
	f, found := finder{maxLen: 1 << 24}, 0
	all := func() {
		for _, ok := f.next(); ok; _, ok = f.next() {
			found++
		}
	}
	inPieces := func(text string) func() {
		pieces := slices.Collect(slices.Chunk([]byte(text), 1000))
		return func() {
			f.reset()
			for _, piece := range pieces {
				f.Add(piece, false)
				all()
				f.Forget()
			}
		}
	}
	escaped := []byte(`"http:\/\/a\/b"`)
	var entities Text
	references := []byte(strings.Repeat("http://a/?b&amp;c ", 100))
	plain := strings.Repeat("see http://example.com/a, mailto:a@b.example and (http://user:secret)\n", 1000)
	for _, row := range []struct {
		name string
		most float64
		find func()
	}{
		{"pieces", 0, inPieces(plain)},
		{"escapes in pieces", 10, inPieces(strings.Repeat(`"http:\/\/example.com\/a" and `, 1000))}, // what is held between two pieces
		{"a text with escapes", 0, func() { f.reset(); f.Set(escaped); all() }},
		{"character references", 100, func() { // html.UnescapeString makes a string of each
			entities.Begin(&Options{MaxLen: 1 << 10}, Cursor{Line: 1}, true)
			entities.Set(references)
			entities.Find(func(Found) {})
		}},
	} {
		if allocs := testing.AllocsPerRun(5, row.find); allocs > row.most {
			t.Errorf("%v allocations for %s, want %v at most", allocs, row.name, row.most)
		}
	}
	if found != 6*(3000+1000+1) {
		t.Errorf("found %d URIs, want %d", found, 6*(3000+1000+1))
	}
}
