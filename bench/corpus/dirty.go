package corpus

import "strings"

// spoilers make a URL, whose path is not empty, need a rung of 6.2. The first three can be
// combined with any other; two that change the same component might give an invalid URL.
var spoilers = []func(r *random, p *parts){
	func(r *random, p *parts) { p.scheme = strings.ToUpper(p.scheme) }, // upper-case scheme (6.2.2.1)
	func(r *random, p *parts) { // lower-case hex digits (6.2.2.1)
		p.path += strings.ToLower(r.escaped()) + "%c3%bc"
	},
	func(r *random, p *parts) { // unreserved byte encoded (6.2.2.2)
		p.path += pick(r, []string{"%7E", "%2D", "%41", "%75", "%5F"}) + pick(r, words)
	},
	func(r *random, p *parts) { p.path = "/." + p.path },                         // dot segment (6.2.2.3)
	func(r *random, p *parts) { p.path = "/" + pick(r, words) + "/.." + p.path }, // two dots (6.2.2.3)
	func(r *random, p *parts) { p.path += "/.." },                                // dots at the end (6.2.2.3)
	func(r *random, p *parts) { // default port (6.2.3)
		p.port = ":80"
		if strings.EqualFold(p.scheme, "https") {
			p.port = ":443"
		}
	},
	func(r *random, p *parts) { p.port = ":" }, // empty port (6.2.3)
	func(r *random, p *parts) { // upper-case host (6.2.2.1)
		p.host = "Www." + strings.ToUpper(p.host[:1]) + p.host[1:]
	},
	func(r *random, p *parts) { // IPv6 text (RFC 5952)
		p.host = "[2001:DB8:0:0:0:0:" + r.digits("0123456789ABCDEF", 3) + "A:1]"
	},
}

// dirty returns a URL that needs one or two rungs.
func (r *random) dirty() string {
	p := r.url(&web)
	if p.path == "" {
		p.path = "/"
	}
	pick(r, spoilers)(r, &p)
	if r.chance(2500) {
		pick(r, spoilers[:3])(r, &p)
	}
	return p.String()
}

// forbidden are bytes that no rule of the grammar admits. The valid text before one is
// the longest prefix of any valid reference, so the offset of the byte is the offset of
// the fault.
const forbidden = "\"<>\\^`{|} \x00\t\x7f\xc3\xe6"

// faultAtStart returns a URL after a byte that is not allowed there.
func (r *random) faultAtStart() (line string, fault int) {
	return string([]byte{r.letter(forbidden + ":")}) + r.url(&web).String(), 0
}

// faultInMiddle returns a URL with a forbidden byte in its middle.
func (r *random) faultInMiddle() (line string, fault int) {
	return r.spoilAt(&web, func(n int) int { return n / 2 })
}

// faultAtEnd returns a URL whose last byte is forbidden or that ends in an
// unfinished triplet.
func (r *random) faultAtEnd() (line string, fault int) {
	if r.chance(2000) {
		p := r.url(&web)
		p.path += "/" // an authority may end in a port
		line = p.String() + "%4"
		return line, len(line)
	}
	return r.spoilAt(&web, func(n int) int { return n })
}

// refused returns a link as people write them, with a blank, a raw letter or
// a bar somewhere after the host.
func (r *random) refused() (line string, fault int) {
	p := r.url(&refused)
	head := len(parts{scheme: p.scheme, host: p.host, port: p.port}.String())
	s := p.String()
	at := head + r.below(1+len(s)-head)
	dirt := pick(r, []string{" ", " ", " ", "|", "é", "山", "“", "\\", "^", "{", "`"})
	return s[:at] + dirt + s[at:], at
}

func (r *random) spoilAt(s *shape, at func(n int) int) (line string, fault int) {
	line = r.url(s).String()
	fault = at(len(line))
	return line[:fault] + string([]byte{r.letter(forbidden)}) + line[fault:], fault
}
