package page

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/prose"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/growth"
	"github.com/uriscan/uriscan/internal/testkit/reads"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

// readPage returns what is found in a page that comes n bytes at a time. The Page has read
// another one before, which left nothing as it was.
func readPage(x *Options, text string, n int, broken bool) (all []string) {
	var p Page
	p.Read(x, reads.InPieces("<a href=lost>", 100, false), prose.Cursor{}, nil, func(prose.Found) {})
	p.Read(x, reads.InPieces("<?xml?><a href=a><base href=http://b/><a href=c><title>http://", 100, true), prose.Cursor{Line: 7, Column: 7}, nil, func(prose.Found) {})
	p.Read(x, reads.InPieces(text, n, broken), prose.Cursor{Line: 1}, x.Base, reads.Into(&all))
	return all
}

// pageOf are options for a page, which has a base if that is not "".
func pageOf(t *testing.T, resolves bool, base string) *Options {
	t.Helper()
	x := &Options{Text: prose.Options{MaxLen: 16 << 20, Places: true}, Resolve: resolves}
	if base != "" {
		b, err := resolve.NewBase(base, 0)
		testkit.Must(t, err)
		x.Base = b
	}
	return x
}

func TestPage(t *testing.T) {
	reads.Check(t, pageOf, false, false, readPage, []reads.Test{
		{"attribute", "", `<a href="http://a/b">x</a>`, []string{"1:10: http://a/b"}},
		{"single quotes", "", `<a href='http://a/b'>x</a>`, []string{"1:10: http://a/b"}},
		{"no quotes", "", "<a href=http://a/b>x</a>", []string{"1:9: http://a/b"}},
		{"no quotes, slash at the end", "", "<a href=http://a/b/>x</a>", []string{"1:9: http://a/b/"}},
		{"capitals", "", "<A HREF=http://a/b\n>x</a>", []string{"1:9: http://a/b"}},
		{"blanks around =", "", "<a\n href =\n\t'http://a/b' >", []string{"3:3: http://a/b"}},
		{"blanks in the value", "", "<a href=' \nhttp://a/b\n '>", []string{"2:1: http://a/b"}},
		{"no blank between attributes", "", `<a id="x"href="x:y"class=c>`, []string{"1:16: x:y"}},
		{"twice: the first counts, the other is a text", "", `<a href=x:1 href=y:2 HREF="http://a/">`, []string{"1:9: x:1", "1:28: http://a/"}},
		{"any scheme", "", `<a href="x-app:do">x-app:do</a>`, []string{"1:10: x-app:do"}},
		{"script in an attribute", "", `<a href="javascript:void(0)">`, []string{"1:10: javascript:void(0)"}},
		{"relative", "", `<a href="/b">`, nil},
		{"scheme of one in a page of others", "", `<a class="a::b" href="c"><a href=x-app:do><a href="x&colon;y">`, []string{"1:34: x-app:do", "1:52: x:y"}},
		{"escaped colon", "", `<p title="http\u003a//a/b">http\u003a//a/b</p>`, []string{"1:11: http://a/b", "1:28: http://a/b"}},
		{"no reference", "", `<a href="http://a/ b"><img src="http://[a/"><a href="http://é/"><a href="1:"><a href="/é">`, []string{"1:10: !!http://a/ b", "1:33: !!http://[a/", "1:54: !!http://é/"}},
		{"more than a URI", "", `http://m&uuml;nchen.de/ <p title='http://a/?b[]=1'>http://a/Gr&#246;&szlig;e http://a/&hellip;`,
			[]string{"1:1: !http://münchen.de/", "1:35: !http://a/?b[]=1", "1:52: !http://a/Größe", "1:78: http://a/"}},
		{"references decoded", "", `<a href="http://a/?b=1&amp;c=2&copy=3&#x23;f">`, []string{"1:10: http://a/?b=1&c=2&copy=3#f"}},
		{"all of it in references", "", `<a href="&#109;ailto&colon;a&commat;b.example">`, []string{"1:10: mailto:a@b.example"}},
		{"blanks in references", "", `<a href="&#10;http://a/&Tab;">`, []string{"1:15: http://a/"}},
		{"separators in references", "", "<img srcset='x:1&#44; x:2 2x&comma;&Tab;x:&#51; x:4'><a ping='x:5&#32;x:6'>", []string{"1:14: x:1", "1:23: x:2", "1:41: x:3", "1:63: x:5", "1:71: x:6"}},
		{"refresh in references", "", "<meta http-equiv=&#114;efresh content='0;&#117;rl=&quot;http://a/?b&amp;c&quot;'>", []string{"1:57: http://a/?b&c"}},
		{"> in quotes", "", `<a title="a>b" href="http://a/">x`, []string{"1:22: http://a/"}},
		{"quote in a value without quotes", "", `<a x=a"b href=http://a/?">x`, []string{`1:15: !!http://a/?"`}},
		{"quotes that are a name", "", `<a ="http://a/>" href="http://b/">`, []string{"1:6: http://a/", "1:24: http://b/"}},
		{"self-closing", "", `<img src="http://a/"/><br/><img src=http://b/ />`, []string{"1:11: http://a/", "1:37: http://b/"}},
		{"end tag has no attributes", "", `</a href="x:y" title="http://a/">`, []string{"1:23: http://a/"}},
		{"other attribute as a text", "", `<p data-u="(http://a/)," title='see http://b/!' onclick="go('http://c/')">`,
			[]string{"1:13: http://a/", "1:37: http://b/", "1:62: http://c/"}},
		{"other attribute with references", "", `<p data-j='{&quot;u&quot;:&quot;http://a/?b&amp;c&quot;}'>`, []string{"1:33: http://a/?b&c"}},
		{"attribute of another element", "", `<p data="x:y"><object data="x:z">`, []string{"1:29: x:z"}},

		{"srcset", "", "<img srcset='http://a/1 1x,\n http://a/2,x 2x, 3 3x'>", []string{"1:14: http://a/1", "2:2: http://a/2,x"}},
		{"imagesrcset", "", `<link rel=preload imagesrcset="http://a/1 1x, http://a/2 2x">`, []string{"1:32: http://a/1", "1:47: http://a/2"}},
		{"ping", "", `<a ping="http://a/1 http://a/2" href=x>`, []string{"1:10: http://a/1", "1:21: http://a/2"}},
		{"refresh", "", `<meta http-equiv=refresh content="0; url=http://a/?b&amp;c">`, []string{"1:42: http://a/?b&c"}},
		{"refresh, content first", "", `<meta content="0;URL='http://a/'" http-equiv="REFRESH">`, []string{"1:23: http://a/"}},
		{"content of other metas", "", `<meta property="og:url" content="http://a/?b&amp;c"><meta name=x content="x:y">`, []string{"1:34: http://a/?b&c"}},
		{"first http-equiv counts", "", `<meta http-equiv=x http-equiv=refresh content="0;url=x:y">`, nil},
		{"http-equiv in a value", "", `<meta title="x http-equiv=refresh " content="0;url=x:y">`, nil},
		{"text right after a value", "", `<a href='x:y'http://a/'b>`, []string{"1:10: x:y", "1:14: http://a/"}},
		{"svg", "", `<svg><image xlink:href="http://a/"/><use href="http://b/#c"/></svg>`, []string{"1:25: http://a/", "1:48: http://b/#c"}},

		{"text", "", "a http://a/b. (http://c/)\n<b>http://d/</b>/e", []string{"1:3: http://a/b", "1:16: http://c/", "2:4: http://d/"}},
		{"text with references", "", "http://a/?b&amp;c&gt; &lt;http://d/&gt; http://e/&eacute;", []string{"1:1: http://a/?b&c", "1:27: http://d/", "1:41: !http://e/&eacute;"}},
		{"text with numbers", "", "http://a/?b&#38;c http://d/?e&#38;f&#38;g", []string{"1:1: http://a/?b&c", "1:19: http://d/?e&f"}},
		{"text that has none once it is decoded", "", "http://.&Tab;?urn:ab:c", nil},
		{"text with <", "", "a < http://a/ <3 http://b/ <", []string{"1:5: http://a/", "1:18: http://b/"}},
		{"URI in angle brackets", "", "<http://a/b?c=d> <mailto:a@b.example> <svg:a href=x:y>",
			[]string{"1:2: http://a/b?c=d", "1:19: mailto:a@b.example", "1:51: x:y"}},
		{"URI in angle brackets with a quote", "", "<http://a/?b='c><a href=x:y>'", []string{"1:2: http://a/?b='c", "1:25: x:y"}},
		{"URI after an angle bracket", "", "<http://a/<a href=x:y>", []string{"1:2: http://a/", "1:19: x:y"}},
		{"comment", "", "<!-- http://a/> <a href='http://b/'> --><!--http://c/--><!--><b>http://d/<!---->http://e/<!--x--!>http://f/",
			[]string{"1:6: http://a/", "1:26: http://b/", "1:45: http://c/", "1:65: http://d/", "1:81: http://e/", "1:99: http://f/"}},
		{"comment that ends oddly", "", "<!--http://a/--!>http://b/", []string{"1:5: http://a/", "1:18: http://b/"}},
		{"comment, not decoded", "", "<!--http://a/?b&amp;c-->", []string{"1:5: http://a/?b&amp;c"}},
		{"declaration", "", `<!DOCTYPE html SYSTEM "http://a/x.dtd">http://b/`, []string{"1:24: http://a/x.dtd", "1:40: http://b/"}},
		{"declaration without end", "", "<!x http://a/", []string{"1:5: http://a/"}},
		{"instruction", "", `<?xml-stylesheet href="http://a/"?>http://b/`, []string{"1:24: http://a/", "1:36: http://b/"}},
		{"CDATA", "", "<svg><![CDATA[http://a/]]></svg>", []string{"1:15: http://a/"}},
		{"script", "", `<script>u="http://a/?b&amp;c"; if (x<y) "<a href='x:y'>"</SCRIPT ><a href=x:z>`, []string{"1:12: http://a/?b&amp;c", "1:75: x:z"}},
		{"script with a comment", "", "<script><!-- <script> </script> http://a/ --></script><a href=x:y>", []string{"1:33: http://a/", "1:63: x:y"}},
		{"script with a short comment", "", "<script><!--> <script> </script><a href=x:y>", []string{"1:41: x:y"}},
		{"no raw elements in svg", "", "<svg><title/><style><a href=x:1></style></svg><title/><a href=x:2></title><math><p/><title/><a href=x:3></title><math><mi><title/><a href=x:4>", []string{"1:29: x:1"}},
		{"style", "", "<style>a{background:url(http://a/b)}b{background:url('http://c/')}</style>", []string{"1:25: http://a/b", "1:55: http://c/"}},
		{"title", "", "<title>http://a/?b&amp;c<a href=x:y></title><a href=x:z>", []string{"1:8: http://a/?b&c", "1:53: x:z"}},
		{"plaintext", "", "<plaintext></plaintext><a href=x:y>http://a/", []string{"1:36: http://a/"}},
		{"noscript", "", "<noscript><img src=x:y></noscript>", []string{"1:20: x:y"}},
		{"script that closes itself in XML", "", "<?xml version='1.0'?><script src=x:1 /><a href=x:2>", []string{"1:34: x:1", "1:48: x:2"}},
		{"script that does not in HTML", "", "<script src=x:1 /><a href=x:2>", []string{"1:13: x:1"}},
		{"tag without end", "", `<a href="http://a/">b<a title="x" href="http://b/`, []string{"1:10: http://a/", "1:41: http://b/"}},
		{"ends in a name", "", "http://a/<scr", []string{"1:1: http://a/"}},
		{"base", "", `<base href="http://a/b/">`, []string{"1:13: http://a/b/"}},
	})
}

func TestPageResolved(t *testing.T) {
	reads.Check(t, pageOf, true, false, readPage, []reads.Test{
		{"relative", "http://h/d/p?q#f", "<a href=b><a href=/c><a href=//d><a href=?e><a href=#g>",
			[]string{"1:9: http://h/d/b", "1:19: http://h/c", "1:30: http://d", "1:42: http://h/d/p?e", "1:53: http://h/d/p?q#g"}},
		{"empty", "http://h/p", `<a href=""><q cite=" "></q><img src=""><form action="">`, []string{"1:10: http://h/p", "1:22: http://h/p"}},
		{"without value", "http://h/p", "<a href><a href ><a href=><a href/><a href id=x><a id=x href><img src>",
			[]string{"1:8: http://h/p", "1:17: http://h/p", "1:26: http://h/p", "1:34: http://h/p", "1:44: http://h/p", "1:61: http://h/p"}},
		{"dot segments", "http://h/p", `<a href="http://a/b/../c">http://a/b/../c`, []string{"1:10: http://a/c", "1:27: http://a/b/../c"}},
		{"all in one attribute", "http://h/", `<img srcset="a 1x, b 2x">`, []string{"1:14: http://h/a", "1:20: http://h/b"}},
		{"text has no relative ones", "http://h/", "/a ../b <p title=/c data-src=/d>", nil},
		{"base", "http://h/d/", `<base href="/e/"><a href=b>`, []string{"1:13: http://h/e/", "1:26: http://h/e/b"}},
		{"base by href alone", "http://h/", "<base itemid=/d/ href=/e/><a href=b>", []string{"1:14: http://h/d/", "1:23: http://h/e/", "1:35: http://h/e/b"}},
		{"base afterwards", "http://h/d/", "<link href=a>http://t/\n<base href=http://b/><a href=c>",
			[]string{"1:12: http://b/a", "1:14: http://t/", "2:12: http://b/", "2:30: http://b/c"}},
		{"base without base", "", "<a href=a><base href=http://b/><a href=c>", []string{"1:9: http://b/a", "1:22: http://b/", "1:40: http://b/c"}},
		{"two bases", "", "<base href=http://a/><base href=http://b/><a href=c>", []string{"1:12: http://a/", "1:33: http://b/", "1:51: http://a/c"}},
		{"base without href", "", "<base target=x><base href=http://b/><a href=c>", []string{"1:27: http://b/", "1:45: http://b/c"}},
		{"second base is relative", "http://h/", "<base href=/a/><base href=b/><a href=c>", []string{"1:12: http://h/a/", "1:27: http://h/b/", "1:38: http://h/a/c"}},
		{"first base has no base", "", "<base href=a><base href=http://b/><a href=c><a href=d>", []string{"1:12: !!!a", "1:25: http://b/", "1:43: !!!c", "1:53: !!!d"}},
		{"data is no base", "http://h/", "<base href=DATA:,x><base href=/a/><a href=c>", []string{"1:12: DATA:,x", "1:31: http://h/a/", "1:43: http://h/c"}},
		{"script is no base", "http://h/", "<base href=JavaScript:x><a href=c>", []string{"1:12: JavaScript:x", "1:33: http://h/c"}},
		{"base that is no reference", "http://h/", `<img src=/b><base href="http://é/"><base href=d><a href=c><a href=http://h/>`, []string{"1:10: !!!!!/b", "1:25: !!http://é/", "1:48: http://h/d", "1:58: !!!!!c", "1:68: http://h/"}},
		{"no authority", "http://h/", "<a href=http:a><a href=HTTPS:/b><a href=ftp:><a href=ws:c><a href=wss:c><a href=httpx:d><a href=http:///e><a href=///f><a href=//u@:1?g><a href=x:///h>", []string{"1:9: !!!!http:a", "1:24: !!!!HTTPS:/b", "1:41: !!!!ftp:", "1:54: !!!!ws:c", "1:67: !!!!wss:c", "1:81: httpx:d", "1:97: !!!!http:///e", "1:115: !!!!///f", "1:128: !!!!//u@:1?g", "1:145: x:///h"}},
		{"base in a comment", "http://h/", "<!--<base href=http://b/>--><a href=c>", []string{"1:16: http://b/", "1:37: http://h/c"}},
		{"base of a scheme alone", "http://h/", "<base href=x:><a href=c><a href=x:d>", []string{"1:12: x:", "1:23: !!!!!c", "1:33: x:d"}},
		{"base in svg", "http://h/", "<svg><base href=http://b/></svg><a href=c>", []string{"1:17: http://b/", "1:41: !!!!!c"}},
		{"base in noscript", "http://h/", "<NoScript ><svg></svg><base href=http://b/></noscript><base href=d><a href=c>", []string{"1:34: http://b/", "1:66: http://h/d", "1:76: !!!!!c"}},
		{"base in template, after another", "http://h/", "<template></temPlate><base href=http://b/><temPlate><base href=d></template><a href=c>", []string{"1:33: http://b/", "1:64: !!!!!d", "1:85: http://b/c"}},
		{"base in a URI in brackets", "http://h/", "<http://a/<base href=http://b/>><a href=c>", []string{"1:2: http://a/", "1:22: http://b/", "1:41: !!!!!c"}},
		{"base that browsers do not take", "http://h/", "<base href=http://b:65536/><a href=c>", []string{"1:12: !!!!http://b:65536/", "1:36: !!!!!c"}},
		{"base that browsers decode", "http://h/", "<base href=http://b%2F/><a href=c>", []string{"1:12: !!!!http://b%2F/", "1:33: !!!!!c"}},
		{"base with a port", "http://h/", "<base href=http://b:65535/><a href=c>", []string{"1:12: http://b:65535/", "1:36: http://b:65535/c"}},
		{"SVG", "http://h/", "<svg><desc><style><a href=a></style></desc><title><style><a href=b></style></title><foreignObject><br><style><a href=c></style></foreignObject><style><a href=d></style></svg><style><a href=e></style>", []string{"1:159: http://h/d"}},
		{"MathML", "http://h/", "<math><mi><style><a href=a></style><mglyph><style><a href=b></style></mglyph></mi><annotation-xml><svg><title><style><a href=c></style></title></svg><style><a href=d></style></annotation-xml>" +
			"<annotation-xml encoding=TEXT/html><style><a href=e></style></annotation-xml></math><style><a href=f>", []string{"1:59: http://h/b", "1:165: http://h/d"}},
		{"HTML after SVG", "http://h/", "<svg><g></br><style><a href=a></style><svg><font><style><a href=b></style><font size=1><style><a href=c></style>", []string{"1:65: http://h/b"}},
		{"SVG that may have ended", "http://h/", "<base href=/><svg></g></svg><style><a href=a></style><a href=b><svg><desc><table><td></td></table></desc><style><a href=c></style><desc><td></td></desc><style><a href=d>", []string{"1:12: http://h/", "1:62: http://h/b", "1:121: http://h/c", "1:168: !!!!!!d"}},
		{"SVG that has ended after all", "http://h/", "<svg></g><b><style><a href=a></style><a href=b>", []string{"1:46: http://h/b"}},
		{"SVG that may have ended around a point", "http://h/", "<svg></g><desc><svg><b><style><a href=a></style><a href=b>", []string{"1:39: !!!!!!a", "1:57: !!!!!!b"}},
		{"end of what is around a point", "http://h/", "<svg><desc><p><svg><g></desc><style><a href=a>", []string{"1:45: !!!!!!a"}},
		{"base after frames", "http://h/", "<frameset></frameset><base href=/d/><a href=b>", []string{"1:33: !!!!!/d/", "1:45: !!!!!b"}},
		{"HTML in SVG does not close itself", "http://h/", "<svg><desc><p/></desc><style><a href=a>", []string{"1:38: !!!!!!a"}},
		{"HTML in SVG ends", "http://h/", "<svg><desc><p></p></desc><style><a href=a>", []string{"1:41: http://h/a"}},
		{"HTML in MathML that is no annotation", "http://h/", "<math><mrow encoding=text/html><style><a href=a>", []string{"1:47: http://h/a"}},
		{"base before frames and a text", "http://h/", "<a href=b><base href=/d/>x<frameset><a href=a>", []string{"1:9: http://h/d/b", "1:22: http://h/d/", "1:45: !!!!!!a"}},
		{"base before frames and a text that may be none", "http://h/", "<a href=b><base href=/d/><noscript>x</noscript><frameset><a href=a>", []string{"1:9: !!!!!!b", "1:22: http://h/d/", "1:66: !!!!!!a"}},
		{"base in select", "http://h/", "<select><base href=/d/></select><a href=b>", []string{"1:20: !!!!!/d/", "1:41: !!!!!b"}},
		{"base on this host", "", "<base href=file:///d/><a href=b>", []string{"1:12: file:///d/", "1:31: file:///d/b"}},
		{"hosts that are no numbers", "http://h/", "<a ping='http://a.0b/ http://a.0/ http://0y/ http://0/ http://0x/'>", []string{"1:10: http://a.0b/", "1:23: !!!!http://a.0/", "1:35: http://0y/", "1:46: !!!!http://0/", "1:56: !!!!http://0x/"}},
		{"frames in a URI in brackets", "http://h/", "<a href=a></a><base href=/d/><http://t/\"<frameset>\"><a href=b>", []string{"1:9: http://h/d/a", "1:26: http://h/d/", "1:31: http://t/", "1:61: http://h/d/b"}},
		{"SVG that may have ended, and its end", "http://h/", "<svg></g></svg><style><a href=a></style><a href=b>", []string{"1:49: http://h/b"}},
		{"noscript and select do not nest", "http://h/", "<noscript><select><select><noscript></noscript></select><base href=/d/><a href=c>", []string{"1:68: http://h/d/", "1:80: http://h/d/c"}},
		{"CDATA", "http://h/", "<base href=/><svg><![CDATA[<a href=a>]]><a href=b><desc><![CDATA[<a href=c>]]><p><![CDATA[<a href=d><a href=e></p></desc></g><![CDATA[<a href=f><a href=g>", []string{"1:12: http://h/", "1:49: http://h/b", "1:109: http://h/e", "1:143: !!!!!!f", "1:153: !!!!!!g"}},
		{"end of noscript in a comment", "http://h/", "<a href=a><noscript><style></style><!--</noscript><base href=/b/>--><a href=c>", []string{"1:9: !!!!!!a", "1:62: !!!!!/b/", "1:77: !!!!!!c"}},
		{"base in what browsers may read as a script", "http://h/", "<?xml?><a href=a><script/><base href=/b/><a href=c><script></script><base href=/d/>", []string{"1:16: !!!!!a", "1:38: !!!!!/b/", "1:50: !!!!!c", "1:80: http://h/d/"}},
		{"base before what browsers may read as a script", "http://h/", "<?xml?><base href=/b/><script/><table><script/></script></table><a href=c><svg><title/></svg><p title='</title>'><a href=d>", []string{"1:19: http://h/b/", "1:73: http://h/b/c", "1:122: http://h/b/d"}},
		{"end of what browsers may read as a title in a comment", "http://h/", "<?xml?><title/><noscript></noscript><!--</title><base href=/b/><!--><a href=c>--><a href=d>", []string{"1:60: !!!!!/b/", "1:77: !!!!!!c", "1:90: !!!!!!d"}},
		{"base after a NUL that frames remove", "http://h/", "<link href=a>\x00<base href=/d/><frameset>", []string{"1:12: !!!!!!a", "1:26: http://h/d/"}},
		{"base after the end of a page that frames remove", "http://h/", "<link href=a></HTML><base href=/d/><frameset>", []string{"1:12: !!!!!!a", "1:32: http://h/d/"}},
		{"base after other ends", "http://h/", "<link href=a></p></head><base href=/d/><frameset>", []string{"1:12: http://h/d/a", "1:36: http://h/d/"}},
		{"base before frames", "http://h/", "<base href=/d/><a href=a><frameset><a href=b><style><a href=c>", []string{"1:12: http://h/d/", "1:24: http://h/d/a", "1:44: http://h/d/b", "1:61: !!!!!!c"}},
		{"base that frames remove", "http://h/", "<a href=a></a><base href=/d/> &#32;<frameset><frame src=b>", []string{"1:9: !!!!!!a", "1:26: http://h/d/", "1:57: !!!!!!b"}},
		{"base that no script holds", "http://h/", "<p><base href=/d/><script>x</script><a href=a></a><frameset><frame src=b>", []string{"1:15: http://h/d/", "1:45: !!!!!!a", "1:72: !!!!!!b"}},
		{"base that a text holds", "http://h/", "<p><base href=/d/>&<style></style>x<frameset><style></style><a href=a>", []string{"1:15: http://h/d/", "1:69: !!!!!!a"}},
		{"tags that are attributes", "http://h/", "<a href=a><http://t/\"<textarea><base href=/d/><http://t/\"<!--><a href=b>-->", []string{"1:9: http://h/d/a", "1:12: http://t/", "1:43: http://h/d/", "1:48: http://t/", "1:71: http://h/d/b"}},
		{"no XML in the body", "http://h/", "<p><?xml?><script/><a href=a></script><a href=b>", []string{"1:47: http://h/b"}},
		{"base in a table", "http://h/", "<table><tr><table></table><base href=/d/></table><a href=b>", []string{"1:38: !!!!!/d/", "1:58: !!!!!b"}},
		{"base that is no folder", "http://h/", "<base href=about:blank><a href=#b>", []string{"1:12: about:blank", "1:32: !!!!!#b"}},
		{"base on another host", "", "<base href=file://h/><a href=b>", []string{"1:12: file://h/", "1:30: !!!!!b"}},
		{"file with a user", "file:///h", "<a href=//u@h/><a href=//h/>", []string{"1:9: !!!!//u@h/", "1:24: file://h/"}},
		{"hosts that browsers refuse", "http://h/", "<a ping='http://1.2.3/ http://0x1/ ftp://a.1 ws://[v1.a] http://a%41/ x://h:65536/ x://@/ http://xn--a/ http://Xn--/ file:a file:/a file://u@h/ file://h:/'>" +
			"<a ping='http://1.2.3.4/ http://a.1a/ http://a..b/ http://[::1]:65535/ x://a%41/ http://xn--bcher-kva/ http://a--_/ file:///a file://h/'>", []string{"1:10: !!!!http://1.2.3/", "1:24: !!!!http://0x1/", "1:36: !!!!ftp://a.1", "1:46: !!!!ws://[v1.a]", "1:58: !!!!http://a%41/", "1:71: !!!!x://h:65536/", "1:84: !!!!x://@/", "1:91: !!!!http://xn--a/", "1:105: !!!!http://Xn--/", "1:118: !!!!file:a", "1:125: !!!!file:/a", "1:133: !!!!file://u@h/", "1:145: !!!!file://h:/", "1:166: http://1.2.3.4/", "1:182: http://a.1a/", "1:195: http://a..b/", "1:208: http://[::1]:65535/", "1:228: x://a%41/", "1:238: http://xn--bcher-kva/", "1:260: http://a--_/", "1:273: file:///a", "1:283: file://h/"}},
		{"no base", "", "<a href=a><base href=b><a href=x:y/../z>http://t/<img src=c>", []string{"1:9: !!!a", "1:22: !!!b", "1:32: x:/z", "1:41: http://t/", "1:59: !!!c"}},
		{"refresh", "http://h/", `<meta http-equiv=refresh content="0;url=a">`, []string{"1:41: http://h/a"}},
		{"opaque base", "urn:x-y:z", "<a href=#a><a href=b>", []string{"1:9: urn:x-y:z#a", "1:20: urn:b"}},
	})
}

// What is repaired as bases of http have it read is left out beside bases of other schemes.
func TestPageRepairs(t *testing.T) {
	options := func(t *testing.T, resolves bool, base string) *Options {
		x := pageOf(t, resolves, base)
		x.Repair = true
		return x
	}
	reads.Check(t, options, true, false, readPage, []reads.Test{
		{"base of http", "http://h/", `<a href="\\b\"><a href="//é/">`, []string{"1:10: http://b/", "1:25: http://xn--9ca/"}},
		{"base of file", "file:///a", `<a href="/\b\">`, []string{"1:10: file://b/"}},
		{"base of another scheme", "foo://h/", `<a href="/\b"><a href="//é/"><a href="c d"><a href="http:\\e">`, []string{"1:10: !!!!//b", "1:24: !!!!//xn--9ca/", "1:40: foo://h/c%20d", "1:54: http://e"}},
		{"base element of another scheme", "http://h/", `<base href="foo://h/"><a href="/\b"><a href="//c/">`, []string{"1:13: foo://h/", "1:32: !!!!//b", "1:46: foo://c/"}},
		{"base element beside another scheme", "foo://h/", `<base href="\\b\"><a href="c">`, []string{"1:13: !!!!//b/", "1:28: !!!!!c"}},
	})
}

// What was read before a page is broken off counts, except for what may go on.
func TestPageBrokenOff(t *testing.T) {
	reads.Check(t, pageOf, true, true, readPage, []reads.Test{
		{"text", "http://h/", "<a href=b>http://c/ http://d", []string{"1:9: http://h/b", "1:11: http://c/"}},
		{"tag", "http://h/", "<a href=b>http://c/<a href=d", []string{"1:9: http://h/b", "1:11: http://c/"}},
		{"comment", "http://h/", "<a href=b><!-- http://c", []string{"1:9: http://h/b"}},
		{"text after an empty comment", "http://h/", "<!-->http://c/?d&amp;e <a href=b", []string{"1:6: http://c/?d&e"}},
	})
}

// No more than a bounded number of bytes is kept of what comes before a <base>, wherever
// the pieces end.
func TestPageKeepsLittle(t *testing.T) {
	const end = "<base href=http://b/><base href=//[><a href=c>"
	in := strings.Repeat("<a href=b>", 1<<20/50)
	var p Page
	x := pageOf(t, true, "http://h/")
	if got := readPage(x, strings.Repeat("<a href=b>", 1<<20/120)+end, 4096, false); got[0] != "1:9: http://b/b" {
		t.Errorf("less than 1 MiB before <base>: %q, want it resolved against that", got[0])
	}
	for i, n := range []int{1000, 4096} {
		var got []string
		p.Read(x, reads.InPieces(in+[]string{end, "<base href=//[><a href=c>"}[i], n, false), prose.Cursor{Line: 1}, x.Base, reads.Into(&got))
		first, last := got[0], got[len(got)-1]
		if first != "1:9: http://h/b" || !strings.HasSuffix(last, " http://h/c") {
			t.Errorf("%d bytes at a time: %q ... %q, want both resolved against --base", n, first, last)
		}
		if held := cap(p.base.text) + 100*cap(p.base.kept); held > 2*keptBytes {
			t.Errorf("%d bytes are held, want about %d", held, keptBytes)
		}
		if n := len(p.base.text) + len(p.base.kept); n > 0 {
			t.Errorf("%d bytes and references are kept after the page", n)
		}
	}
}

// A token over the limit is read in parts, wherever they end; only a tag is lost, which
// is then a text.
func TestPageOverLimit(t *testing.T) {
	few, many := pageOf(t, false, ""), pageOf(t, false, "")
	few.Text.MaxLen = 40
	for _, tt := range []struct{ name, begin, rest string }{
		{"text", "http://t/ ", "x\n<a href=x:y>&http://a/?b&amp;c"},
		{"comment", "<!-- http://t/ ", " http://a/?b&amp;c --><a href=x:y>http://b/-->"},
		{"comment that ends oddly", "<!-- ", "--!><a href=x:y>"},
		{"comment with what looks like its end", "<!-- ", "->>--x>--a-->\n<a href=x:y>"},
		{"text before a comment", " ", " http://a/<!--b-->"},
		{"CDATA", "<svg><![CDATA[ ", "]>]]]><a href=x:y>"},
		{"comment with a tag", "<!-- http://t/ ", "><a href=x:z>-->"},
		{"CDATA with what looks like its end", "<svg><![CDATA[ http://t/ ", "]><a href=x:z>]]>"},
		{"declaration", "<!x http://t/ ", " http://a/?b&amp;c\n><a href=x:y>http://b/"},
		{"instruction", "<?x ", "\n?><a href=x:y>"},
		{"script", "<script>http://t/ ", " <a href=x:1>http://a/?b&amp;c</script><a href=x:y>"},
		{"title", "<title>http://t/ ", "<a href=x:1>http://a/?b&amp;c</title><a href=x:y>"},
		{"textarea", "<textarea>", "</textarea><script>http://a/?b&amp;c</script><a href=x:y>"},
		{"plaintext", "<plaintext>", "</plaintext>http://a/?b&amp;c<a href=x:y>"},
		{"end tag", "<a href=x:y></a>", "<p>"},
	} {
		near := sizes.Rarely(1)
		if len(tt.rest) < 20 || strings.HasPrefix(tt.name, "text") {
			near = 1
		}
		for n := few.tagLimit() - len(tt.begin) - len(tt.rest); n <= few.tagLimit()-len(tt.begin)+len("<svg>"); n += near {
			in := tt.begin + strings.Repeat(".", n) + tt.rest
			got, want := readPage(few, in, len(in), false), readPage(many, in, len(in), false)
			if !slices.Equal(got, want) || len(got) == 0 {
				t.Fatalf("%s of %d bytes: %q, want %q", tt.name, n, got, want)
			}
		}
	}
	in := `<p><a title="` + strings.Repeat("x", 2*few.tagLimit()) + "\" href='http://a/'>\n<a href=x:y>"
	if got, want := readPage(few, in, 100, false), []string{"1:4: too-long", "1:131174: http://a/", "2:9: x:y"}; !slices.Equal(got, want) {
		t.Errorf("a tag over the limit: %q, want %q", got, want)
	}
	if got := readPage(many, in, 1000, false); len(got) != 2 {
		t.Errorf("a tag under the limit: %q, want two", got)
	}
	for n := few.tagLimit() - 30; n < few.tagLimit(); n++ {
		in = "<a title='" + strings.Repeat("x", n) + " http://a/b' href=x:y>"
		if got := readPage(few, in, 1000, false); len(got) < 2 || !strings.HasSuffix(got[1], ": http://a/b") {
			t.Fatalf("a URI in a tag over the limit of %d bytes: %q, want all of it", n, got)
		}
	}
	in = "<http://a/ " + strings.Repeat("x", few.tagLimit()-len("<http://a/ >")) + ">\n<a href=x:y>"
	if got, want := readPage(few, in, 1000, false), []string{"1:2: http://a/", "2:9: x:y"}; !slices.Equal(got, want) {
		t.Errorf("a URI in a tag that fills the limit: %q, want %q", got, want)
	}
	x := pageOf(t, true, "http://h/")
	x.Text.MaxLen = 40
	in = "<http://a/ x='>' " + strings.Repeat("x", few.tagLimit()) + "><base href=/d/><a href=c>"
	if got := readPage(x, in, 1000, false); len(got) == 0 || !strings.HasSuffix(got[2], "!!!!!c") {
		t.Errorf("a base in a URI in a tag over the limit: %q, want what follows left out", got)
	}
}

// No page is held in memory.
func TestPageHoldsLittle(t *testing.T) {
	x := pageOf(t, false, "")
	x.Text.MaxLen = 1000
	const times = 1 << 18
	for name, unit := range map[string]string{
		"text": "abc ", "comment": "abc>", "tag": "a=b ", "quoted": "ab>", "uri": "x/",
	} {
		begin := map[string]string{"comment": "<!--", "tag": "<a ", "quoted": "<a b='", "uri": "http://"}[name]
		var p Page
		var got []string
		p.Read(x, reads.InPieces(begin+strings.Repeat(unit, times)+" http://a/", 4096, false), prose.Cursor{Line: 1}, nil, reads.Into(&got))
		if len(got) == 0 || !strings.HasSuffix(got[len(got)-1], " http://a/") {
			t.Errorf("%s: found %q, want http://a/ at the end", name, got)
		}
		if held := cap(p.raw) + p.prose.Memory(); held > 8*(x.Text.MaxLen+tagRoom) {
			t.Errorf("%s: %d bytes are held of %d", name, held, times*len(unit))
		}
	}
	for _, tt := range []struct {
		tag, end string
		n        int
		want     string
	}{
		{"g", "</svg><style><a href=x:y></style>", mostOpen/2 - 2, ""},
		{"g", "</svg><style><a href=x:y></style>", mostOpen/2 - 1, "x:y"},
		{"table", "", 1 << 12, ""},
	} {
		var p Page
		got := ""
		p.Read(pageOf(t, true, ""), strings.NewReader("<svg>"+strings.Repeat("<"+tt.tag+">", tt.n)+strings.Repeat("</"+tt.tag+">", tt.n)+tt.end), prose.Cursor{Line: 1}, nil, func(f prose.Found) { got += string(f.URI) })
		if got != tt.want || cap(p.open)+cap(p.inside) > 4*mostOpen {
			t.Errorf("in %d elements %s: %q, want %q, and %d bytes are held", tt.n, tt.tag, got, tt.want, cap(p.open)+cap(p.inside))
		}
	}
	var p Page
	p.Read(x, strings.NewReader("<a href=b>http://a/</a> http://b/ <i>"), prose.Cursor{Line: 1}, nil, func(prose.Found) {})
	if p.prose.Memory()+cap(p.seen) > 0 {
		t.Error("texts that come as a whole are copied, or attributes searched where nothing is absolute")
	}
	p = Page{}
	p.Read(x, strings.NewReader("<a href=b>c</a> d <!-- e --><i>"), prose.Cursor{Line: 1}, nil, func(prose.Found) {})
	if !reflect.ValueOf(p.prose).IsZero() {
		t.Error("texts without a colon are searched")
	}
}

// A reference is too long by its own length, not by what it is written with.
func TestReferenceLimit(t *testing.T) {
	for _, in := range []string{
		"<a href=' http://a/b  '>", "<a href='http://a/&amp;'>", "<a href='&#104;ttp://a/b'>", "<a ping='x:y http://a/b x:y'>", "<img srcset='x:y 1x, http://a/b 2x, x:y'>",
		"<meta http-equiv=refresh content='0; url=\"http://a/b\"'>", "<p title='(http://a/b) x:y'>", "<p>http://a/b</p>", "<!-- http://a/b -->",
	} {
		for less := range 2 {
			x := pageOf(t, false, "")
			x.Text.MaxLen = len("http://a/b") - less
			if got := strings.Count(strings.Join(readPage(x, in, 3, false), "\n"), scanner.TooLong.String()); got != less {
				t.Errorf("with a limit of %d bytes, %d URIs of %q are too long, want %d", x.Text.MaxLen, got, in, less)
			}
		}
	}
}

// Nothing is lost where much is read again, and again before it was used up.
func TestReadAgain(t *testing.T) {
	const n = 1000
	found := readPage(pageOf(t, false, ""), "<http://a/ x=\""+strings.Repeat("<http://b/ x='>'>", n)+"\">", 4096, false)
	if got := strings.Count(strings.Join(found, "\n"), " http://b/"); got != n {
		t.Errorf("of %d URIs in a URI in brackets %d are found", n, got)
	}
}

// A page begins with one of its elements, whose name has an end.
func TestBegins(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "html>": "", "<html": "", "<html>": "page", "<HEAD ": "page", "<body/": "page", "<htmlx>": "", "<p": "", "<P>": "part", "<blockquote ": "part",
		"<!doctype": "", "<!doctype html": "", "<!DOCTYPE html>": "page", "<!doctype\n\tHTML ": "page", "<!doctypehtml>": "page", "<!doctype svg>": "", "<!doctype html/": "",
	} {
		got := ""
		if Begins([]byte(in), false) {
			got = "page"
		} else if Begins([]byte(in), true) {
			got = "part"
		}
		if got != want {
			t.Errorf("%q begins a %q, want %q", in, got, want)
		}
	}
	// The elements that MIME Sniffing has, and others that parts of pages often begin with.
	const parts = "a abbr article aside audio b base blockquote br center dd div dl dt em embed figure font footer form frame frameset h1 h2 h3 h4 h5 h6 header hr i iframe img input ins li link " +
		"main map nav object ol p picture pre q s script section small source span strong style svg table tbody td template tr u ul video"
	for name := range strings.FieldsSeq(htmlNames) {
		isPage, isPart := isListed([]byte(name), "html head body title meta"), isListed([]byte(name), parts)
		if tag := []byte("<" + name + ">"); Begins(tag, false) != isPage || Begins(tag, true) != (isPage || isPart) {
			t.Errorf("%s begins a page: %t, or a part of one: %t, want %t, %t", tag, Begins(tag, false), Begins(tag, true), isPage, isPart)
		}
	}
}

// What may come before a page ends where XML says it does, or is not known to end.
func TestAfterProlog(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "\n a": "a", "<!-- a > -- b -->\n<html>": "<html>", "<?xml version='>'?> <!-- -->\t<html>": "<html>", "<?xml a": "-", "<!-- a": "-", "<!--->a": "a", "<?php ?>a": "<?php ?>a",
	} {
		rest, isWhole := AfterProlog([]byte(in))
		if got := string(rest); isWhole != (want != "-") || isWhole && got != want {
			t.Errorf("AfterProlog(%q) = %q, %t, want %q", in, got, isWhole, want)
		}
	}
}

// Attributes and tags take linear time, whatever they hold.
func TestReferencesGrow(t *testing.T) {
	shapes := append([]growth.Shape{
		{"", "a 1x,"}, {"a ", "("}, {"a ", "(", ")"}, {"", "a "}, {"", " "}, {"", ","}, {"", "0"},
	}, growth.Lines...)
	jobs := map[string]growth.Job{}
	for name, s := range map[string]refsShape{"srcset": sources, "list": list, "single": single} {
		jobs[name] = growth.Of(func(in []byte) {
			s.each(in, func(int, int) {})
		})
	}
	growth.Check(t, 1<<10, shapes, jobs)
	var p Page
	x := pageOf(t, true, "http://h/")
	growth.Check(t, 1<<10, []growth.Shape{
		{"", "<http://a ", "", ">"}, {"<http://a ", "<", "", ">"}, {"", "<http://a>"}, {"", "<a:b='", "", "'>"}, {"", "<http://a <b href='", "", "'>"},
		{"", "<http://a <!--", "", "-->"}, {"", "<http://a </a", "", ">"}, {"<a href=b>", "<b href=c ", "", "><base href=d>"},
		{"<noscript><!--</noscript>", "<!--"}, {"<noscript><!--</noscript>", "<?"}, {"", "<http://a <!--a>"},
		{"<svg>", "<g class=abcdefgh>", "</x>"},
	}, map[string]growth.Job{"page": growth.Of(func(in string) {
		p.Read(x, strings.NewReader(in), prose.Cursor{Line: 1}, x.Base, func(prose.Found) {})
	})})
}

// A Page that has read others finds what a new one does, whatever these left open.
func TestPageForgets(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 28))
	var used Page
	before := ""
	for n := range sizes.Of(1500, 1500) {
		in := testkit.Mixed(random, 1+random.IntN(6),
			"<svg>", "<math><mi>", "</p>", "<table>", "</table>", "<td>", "<template>", "<noscript>", "<script>", "<title>", "<plaintext>", "<select>", "<frameset>", "<body>",
			"<base href=/b/>", "<base href='http://c/d'>", "<a href=x>", "<a href='http://a/'>", "<svg><a href=y /><desc><title>", "<![CDATA[http://d/]]>", "<![CDATA[", "<!-- http://e/", "-->", "<?xml ?>",
			"<script/>http://f/", "<a:b", "<http://g/ x='", "'>", "text", "http://h/&amp;", "http://i", "\n", "</svg>", "</noscript>", "<meta http-equiv=refresh content='0;u'>")
		x := pageOf(t, n%3 > 0, []string{"", "http://base/"}[n%2])
		if n%400 == 0 { // what ends in a tag that is too long to be held
			x.Text.MaxLen = 1
			in += "<http://g/ x='" + strings.Repeat("a", tagRoom)
		}
		var got, want []string
		read := func(p *Page, into *[]string) {
			p.Read(x, reads.InPieces(in, 1+n%50, n%5 == 0), prose.Cursor{Line: 1}, x.Base, reads.Into(into))
		}
		read(&used, &got)
		if read(new(Page), &want); !slices.Equal(got, want) {
			t.Fatalf("after %.200q, %.200q = %q, want %q", before, in, got, want)
		}
		before = in
	}
}

// A text of escapes takes little memory beside its own.
func TestEscapesHoldLittle(t *testing.T) {
	text := strings.Repeat(`\/`, 4<<20) + " http://a/"
	var got []string
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	new(Page).Read(&Options{Text: prose.Options{MaxLen: 16 << 20, Places: true}}, strings.NewReader("<p>"+text), prose.Cursor{Line: 1}, nil, reads.Into(&got))
	runtime.ReadMemStats(&after)
	want := fmt.Sprintf("1:%d: http://a/", len("<p>")+len(text)-len("http://a/")+1)
	if took := after.TotalAlloc - before.TotalAlloc; took > 128<<20 || len(got) != 1 || got[0] != want {
		t.Errorf("%d MB are allocated for a text of %d MB, and %q is found, want %q", took>>20, len(text)>>20, got, want)
	}
}
