package corpus

import "strings"

// A spoiler gives p something to normalize. Its path is not empty.
type spoiler struct {
	name  string
	spoil func(r *random, p *parts)
}

// spoilers are what makes a URL need a rung of 6.2. The first three go with any
// other; two that write the same component might not give a valid one.
var spoilers = []spoiler{
	{"upper-case scheme (6.2.2.1)", func(r *random, p *parts) { p.scheme = strings.ToUpper(p.scheme) }},
	{"lower-case hex digits (6.2.2.1)", func(r *random, p *parts) {
		p.path += strings.ToLower(r.escaped()) + "%c3%bc"
	}},
	{"unreserved byte encoded (6.2.2.2)", func(r *random, p *parts) {
		p.path += pick(r, []string{"%7E", "%2D", "%41", "%75", "%5F"}) + pick(r, words)
	}},
	{"dot segment (6.2.2.3)", func(r *random, p *parts) { p.path = "/." + p.path }},
	{"two dots (6.2.2.3)", func(r *random, p *parts) { p.path = "/" + pick(r, words) + "/.." + p.path }},
	{"dots at the end (6.2.2.3)", func(r *random, p *parts) { p.path += "/.." }},
	{"default port (6.2.3)", func(r *random, p *parts) {
		p.port = ":80"
		if strings.EqualFold(p.scheme, "https") {
			p.port = ":443"
		}
	}},
	{"empty port (6.2.3)", func(r *random, p *parts) { p.port = ":" }},
	{"upper-case host (6.2.2.1)", func(r *random, p *parts) {
		p.host = "Www." + strings.ToUpper(p.host[:1]) + p.host[1:]
	}},
	{"IPv6 text (RFC 5952)", func(r *random, p *parts) {
		p.host = "[2001:DB8:0:0:0:0:" + r.digits("0123456789ABCDEF", 3) + "A:1]"
	}},
}

// dirty returns a URL that needs a rung or two.
func (r *random) dirty() string {
	p := r.url(&web)
	if p.path == "" {
		p.path = "/"
	}
	pick(r, spoilers).spoil(r, &p)
	if r.chance(2500) {
		pick(r, spoilers[:3]).spoil(r, &p)
	}
	return p.String()
}
