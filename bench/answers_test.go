package bench

import (
	"net/url"

	"github.com/fredbi/uri"
	whatwg "github.com/nlnwa/whatwg-url/url"
	"github.com/uriscan/uriscan/scanner"
	"github.com/valyala/fasthttp"
)

// scannerFields returns what the scanner says of line.
func scannerFields(line string) (fields, bool) {
	ref, err := scanner.Parse(line)
	return fieldsOf(line, ref), err == nil
}

func fieldsOf(line string, ref scanner.Ref) fields {
	return fields{
		ref.Scheme().OfString(line), ref.Authority().OfString(line), ref.Path().OfString(line),
		ref.Query().OfString(line), ref.Fragment().OfString(line),
	}
}

// netURLFields returns what net/url says of line. It decodes what it parses;
// the forms that its documentation calls encoded come nearest to the bytes.
func netURLFields(line string) (fields, bool) {
	u, err := url.Parse(line)
	if err != nil {
		return fields{}, false
	}
	f := fields{u.Scheme, u.Host, u.EscapedPath(), u.RawQuery, u.EscapedFragment()}
	if u.User != nil {
		f.authority = u.User.String() + "@" + u.Host
	}
	if u.Opaque != "" {
		f.path = u.Opaque
	}
	return f, true
}

// fasthttpFields returns what fasthttp says of line, as it was written where it
// keeps that.
func fasthttpFields(line string) (fields, bool) {
	var u fasthttp.URI
	if err := u.Parse(nil, []byte(line)); err != nil {
		return fields{}, false
	}
	f := fields{"", string(u.Host()), string(u.PathOriginal()), string(u.QueryString()), string(u.Hash())}
	if truth(line).scheme != "" {
		f.scheme = string(u.Scheme()) // where there is none it says http
	}
	if user := u.Username(); len(user) > 0 {
		f.authority = string(user) + "@" + f.authority
	}
	return f, true
}

// fredbiFields returns what fredbi/uri says of line: its String, since it has
// the query only decoded.
func fredbiFields(line string) (fields, bool) {
	u, err := uri.ParseReference(line)
	if err != nil {
		return fields{}, false
	}
	return truth(u.String()), true
}

// whatwgFields returns what nlnwa/whatwg-url says of line. It follows another
// standard, which has no answer for a reference without a base.
func whatwgFields(line string) (fields, bool) {
	u, err := whatwg.Parse(line)
	if err != nil {
		return fields{}, false
	}
	f := fields{u.Scheme(), u.Host(), u.Pathname(), u.Query(), u.Fragment()}
	if user := u.Username(); user != "" {
		f.authority = user + ":" + u.Password() + "@" + u.Host()
	}
	return f, true
}
