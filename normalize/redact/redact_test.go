package redact

import (
	"bytes"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/growth"
	"github.com/uriscan/uriscan/internal/testkit/readers"
	"github.com/uriscan/uriscan/normalize/query"
)

func policy(t *testing.T, r Rules) *Policy {
	t.Helper()
	p, err := NewPolicy(r)
	testkit.Must(t, err)
	return p
}

func TestAppend(t *testing.T) {
	all := policy(t, Rules{Names: []string{"token", "sig"}, Segments: []string{"eyJ*", "me"}, After: []string{"reset"}, Mask: "*"})
	for _, row := range []struct{ name, in, want string }{
		{"nothing", "", ""},
		{"userinfo", "http://ann:pw@h/", "http://*:*@h/"},
		{"user alone", "http://ann@h/", "http://*@h/"},
		{"empty userinfo", "http://@h/", "http://@h/"},
		{"empty password", "http://ann:@h/", "http://*:@h/"},
		{"empty user", "http://:pw@h/", "http://:*@h/"},
		{"no secret", "http://h:80/a@b/c=d;e?f=g&h#i=j", "http://h:80/a@b/c=d;e?f=g&h#i=j"},
		{"several @", "http://a@b:c@h/", "http://*:*@h/"},
		{"backslashes", `http:\\ann:pw@h/`, `http:\\*:*@h/`},
		{"backslash in userinfo", `http://ann\pw@h/`, `http://*@h/`},
		{"tab in the scheme", "ht\ttp:/ann:pw@h/", "ht\ttp:/*:*@h/"},
		{"no slashes", "http:ann:pw@h/", "http:*:*@h/"},
		{"one slash", "foo:/ann:pw@h/", "foo:/*:*@h/"},
		{"three slashes", "http:///ann:pw@h/", "http:///*:*@h/"},
		{"no scheme", "ann:pw@h/a", "*:*@h/a"},
		{"no scheme, slashes", "//ann:pw@h/a", "//*:*@h/a"},
		{"a path", "/ann:pw@h/a", "/ann:pw@h/a"},
		{"two schemes", "jdbc:mysql://ann:pw@h/d", "jdbc:mysql://*:*@h/d"},
		{"a backslash after the host", `ann:pw@h:\a`, `*:*@h:\a`},
		{"file without a host", "file:///a@b", "file:///a@b"},
		{"file with one", "file://ann:pw@h/b", "file://*:*@h/b"},
		{"mail", "mailto:ann@h", "mailto:ann@h"},
		{"phone with an encoded password", "sip:ann%3Apw@h", "sip:*@h"},
		{"mail with a password, encoded twice", "mailto:ann%253apw@h", "mailto:*@h"},
		{"no mail, with a blank in the name", "ma ilto:ann@h", "*:*@h"},
		{"phone with a password", "sip:ann:pw@h", "sip:*:*@h"},
		{"cut off", "http://ann:hunt", "http://*"},
		{"slash in the password", "http://ann:p/w@h/a", "http://*:*@h/a"},
		{"number sign in the password", "http://ann:p#w@h/a", "http://*:*@*"},
		{"encoded @", "http://ann:pw%40h/", "http://*/"},
		{"IPv6", "http://[2001:db8::7]:80/", "http://[2001:db8::7]:80/"},
		{"IPv6, cut off", "http://[2001:db8::", "http://[2001:db8::"},
		{"parameter", "?token=a&b=c", "?token=*&b=c"},
		{"empty value", "?token=&token", "?token=&token"},
		{"name encoded", "?%74oken=a", "?%74oken=*"},
		{"name encoded three times", "?%252574oken=a", "?%252574oken=*"},
		{"a line break in the name", "?to\nken=a", "?to\nken=*"},
		{"NUL after the name", "?token%00x=a", "?token%00x=*"},
		{"other names", "?atoken=a&tokens=b&Token=c", "?atoken=a&tokens=b&Token=c"},
		{"name in a value", "?a=token=b", "?a=token=b"},
		{"two question marks", "??token=a&?token=b ?a?token=c", "??token=*&?token=*"},
		{"a question mark in a name", "?a?token=b", "?a?token=b"},
		{"semicolons", "?a=1;token=b;c=d&token=e;f", "?a=1;token=*;c=d&token=*"},
		{"character reference", "?a=1&amp;token=b;c", "?a=1&amp;token=*"},
		{"fragment", "#token=a", "#token=*"},
		{"fragment with a path", "#/cb?token=a&b", "#/cb?token=*&b"},
		{"fragment encoded", "#a=b%26token%3Dc", "#a=*"},
		{"separator encoded, in a fragment", "http://h/?a=b%26token=c#d=e%26token=f&g=h", "http://h/?a=b%26token=c#d=*&g=h"},
		{"segment", "/a/eyJx/b", "/a/*/b"},
		{"segment encoded", "/a/%65yJx;v=1/b", "/a/*/b"},
		{"segment after", "/reset/x/y", "/reset/*/y"},
		{"segment after, with dots", "/reset/./a/../x/y", "/reset/./*/../*/y"},
		{"segment after, encoded", "/reset%2Fx/y", "/*/y"},
		{"segment after, dots and a NUL", "/a\\reset\\.\x00./x", "/*/*"},
		{"segment after, in what is a host to others", "foo:////:pw@h:a%2Freset/x/y", "foo:////*/*/y"},
		{"segment, a user to others", "foo:///eyJx@h/x", "foo:///*@*/x"},
		{"segment after a host and a colon", "git@h:eyJx/y", "*@h:*/y"},
		{"segment after one that is after a colon", "git@h:reset/x/y", "*@h:reset/*/y"},
		{"no segment after a scheme and a colon", "urn:x:eyJx/y", "urn:x:eyJx/y"},
		{"segment after a backslash, a user to others", `file:a@b\eyJx@c/d`, "file:*@*/d"},
		{"segment, a host to others after a NUL", "ftp:\x00//eyJx/y", "ftp:\x00//*/y"},
		{"segment before a blank at the end", "http://h/me \v", "http://h/*"},
		{"user like a segment", "http://eyJx:pw@h/x", "http://*:*@h/x"},
		{"user like a segment, in JSON", `http:\/\/eyJx:pw@h\/x`, `http:\/\/*:*@h\/x`},
		{"not a segment", "http://reset/x", "http://reset/x"},
		{"UTF-8", "http://hé/é?token=é&é=é", "http://hé/é?token=*&é=é"},
	} {
		if got := string(Append([]byte("x"), row.in, all)); got != "x"+row.want {
			t.Errorf("%s: Append(%q) = %q, want %q", row.name, row.in, got[1:], row.want)
		}
	}
}

func TestAllow(t *testing.T) {
	p := policy(t, Rules{Allow: []string{"q", "utm_*", "a b"}, Fold: query.FoldCase | query.FoldDash, Names: []string{"utm-secret"}})
	for _, row := range []struct{ name, in, want string }{
		{"listed", "?q=1&UTM-x=2", "?q=1&UTM-x=2"},
		{"not listed", "?q=1&r=2&=3", "?q=1&r=REDACTED&=REDACTED"},
		{"no name", "?abc&q&&", "?REDACTED&q&&"},
		{"encoded", "?%71=1", "?%71=1"},
		{"encoded twice", "?%2571=1", "?%2571=REDACTED"},
		{"listed in both", "?utm_secret=1", "?utm_secret=REDACTED"},
		{"NUL in the name", "?abc\x00q=1&q=2", "?REDACTED&q=2"},
		{"semicolons", "?q=1;r=2&q=1;utm_x=2", "?q=1;r=REDACTED&q=1;utm_x=2"},
		{"semicolon in the name", "?q;q=1", "?REDACTED"},
		{"plus or a blank", "?a+b=1&a%20b=2", "?a+b=REDACTED&a%20b=2"},
		{"fragment", "#top", "#REDACTED"},
	} {
		if got := string(Append(nil, row.in, p)); got != row.want {
			t.Errorf("%s: Append(%q) = %q, want %q", row.name, row.in, got, row.want)
		}
	}
}

func TestText(t *testing.T) {
	p := policy(t, Rules{Names: []string{"token", "x_*"}, Mask: "*"})
	for _, row := range []struct{ name, in, want string }{
		{"quotes", `Get "http://a:b@h/?token=c": EOF`, `Get "http://*:*@h/?token=*": EOF`},
		{"brackets", "(see http://h/?token=a).", "(see http://h/?token=*)."},
		{"apostrophes", "'http://h/?token=a','b'", "'http://h/?token=*','b'"},
		{"a list", "http://a:80,http://b:c@d/", "http://*:*@d/"},
		{"a list of hosts", "http://a:80,b:81 x", "http://a:80,b:81 x"},
		{"a colon after a port", "http://h:80: refused", "http://h:80: refused"},
		{"an address", "joe@example.com, mailto:joe@h", "joe@example.com, mailto:joe@h"},
		{"JSON of Gson", `{"u":"http://h/?a\u003dc\u0026token\u003ds\u003d\u0026token=\u003d&b\u003d2"}`, `{"u":"http://h/?a\u003dc\u0026token\u003d*\u0026token=*&b\u003d2"}`},
		{"JSON of Gson in JSON", `{"log":"{\"u\":\"http://h/?a\\u003dc\\u0026token\\u003ds\\u0026b\\u003d2\"}"}`, `{"log":"{\"u\":\"http://h/?a\\u003dc\\u0026token\\u003d*\\u0026b\\u003d2\"}"}`},
		{"a script of Django", `u="/?a\u003Dc\u0026token\u003Ds"`, `u="/?a\u003Dc\u0026token\u003D*"`},
		{"a command", `curl http://h/\?a=c\&token\=s\\t\&b=1 x\&token\=s\\t\&b`, `curl http://h/\?a=c\&token\=*\&b=1 x\&token\=*\&b`},
		{"JSON", `{"u":"http:\/\/a:b@h\/?a=1\u0026token=s\u0026b=2"}`, `{"u":"http:\/\/*:*@h\/?a=1\u0026token=*\u0026b=2"}`},
		{"a target", `"GET /a?token=b HTTP/1.1" 200`, `"GET /a?token=* HTTP/1.1" 200`},
		{"a field", "url=/a?token=b msg=x", "url=/a?token=* msg=x"},
		{"a URL in a URL", "http://h/?u=http://a:b@c/?token=d", "http://h/?u=http://*:*@c/?token=*"},
		{"no scheme", "2026-11-24/b?token=1 and/or h.example/?token=2", "2026-11-24/b?token=* and/or h.example/?token=*"},
		{"a question", "why? what?is this", "why? what?is this"},
		{"a line that is cut off", `{"u":"h/?token=a`, `{"u":"h/?token=*`},
		{"no scheme before a user", "proxy ann:pw@h:3128, dsn=ann:p@w@tcp(h:1)/db?token=a 'a:b@[::1]'", "proxy *:*@h:3128, dsn=*:*@tcp(h:1)/db?token=* '*:*@[::1]'"},
		{"a host beyond ASCII or encoded, no scheme", "ann:pw@éclair.fr, foo:ann:pw@%68/a", "*:*@éclair.fr, *:*@%68/a"},
		{"a user of a domain", `proxy CORP\ann:pw@h:80 and \\ann:pw@h\ or {"a":"b\nc:d@e"}`, `proxy CORP\*:*@h:80 and \\*:*@h\ or {"a":"b\*:*@e"}`},
		{"no user", "a ann@h img:1@sha256:8f3a :a@b 1:2 a:@b a:b@ a:b@) x/a:b@c", "a ann@h img:1@sha256:8f3a :a@b 1:2 a:@b a:b@ a:b@) x/a:b@c"},
		{"quoted port", `parse "http://ann:p#w@h": invalid port ":p\"w" after host`, `parse "http://*:*@*": invalid port ":*" after host`},
		{"quoted port in JSON", `{"e":"invalid port \":pw\" after host"} invalid port ":" after host, invalid port ":a`, `{"e":"invalid port \":*\" after host"} invalid port ":" after host, invalid port ":*`},
		{"encoded", "next=https%3A%2F%2Fann%3apw%40h&a=b", "next=https%3A%2F%2F*&a=b"},
		{"encoded again", `to "https%253a%252F%2fh%253ftoken%253da"`, `to "https%253a%252F%2f*"`},
		{"encoded in part", "a https%3A//ann:pw@h b http%3a%2f/h/?token=a", "a https%3A//*:*@h b http%3a%2f/h/?token=*"},
		{"encoded, without a secret", "next=https%3A%2F%2Fh%3A80%2Fa%3Fb%3Dtoken%23c", "next=https%3A%2F%2Fh%3A80%2Fa%3Fb%3Dtoken%23c"},
		{"encoded in a URL", "http://h/?next=https%3A%2F%2Fa%3Ab%40h&b=http://c:d@e&a=1", "http://h/?next=https%3A%2F%2F*&b=http://*:*@e&a=1"},
		{"no scheme in a value", "http://h/?u=ann:pw@h&v=a:b@[::1]#w=c:d@e and /p;u=a:b@c?v=1:2", "http://h/?u=*:*@h&v=*:*@[::1]#w=*:*@e and /p;u=*:*@c?v=1:2"},
		{"a quote in a path", "«//h/x'y?token='a a/it's?token='b", "«//h/x'y?token=* a/it's?token=*"},
		{"a quote", "href='?token=a'b [b'?token=a','b']", "href='?token=*'b [b'?token=*','b']"},
		{"no user in a value", "http://h/?u=@ann:h&v=mailto:a@b&w=a:b@&x=a:@b&y=r:5/i:t@sha256:8f&z=a/b:c@d", "http://h/?u=@ann:h&v=mailto:a@b&w=a:b@&x=a:@b&y=r:5/i:t@sha256:8f&z=a/b:c@d"},
		{"no scheme, encoded", "ann%3Apw%40h u=ann%253apw%2540h&v=1 http://h/?u=ann%3Apw%40h", "* u=*&v=1 http://h/?u=*"},
		{"no scheme, encoded, after other parameters", "a=1&b%3Ac%40d&e=%3A40&f=g%3Ah", "a=1&*&e=%3A40&f=g%3Ah"},
		{"no user, encoded", "%40ann%3Ah mailto%3Aa%40b 1%3A40 /a%3Ab%40c i%3At%40sha256%3A8f %3Aa%40b x", "%40ann%3Ah mailto%3Aa%40b 1%3A40 /a%3Ab%40c i%3At%40sha256%3A8f %3Aa%40b x"},
		{"a path after a port", "h:80/users/ann@h github:a/b@v1 ann:p/w@h", "h:80/users/ann@h github:a/b@v1 ann:p/w@h"},
		{"encoded in an encoded one", "https%3A%2F%2Fh%2F%3Fu%3Dhttp%253A%252F%252Fa%253Ab%2540c", "https%3A%2F%2F*"},
		{"no slashes", "http:a:b@c and sip:a:b@c", "http:*:*@c and sip:*:*@c"},
		{"a fragment of what is no URL", "jdbc:mysql:x#token=a user:@h#b=c&token=d;e h#/p?token=a (#x;token=a). #1 a#b=c", "jdbc:mysql:x#token=* user:@h#b=c&token=* h#/p?token=* (#x;token=*). #1 a#b=c"},
		{"after a blank in a URL", "GET /a?q=b c&token=d&e=f\u0026token\u003dg HTTP/1.1", "GET /a?q=b c&token=*&e=f\u0026token\u003d* HTTP/1.1"},
		{"after a quote in a URL", `http://h/?q="b"&token=c&amp;token=d, &token=e. f&token=&g`, `http://h/?q="b"&token=*&amp;token=*, &token=*. f&token=&g`},
		{"after a URL in what is left of one", "/?q=b c&u=http://h/d&token=e #u=http://h/;token=f;g", "/?q=b c&u=http://h/d&token=* #u=http://h/;token=*"},
		{"after any URL", "u=http://h/d;token=e&token=f;g&h=i (//h/d&token=e)", "u=http://h/d;token=*&token=*&h=i (//h/d&token=*)"},
		{"after a URL in JSON", `u=http://h/d\u0026token=e {"a":"b=http:\/\/h\/d\u0026token\u003de"}`, `u=http://h/d\u0026token=* {"a":"b=http:\/\/h\/d\u0026token\u003d*"}`},
		{"a fragment in a value", "a#b://h/?c&token=d#e?f&g b://h/?token=d#e", "a#b://h/?c&token=*&g b://h/?token=*#e"},
		{"a question mark in a name", "a#x_b?c=d &x_b?c=d &e;x_b?c=d &e?x_b=c", "a#x_b?c=* &x_b?c=* &e;x_b?c=* &e?x_b=*"},
		{"a URL in what is left of one", "a&http:ann@h/?b;token=c x#http://ann:pw@h/?b;token=c", "a&http:*@h/?b;token=* x#http://*:*@h/?b;token=*"},
		{"parameters before a query", "http://h/d;e=1?token?f=2&token=a #u=http://h/;token=a?b#c&d", "http://h/d;e=1?token?f=2&token=* #u=http://h/;token=*&d"},
		{"a question mark in a name, and parameters in the path", "http://h/d;e=1?x_1?a=b", "http://h/d;e=1?x_1?a=*"},
		{"parameters without a query", `jdbc:sqlserver://h:1;user=a;token=b;c=d "jdbc:sqlserver://h\i:1;token=b" http://a:80;http://b/`, `jdbc:sqlserver://h:1;user=a;token=*;c=d "jdbc:sqlserver://h\i:1;token=*" http://a:80;http://b/`},
		{"no parameter", "a&b=c;token=d AT&T &token e;token=f \\token=g", "a&b=c;token=* AT&T &token e;token=f \\token=g"},
		{"a parameter that is encoded", "next=%2Fa%3Ftoken%3Db&c=d x%2523token%253Da y=%26token%3Da", "next=%2Fa%3F*&c=d x%2523* y=%26*"},
		{"a parameter that is encoded, after a blank", "a%20b%3Fc%3D%2520%3Btoken%3Dd ann%3Ap%22w%40h", "a%20b%3F* *"},
		{"encoded, one slash or no scheme", "http%3A%2Fann%40h =%2F%2Fann%40h /%2Fann%40h %3A%2Fann%40h", "http%3A%2F* =%2F%2F* /%2Fann%40h %3A%2Fann%40h"},
		{"a scheme of one letter", `s:/ann@h s:/ann:pw@h s:\/\/ann@h C:/a/b@c d:/a`, `s:/*@h s:/*:*@h s:\/\/*@h C:/a/b@c d:/a`},
		{"a user after backslashes", `\\ann@h/a "\\ann:@h" \ann@h x\\ann@h \\w+@\w \\/ann@h \\a/b@c \\@h \\ann@`, `\\*@h/a "\\*:@h" \ann@h x\\ann@h \\w+@\w \\/ann@h \\a/b@c \\@h \\ann@`},
		{"a userinfo after backslashes", `\\:pw@h \\ann:p@w@é.fr "\\é@%68" \\ann@[::1] "\\b[a-z]+@[a-z]+" \\:@h \\é@(h)`, `\\:*@h \\*:*@é.fr "\\*@%68" \\*@[::1] "\\b[a-z]+@[a-z]+" \\:@h \\é@(h)`},
		{"slashes of JSON", `{"a":"\/\/ann:pw@h","b":"\/\/ann@h","c":"\/d?token=e","f":"\/g@h"}`, `{"a":"\/\/*:*@h","b":"\/\/*@h","c":"\/d?token=*","f":"\/g@h"}`},
		{"two slashes before a user", "-//ann:pw@h /a:b@c -/a:b@c", "-//*:*@h /a:b@c -/a:b@c"},
		{"after other characters", "“ann:pw@h” [x]ann:pw@h a#ann:pw@h", "“*:*@h” [x]*:*@h a#*:*@h"},
		{"after what is no scheme", `${p}://ann:pw@h %s://ann@h x!://h:x/ 1://ann:p/w@h a}:\/\/ann@h !:/ann@h`, `${p}://*:*@h %s://*@h x!://h:x/ 1://*:*@h a}:\/\/*@h !:/ann@h`},
		{"slashes after other characters", `「//ann@h」 **//ann@h** {"a":"b\n//ann@h"} x//ann@h n//ann@h é/ann@h é//h:x`, `「//*@h」 **//*@h** {"a":"b\n//*@h"} x//ann@h n//ann@h é/ann@h é//h:x`},
		{"a password alone", ":pw@h:6379/0 u=:pw@[::1]/ (:pw@h/x) http://h/?u=:pw@h/", ":*@h:6379/0 u=:*@[::1]/ (:*@h/x) http://h/?u=:*@h/"},
		{"a path of Windows", `C:\Users\ann@h {"a":"d:\\ann@h"} 1:\ann@h ab:\ann@h`, `C:\Users\ann@h {"a":"d:\\ann@h"} 1:\*@h ab:\*@h`},
		{"after an address", "see http://[::1]x and (http://[::1]) and http://[::1]: refused", "see http://[::1]x and (http://[::1]) and http://[::1]: refused"},
		{"an address in a user", "http://[::1]x@h/a b", "http://*:*@h/a b"},
		{"a port before other languages", "http://h:80。é http://h:80\u00a0é http://h:80é", "http://h:80。é http://h:80\u00a0é http://*"},
		{"no password", "mail :ann@example.com, :ann@h: x :a:@bob/x :@h/ a :b@ ::1@h/ :a@/x x]:a@h/", "mail :ann@example.com, :ann@h: x :a:@bob/x :@h/ a :b@ ::1@h/ :a@/x x]:a@h/"},
		{"odd users in a URL in a URL", "http://h/x/http://a=;&b@c http://h/?u=http://a==@b&v=//c@d&w=/e@f&x=http://g;h@i", "http://h/x/http://*@c http://h/?u=http://*@b&v=//*@d&w=/e@f&x=http://g;h@i"},
		{"users in names", "/?http:///ann@h=1&//ann@h&x://ann:pw@h/y=z /?/a@b&/a@b http://h/?a?//b@c", "/?http:///*@h=1&//*@h&x://*:*@h/y=z /?/a@b&/a@b http://h/?a?//*@c"},
		{"odd passwords in a URL in a URL", "http://h/?u=http://ann:p/w@h&v=1@2 http://h/http://ann:p?w@h http://h/?u=http://h:80/p@q", "http://h/?u=http://*:*@h&v=1@2 http://h/http://*:*@h http://h/?u=http://h:80/p@q"},
		{"three slashes in a URL", "http://h/?u=ftp:///ann@h&v=file:///ann@h&w=xFILE:///ann@h&x=FILE:///ann@h", "http://h/?u=ftp:///*@h&v=file:///ann@h&w=xFILE:///*@h&x=FILE:///ann@h"},
		{"punctuation of other languages", "“http://h/?token=a”, 「http://ann@h:80」。 «http://h/?token=a»… http://h/?token=é。é", "“http://h/?token=*”, 「http://*@h:80」。 «http://h/?token=*»… http://h/?token=*"},
		{"two schemes in apostrophes", "<a b='jdbc:mysql://ann@h/?token=a'/>", "<a b='jdbc:mysql://*@h/?token=*'/>"},
		{"a data source", "ann:pw@/db ann:pw@(h:1)/db a:b@) a:b@", "*:*@/db *:*@(h:1)/db a:b@) a:b@"},
	} {
		got := string(Text([]byte("x"), row.in, p))
		if got != "x"+row.want {
			t.Errorf("%s: Text(%q) = %q, want %q", row.name, row.in, got[1:], row.want)
		}
	}
}

// Names of any length and nesting are decoded as by decoding again and again.
func TestEachPart(t *testing.T) {
	long := strings.Repeat("a", 150)
	for _, name := range []string{
		"", "a", "%41", "%2541", "%%34%31", "%4%31", "%25252541", "%zz%4", "a+b%2Bc", long + long,
		long + "%41" + long, strings.Repeat("%", 40) + "41", "%" + strings.Repeat("25", 300) + "41", long + strings.Repeat("%", 30) + "34",
	} {
		v := visitor{keeps: true}
		capped := eachPart([]byte(name), 0, &v)
		got := v.last
		all := readers.Decodings(name)
		want := all[len(all)-1]
		if capped || got != want && !(len(want) > maxPattern && len(got) > maxPattern && want[:maxPattern+1] == got[:maxPattern+1]) {
			t.Errorf("eachPart(%q) gives %q and %v, want %q", name, got, capped, want)
		}
	}
	// A name may be encoded too often if it has more than 256 bytes, and what may still be decoded
	// begins within the length of a pattern or has more than 55 bytes.
	for plain := maxPattern - 10; plain < maxPattern+60; plain++ {
		for percents := range 70 {
			for _, end := range []string{"", "41", "x"} {
				name := strings.Repeat("a", plain) + strings.Repeat("%", percents) + end
				v := visitor{keeps: true}
				if capped := eachPart([]byte(name), 0, &v); capped != (plain <= maxPattern && len(name) > 256 || plain > maxPattern && percents+len(end) > 55) {
					t.Errorf("eachPart of %d letters, %d percents and %q: %v", plain, percents, end, capped)
				} else if n := min(len(v.last), maxPattern+1); !capped && v.last[:n] != name[:n] && end != "41" {
					t.Errorf("eachPart of %d letters, %d percents and %q gives %q", plain, percents, end, v.last)
				}
			}
		}
	}
	if !eachPart([]byte(strings.Repeat("%", 300)), 0, new(visitor)) {
		t.Error("eachPart does not refuse a name that may be encoded too often")
	}
}

// A URL, and a user and a password, are found however often they are encoded.
func TestEncodedAnyTimes(t *testing.T) {
	for _, text := range []string{"https://ann:hunter2@h/", "ann:hunter2@h", "x+y://ann:hunter2@h"} {
		for depth := range 9 {
			in := "?next=" + text + "&b=c"
			if got := string(Text(nil, in, nil)); strings.Contains(got, "hunter2") || !strings.HasSuffix(got, "&b=c") {
				t.Errorf("encoded %d times: Text(%q) = %q", depth, in, got)
			}
			text = url.QueryEscape(text)
		}
	}
}

func FuzzAppend(f *testing.F) {
	for i, s := range []string{"http://a:b@h/?sig=c#d", `ht\tp:\\a@b@c/reset%2f/x?a;b=c`, "/a?%74oken=1&amp;q"} {
		f.Add(s, byte(i))
	}
	for i := range rules {
		f.Add("/0%2\x160#S0", byte(i)) // no "%26"
	}
	f.Fuzz(func(t *testing.T, src string, k byte) {
		i := int(k) % len(rules)
		check(t, &rules[i], policies[i], src, "")
		if got := Append(nil, []byte(src), policies[i]); !bytes.Equal(got, Append(nil, src, policies[i])) {
			t.Errorf("Append(%q) is not the same for bytes", src)
		}
	})
}

// What is left of a URL has no value that is not listed. A fragment alone is text, unless it has a "=".
func TestTextAllow(t *testing.T) {
	allow, fragment := policy(t, Rules{Allow: []string{"q"}, Mask: "*"}), policy(t, Rules{Fragment: true, Mask: "*"})
	const in = "#1 ##2 &#3; %#4 12#34: go#12345, a#123456 1#1234567. a#1b a#b c#q=1 (#d=e) #q=f&g h&i j&k=l;q=m&q=n;o=p http://h:1;q=1;r=2 http://h/a&b;c=d http://h:1;i:2 &h/a?q=1&s"
	for _, row := range []struct {
		p    *Policy
		want string
	}{
		{allow, "#1 ##2 &#3; %#4 12#34: go#12345, a#* 1#1234567. a#* a#* c#q=1 (#d=*) #q=f&* h&i j&k=*&q=n;o=* http://h:1;q=1;r=* http://h/a&b;c=d http://h:1;i:2 &h/a?q=1&*"},
		{fragment, "#1 ##2 &#3; %#4 12#34: go#12345, a#* 1#1234567. a#* a#* c#* (#*) #* h&i j&k=l;q=m&q=n;o=p http://h:1;q=1;r=2 http://h/a&b;c=d http://h:1;i:2 &h/a?q=1&s"},
	} {
		if got := string(Text(nil, in, row.p)); got != row.want {
			t.Errorf("Text(%q) = %q, want %q", in, got, row.want)
		}
	}
}

// In a text, the paths of URLs in a query have segments, too, and those after what is no scheme.
func TestTextSegments(t *testing.T) {
	p := policy(t, Rules{Segments: []string{"tok-*"}, After: []string{"reset"}, Mask: "*"})
	for in, want := range map[string]string{
		"GET /a?next=http://h/reset/b/c&d=tok-e&reset=f HTTP/1.1":   "GET /a?next=http://h/reset/*/c&d=tok-e&reset=f HTTP/1.1",
		"/a?u=http://ann@h/tok-1/d&v=/tok-2&w=reset/b/tok-4#/tok-3": "/a?u=http://*@h/*/d&v=/*&w=reset/b/tok-4#/tok-3",
		`{"u":"\/a?u=http:\/\/h\/reset\/b"}`:                        `{"u":"\/a?u=http:\/\/h\/reset\/*"}`,
		"x!://h/reset/b 見//h/tok-1":                                 "x!://h/reset/* 見//h/*",
	} {
		if got := string(Text(nil, in, p)); got != want {
			t.Errorf("Text(%q) = %q, want %q", in, got, want)
		}
	}
}

// A nil policy is that of the zero rules, and Rules are copied.
func TestNilPolicy(t *testing.T) {
	names := OpenTelemetry()
	p := policy(t, Rules{Names: names})
	names[0] = "other"
	const in = "http://a:b@h/?AWSAccessKeyId=1&sig=2&Sig=3"
	if got, want := Append(nil, in, nil), Append(nil, in, p); !bytes.Equal(got, want) {
		t.Errorf("Append(%q) = %q, want %q", in, got, want)
	}
	if slices.Contains(OpenTelemetry(), "other") {
		t.Error("OpenTelemetry() returns the same slice again")
	}
}

func TestGrowth(t *testing.T) {
	jobs := map[string]growth.Job{}
	for i, p := range policies {
		jobs["Append "+string(rune('0'+i))] = growth.Of(func(in string) { Append(nil, in, p) })
		jobs["Text "+string(rune('0'+i))] = growth.Of(func(in string) {
			defer kernel.Use(kernel.Use(kernel.Portable)) // as growth.CheckPortable does
			Text(nil, in, p)
		})
	}
	growth.Check(t, 1<<10, []growth.Shape{
		{"http://h/?", "token=1&"}, {"?", "=", "&"}, {"?", ";a"}, {"#", "%"}, {"#", "&", "", "%"}, {"#", "?a%3D"}, {"?", "%25"},
		{"", "a:"}, {"", "http:"}, {"", "/"}, {"", `\`}, {"", "@"}, {"http://h:x", "/a@"}, {"http://h/", "reset/"}, {"", " /a"}, {"", "'/a"}, {"", "a:b@"}, {"", "a%3A%2F%2Fb"}, {"a%3A%2F%2F", "%25"}, {"a:", "a%3A%2F%2F%3A%40"}, {"a", ":a"}, {"", "invalid port \":a"}, {"", "invalid port \":\""}, {"http://h/", ":/a@"},
		{"", "a%3A"}, {"", "/a%3Ab%40"}, {"", "a%3A", "%40b"}, {"", "=a%3Ab%40c"}, {"http://h/?", "a=b:c@d&"}, {"http://h/?", "a:", "", "@"}, {"http://h/?", "=a:b@"},
		{"", "?"}, {"", "?."}, {"", "&a"}, {"", "#a"}, {"", "#"}, {"", "&token=a"}, {"", "#a=", ";"}, {"&", ";a=b"}, {"&", "http://h/;"}, {"", `\u0026a`}, {"&", `token=\u0026`}, {"", "%3F"}, {"", "a%3A%2F"}, {"", "a:/"}, {"a", `\/`}, {"//", "a:b@"}, {"", "/", "a:b@c"},
		{"http://h/", "a://h:x/", "", "&@"}, {"http://h/?", "=//a:x/", "", "&@"}, {"", "é//a"}, {"", " :a@h"}, {"", "a#1"}, {"http://h/?", `\`}, {"x&token=", `\`}, {"", "é://a@h/"}, {"/?", "/reset/a", "=b"}, {"a:", ":a", "", "//@"}, {"http://h/?", `a:\b`, "", "/@h"},
	}, jobs)
	growth.Check(t, 1<<14, []growth.Shape{{"http://h/?", `a\u003d1\u0026`}}, map[string]growth.Job{ // what takes a nanosecond for 16 bytes
		"Text": growth.Of(func(in string) { Text(nil, in, nil) }),
	})
}

// Fold is for what comes before a segment, but not for the segments themselves.
func TestFoldOfSegments(t *testing.T) {
	for fold, want := range map[query.Fold]string{0: "/Reset/a/tok-1/TOK-1", query.FoldCase: "/Reset/*/tok-1/TOK-1"} {
		p := policy(t, Rules{After: []string{"reset"}, Segments: []string{"Tok-*"}, Fold: fold, Mask: "*"})
		if got := Append(nil, "/Reset/a/tok-1/TOK-1", p); string(got) != want {
			t.Errorf("Fold %v: %s, want %s", fold, got, want)
		}
	}
}
