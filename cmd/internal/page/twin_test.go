package page

import (
	"bytes"
	"cmp"
	"math/rand/v2"
	"net/netip"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/uriscan/uriscan/internal/prose"
	"github.com/uriscan/uriscan/internal/testkit/reads"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
	"github.com/uriscan/uriscan/normalize/repair/idnahost"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

// pageParts are what random pages consist of: a capital means one of its row.
var pageParts = map[byte][]string{
	'P': {"PP", "PTP", "PPP", "TETE", "TETET", "TGT", "TBT", "BPB"}, // a page
	'T': {"", " ", "\n", "\r\n", "é€", "\x00", "a < b", "X", "X ", "(X)", " X;", "&lt;X&gt;", "\"X\"\n", "TT", "X&#58;x:y", "&", "<", "'"},
	'X': {"http://t/", "http://t/?a&amp;b=&copy=", "tel:+1", "http&#58;//t/", "x:y", `http:\/\/t\/u`, "http://t/;http://u/", "http://é/", "http&colon;//u/"},
	'E': {"<aA>T</a>", "<imgA/>", "<qA>T</q>", "<NA>T</N>", "<nA/>", "<NA>T<aA>T", "<!--T<aA>T-->", "<!--T--!>", "<?xml T?>", "<!doctype T>", "</aA>", "<![CDATA[T]]>"},
	'N': {"script", "style", "title", "textarea", "iframe", "xmp", "noscript", "noframes", "noembed"},
	'G': {"<http://in/?b='c>", "<mailto:a@b.example>", "<http://in/<aA>", "<svg:aA>", "<!-->", "</>", "</ T>", "<", "<aA", "<!--T", "<plaintext>T", "<tel:>", "<aT>"},
	'B': {"<base href=U>", "<base A href='U'>", "<base target=x>", "<base hReF=\"U\" href=U>", "<base href=data:,x>", "<base href>", "<base href=jaVascript:x>"},
	'A': {" A A", " href=U", " href='S'", " hReF = \"SUS\"", " src=U", "\nsrc='U'src=U", " cite='U'href=U", " cite='S'", " srcset='&eacute; 1x,U 2x,S U, U,SU (1,U) 3x'", " ping='U\nU S'", " title='T'",
		" http-equiv=Refresh content='0;SurlS=SU'", " content='1,\"U\"'", " data-x=X", " hidden", "/", " href", " =\"T\"", " imagesrcset=U,U"},
	'U': {"x:y", "http://a/../b", "r", "/r", "../r", "?q", "#f", "//h", "http://a/?b&amp;c", "&#46;/d", "http://[", "é", "x&colon;y", "http://a/longer/than/that", "&Tab;e", "httP:/a", "wss:b", "http://a.0/", "//u@0x1", "file:/a", "ftp://1.2.3.4:65536"},
	'S': {"", "", " ", "\r\n", "\f\t"},
}

// randomPage expands a part, at most to some depth.
func randomPage(random *rand.Rand, part byte, depth int) string {
	row, isPart := pageParts[part]
	if !isPart || depth == 0 {
		return strings.Trim(string(part), "PTXENGBAUS")
	}
	var page strings.Builder
	for _, b := range []byte(row[random.IntN(len(row))]) {
		page.WriteString(randomPage(random, b, depth-1))
	}
	return page.String()
}

var (
	aScheme     = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*:`)
	appendixB   = regexp.MustCompile(`^(?:([^:/?#]+):)?(?://([^/?#]*))?`)
	inAuthority = regexp.MustCompile(`^(?:.*@)?(\[.*\]|[^:]*)(?::(.*))?$`)
	aNumber     = regexp.MustCompile(`(?:^|\.)(?:[0-9]+|0x[^.]*)\.?$`)
	rawNames    = " iframe noembed noframes plaintext script style textarea title xmp "
	aTagName    = regexp.MustCompile(`^<[^\s/>]*`)
	aWord       = regexp.MustCompile(`[^\s]+`)
	inBrackets  = regexp.MustCompile(`^<[A-Za-z0-9+.-]*:[^<>]*>?`)
	inComment   = regexp.MustCompile(`(?s)^(?:<!--(.*?)(?:--!?>)?|..(.*?)>?)$`)
	inAttribute = regexp.MustCompile(`^[\s/]*(=?[^\s/>=]*)\s*(?:=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?`)
)

// A twin reads a page that is in memory, and then resolves what was found.
type twin struct {
	*Options
	in    string
	found []prose.Found
	bases []int    // the indexes in found of <base href>
	apart []string // the elements around that browsers may read as texts
	tag   int      // where the tag ends that browsers are in, after a URI in brackets
	bad   bool     // the first base is
	lost  int      // where in found browsers may begin to read other tags, -1 if nowhere
}

// at returns the place of in[i].
func (w *twin) at(i int) prose.Cursor {
	before := w.in[:i]
	return prose.Cursor{Line: 1 + int64(strings.Count(before, "\n")), Column: int64(i - 1 - strings.LastIndex(before, "\n"))}
}

// text searches in[from:to] by the rules for texts.
func (w *twin) text(from, to int, decodes bool) {
	var text prose.Text
	text.Begin(&w.Text, w.at(from), decodes)
	text.Set([]byte(w.in[from:to]))
	text.Find(func(f prose.Found) {
		f.URI = bytes.Clone(f.URI)
		w.found = append(w.found, f)
	})
}

// references returns the references that an attribute holds, and their offsets.
func (w *twin) references(shape, value string) (refs []string, at []int) {
	switch shape {
	case "sources":
		return htmlSources(value)
	case "refresh":
		url, i := htmlRefresh(value)
		return []string{url}, []int{i}
	case "list":
		for _, m := range aWord.FindAllStringIndex(value, -1) {
			refs, at = append(refs, value[m[0]:m[1]]), append(at, m[0])
		}
		return refs, at
	}
	rest := strings.TrimLeft(value, HtmlBlanks)
	return []string{strings.TrimRight(rest, HtmlBlanks)}, []int{len(value) - len(rest)}
}

// written returns the offset in value of what is decoded to its byte n.
func written(value string, n int) int {
	for i := range value {
		if after := len(prose.AppendDecoded(nil, []byte(value[i:]))); after == len(prose.AppendDecoded(nil, []byte(value)))-n {
			return i
		}
	}
	return len(value)
}

// reference takes the reference that is written at in[i], in an attribute of an element.
func (w *twin) reference(i int, uri, name, element string) {
	mayBeEmpty := strings.Contains(emptyReferences, " "+name+"="+element+" ")
	if uri == "" && !mayBeEmpty || !w.Resolve && !aScheme.MatchString(uri) {
		return
	}
	f := prose.Found{URI: []byte(uri), Refers: true}
	if w.Text.Places {
		f.Line, f.Column = w.at(i).Line, w.at(i).Column+1
	}
	if !scanner.Valid(uri, scanner.URIReference) {
		f.Refers, f.Left = false, prose.NotReference
	} else if !browsersTakeHost(strings.ToLower(uri)) {
		f.Refers, f.Left = false, prose.NoHost
	} else if len(uri) > w.Text.MaxLen {
		f = prose.Found{Line: w.at(i).Line, Column: w.at(i).Column + 1, Flaw: "too-long"}
	}
	if f.Flaw == "" && element == "base" && name == "href" {
		isCertain := len(w.apart) == 0 && i >= w.tag
		w.bad = w.bad || len(w.bases) == 0 && !isCertain
		w.bases = append(w.bases, len(w.found))
		if f.Refers && (!isCertain || w.lost >= 0) && !aScheme.MatchString(uri) {
			f.Refers, f.Left = false, prose.BadBase
		}
	}
	w.found = append(w.found, f)
}

// browsersTakeHost reports whether browsers take what uri has for its host, if it has or needs
// one, as it is. uri is in lower case.
func browsersTakeHost(uri string) bool {
	m := appendixB.FindStringSubmatchIndex(uri)
	scheme, authority := "", ""
	if m[2] >= 0 {
		scheme = uri[m[2]:m[3]]
	}
	if m[4] >= 0 {
		authority = uri[m[4]:m[5]]
	}
	parts := inAuthority.FindStringSubmatch(authority)
	host, port := parts[1], parts[2]
	isWeb, isFile := strings.Contains(" http https ws wss ftp ", " "+scheme+" "), scheme == "file"
	number, err := strconv.ParseUint("0"+port, 10, 64)
	ip, _ := netip.ParseAddr(host)
	switch {
	case scheme == "" && m[4] < 0:
		return true
	case host == "":
		return !isWeb && scheme != "" && authority == "" && (!isFile || m[4] >= 0)
	case err != nil, number > 65535, strings.HasPrefix(host, "[v"), isFile && authority != host:
		return false
	case !isWeb && !isFile && scheme != "", ip.Is4(), strings.HasPrefix(host, "["):
		return true
	}
	_, isName := idnahost.Append(nil, []byte(strings.TrimSuffix(host, ".")))
	return !strings.Contains(host, "%") && !aNumber.MatchString(host) && (isName || !strings.Contains(host, "xn--"))
}

// startTag searches a start tag, in[start:end], which may make browsers load another page.
func (w *twin) startTag(element string, refreshes bool, start, end int) {
	shapes := map[string]string{}
	for line := range strings.Lines(attributeElements) {
		if row := strings.Fields(line); len(row) == 2 || slices.Contains(row[2:], element) {
			shapes[row[0]] = row[1]
		}
	}
	if refreshes {
		shapes["content"] = "refresh"
	}
	for searched, i := start, start+len(aTagName.FindString(w.in[start:end])); ; {
		m := inAttribute.FindStringSubmatchIndex(w.in[i:end])
		name, from, to := strings.ToLower(w.in[i+m[2]:i+m[3]]), i+m[1], i+m[1]
		for g := 4; g < len(m); g += 2 {
			if m[g] >= 0 {
				from, to = i+m[g], i+m[g+1]
			}
		}
		if name == "" {
			w.text(searched, end, true)
			return
		}
		i += m[1]
		shape, holds := shapes[name]
		if !holds {
			continue
		}
		delete(shapes, name)
		w.text(searched, from, true)
		refs, at := w.references(shape, string(prose.AppendDecoded(nil, []byte(w.in[from:to]))))
		for k, ref := range refs {
			w.reference(from+written(w.in[from:to], at[k]), ref, name, element)
		}
		searched = to
	}
}

// read finds all that is in the page, with references as they are written.
func (w *twin) read() {
	tokens, content, isXML, hasTags := html.NewTokenizer(strings.NewReader(w.in)), "", false, false
	for i, end := 0, 0; i < len(w.in); i = end {
		kind := tokens.Next()
		raw := string(tokens.Raw())
		end = i + len(raw)
		if len(w.apart) > 0 && w.lost < 0 {
			if n := strings.Index(strings.ToLower(raw), "</"+w.apart[0]); n > 0 || n == 0 && kind != html.EndTagToken {
				end, content, w.lost = i+n, "", 0
				w.text(i, end, true)
				w.lost = len(w.found)
				tokens = html.NewTokenizer(strings.NewReader(w.in[end:]))
				continue
			}
		}
		inTag := i < w.tag
		if inTag && end > w.tag && kind != html.TextToken {
			end, content = w.tag, ""
			w.text(i, end, true)
			tokens = html.NewTokenizer(strings.NewReader(w.in[end:]))
			continue
		}
		if uri := inBrackets.FindString(raw); uri != "" && kind != html.TextToken && strings.Contains(raw, ">") {
			if is, _ := prose.Begins([]byte(raw), 1, strings.Index(raw, ":"), true, false); is == prose.Yes {
				w.tag = max(w.tag, end)
				end, content = i+len(uri), ""
				w.text(i, end, true)
				tokens = html.NewTokenizer(strings.NewReader(w.in[end:]))
				continue
			}
		}
		hasTags = hasTags || kind == html.StartTagToken || kind == html.SelfClosingTagToken || kind == html.EndTagToken
		switch kind {
		case html.TextToken:
			w.text(i, end, !strings.Contains(" iframe noembed noframes plaintext script style xmp ", " "+content+" "))
			continue
		case html.CommentToken, html.DoctypeToken:
			if w.lost >= 0 {
				end, content = i+len("<!"), ""
				w.text(i, end, true)
				tokens = html.NewTokenizer(strings.NewReader(w.in[end:]))
				continue
			}
			m := inComment.FindStringSubmatchIndex(raw)
			w.text(i+max(m[2], m[4]), i+max(m[3], m[5]), false)
			isXML = isXML || !inTag && !hasTags && strings.HasPrefix(raw, "<?xml")
		case html.StartTagToken, html.SelfClosingTagToken:
			token := tokens.Token()
			refreshes := slices.IndexFunc(token.Attr, func(a html.Attribute) bool { return a.Key == "http-equiv" })
			w.startTag(token.Data, token.Data == "meta" && refreshes >= 0 && strings.EqualFold(token.Attr[refreshes].Val, "refresh"), i, end)
			content = token.Data
			isText := content == "noscript" || isXML && kind == html.SelfClosingTagToken && strings.Contains(rawNames, " "+content+" ")
			if isText && !inTag && !slices.Contains(w.apart, content) {
				w.apart = append(w.apart, content)
			}
			if isXML && kind == html.SelfClosingTagToken || content == "noscript" || w.lost >= 0 || inTag {
				content = ""
				tokens.NextIsNotRawText()
			}
			continue
		default:
			if name := tokens.Token().Data; kind == html.EndTagToken && !inTag {
				w.apart = slices.DeleteFunc(w.apart, func(of string) bool { return of == name })
			}
			w.text(i, end, true)
		}
		content = ""
	}
}

// resolved returns what is printed: the targets of the references.
func (w *twin) resolved(outer string) (all []string) {
	target := func(base string, lack prose.Left, f prose.Found) (prose.Found, bool) {
		hasBase := base != "" || aScheme.Match(f.URI)
		uri, err := resolve.String(cmp.Or(base, "x:"), string(f.URI))
		if err != nil || !hasBase {
			f.Left = lack
			return f, false
		}
		f.URI = []byte(uri)
		return f, true
	}
	base, lack, decided := outer, prose.NoBase, false
	for _, i := range w.bases {
		if f := &w.found[i]; f.Left == prose.BadBase && outer == "" {
			f.Refers, f.Left = true, prose.Not
		}
	}
	if len(w.bases) > 0 {
		first := w.found[w.bases[0]]
		own, ok := target(outer, lack, first)
		scheme, rest, _ := strings.Cut(strings.ToLower(string(own.URI)), ":")
		decided = (first.Left != prose.Not || ok) && (w.lost < 0 || w.bases[0] < w.lost)
		if first.Left != prose.Not || ok && (w.bad || scheme != "data" && scheme != "javascript" && !strings.HasPrefix(rest, "/")) {
			base, lack = "", prose.BadBase
		} else if ok && scheme != "data" && scheme != "javascript" {
			base = string(own.URI)
		}
	}
	for i, f := range w.found {
		if w.lost >= 0 && (i >= w.lost || !decided) {
			base, lack = "", prose.Unclear
		}
		switch {
		case !f.Refers || !w.Resolve:
		case slices.Contains(w.bases, i):
			f, _ = target(outer, prose.NoBase, f)
		default:
			f, _ = target(base, lack, f)
		}
		reads.Into(&all)(f)
	}
	return all
}

// A page has what the help and HTML say, whatever was read before it.
func TestPageAsTwin(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(11, 11))
	found, pages := 0, sizes.Times(10000)
	for range pages {
		found += checkTwin(t, randomPage(random, 'P', 12), random)
	}
	for range sizes.Times(3000) {
		checkTwin(t, reads.RandomPage(random, 1+random.IntN(40)), random)
	}
	if found < 5*pages {
		t.Errorf("%d pages have %d URIs, want five each", pages, found)
	}
}

func FuzzPage(f *testing.F) {
	random := rand.New(rand.NewPCG(8, 8))
	for range 20 {
		f.Add(reads.RandomPage(random, 20), uint64(3))
	}
	f.Add(`A:/\\/00`, uint64(3))
	f.Add("<A srC=http://00\f000000>", uint64(3))
	f.Fuzz(func(t *testing.T, in string, seed uint64) { checkTwin(t, in, rand.New(rand.NewPCG(seed, 0))) })
}

// checkTwin compares what is found in a page, in pieces of any size and with any flags, and
// returns how much that is.
func checkTwin(t *testing.T, in string, random *rand.Rand) int {
	t.Helper()
	base := []string{"", "http://h/d/p?q#f", "urn:x-y:z"}[random.IntN(3)]
	x := pageOf(t, random.IntN(4) > 0, base)
	x.Text.MaxLen, x.Text.Places, x.Text.AnyScheme = []int{15, 1000}[random.IntN(2)], random.IntN(4) > 0, random.IntN(4) == 0
	w := twin{Options: x, in: in, lost: -1}
	w.read()
	want := w.resolved(base)
	for _, n := range []int{1, 2 + random.IntN(20), len(in) + 1} {
		if got := readPage(x, in, n, false); !slices.Equal(got, want) {
			t.Fatalf("%d bytes at a time, resolved %v against %q, %q\nhas  %q,\nwant %q", n, x.Resolve, base, in, got, want)
		}
	}
	return len(want)
}

// Hosts that end in a number, or that are not as they would be read, are those that browsers do
// not take, in every spelling.
func TestOddHosts(t *testing.T) {
	odd := 0
	for _, scheme := range []string{"http:", "HTTPS:", "ftp:", "file:", "x:", ""} {
		for _, user := range []string{"", "u@", "@"} {
			for _, name := range []string{"", "a", "1", "a.1", "1.2.3.4", "256.1.1.1", "0x", "0x1", "a.0X1f", "0xg", "a.0x", "08", "xn--a", "xn--4ca", "a.xn--4ca", "A--b", "a%41", "[::1]", "[v1.a]", "1a"} {
				for _, end := range []string{"", ".", ".."} {
					for _, port := range []string{"", ":", ":80", ":65536"} {
						uri := []byte(scheme + "//" + user + name + end + port + "/p")
						ref, fault := scanner.Locate(uri, scanner.URIReference)
						if fault != (scanner.Fault{}) {
							continue
						}
						got := isOdd(uri, ref)
						if got {
							odd++
						}
						if want := !browsersTakeHost(strings.ToLower(string(uri))); got != want {
							t.Errorf("isOdd(%q) = %t, want %t", uri, got, want)
						}
					}
				}
			}
		}
	}
	if odd < 100 {
		t.Errorf("%d hosts are odd, want more", odd)
	}
}
