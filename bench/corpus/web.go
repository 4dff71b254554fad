package corpus

import (
	"fmt"
	"strings"
)

// parts are the components of a reference before it is written. "" means undefined,
// except for the path.
type parts struct{ scheme, host, port, path, query, fragment string }

// String writes the reference (5.3).
func (p parts) String() string {
	var b strings.Builder
	if p.scheme != "" {
		b.WriteString(p.scheme + ":")
	}
	if p.host != "" {
		b.WriteString("//" + p.host + p.port)
	}
	b.WriteString(p.path)
	if p.query != "" {
		b.WriteString("?" + p.query)
	}
	if p.fragment != "" {
		b.WriteString("#" + p.fragment)
	}
	return b.String()
}

// url returns an http or https URL.
func (r *random) url(s *shape) parts {
	p := parts{scheme: "http", host: r.host(s)}
	if r.chance(s.https) {
		p.scheme = "https"
	}
	if r.chance(s.port) {
		p.port = ":" + pick(r, []string{"8080", "8000", "8443", "81", "3000"})
	}
	if r.chance(s.emptyPath) {
		return p
	}
	r.rest(s, &p, len(p.String()))
	return p
}

// rest sets what follows the authority of p. The length of the whole is drawn from s;
// used bytes of it exist already.
func (r *random) rest(s *shape, p *parts, used int) {
	length, escapes := &s.plain, s.escapesWithout
	queried := r.chance(s.query)
	if queried {
		length, escapes = &s.queried, s.escapesWith
	}
	if !queried && r.chance(s.rootPath) {
		p.path = "/"
		return
	}
	room := r.length(length) - used
	if r.chance(s.fragment) {
		p.fragment = r.word()
		room -= 1 + len(p.fragment)
	}
	escaped := r.chance(escapes)
	if queried {
		n := max(2, room*(s.queryLeast+r.below(s.spare))/100)
		p.query = r.query(n-1, escaped)
		room -= n
	}
	p.path = r.path(s, max(1, room), escaped && !queried)
}

// host returns a registered name like those in practice, or an IPv4 address.
func (r *random) host(s *shape) string {
	if r.chance(s.ipv4) {
		return fmt.Sprintf("%d.%d.%d.%d", 1+r.below(223), r.below(256), r.below(256), 1+r.below(254))
	}
	h := ""
	switch {
	case r.chance(s.www):
		h = "www."
	case r.chance(s.deep):
		h = pick(r, words) + "."
	}
	h += pick(r, words)
	switch r.below(10) {
	case 0:
		h += "-" + pick(r, words)
	case 1, 2, 3:
		h += pick(r, words)
	}
	return h + "." + pick(r, tops)
}

// path returns an absolute path of n bytes (3.3).
func (r *random) path(s *shape, n int, escaped bool) string {
	end := ""
	switch {
	case r.chance(s.slash):
		end = "/"
	case r.chance(s.extension):
		end = pick(r, extensions)
	}
	if n < 3+len(end) {
		end = ""
	}
	const joints = "////--_-+."
	return "/" + r.text(n-1-len(end), escaped, func(int) byte { return r.letter(joints) }) + end
}

// query returns pairs of a name and a value, n bytes (3.4).
func (r *random) query(n int, escaped bool) string {
	return r.text(n, escaped, func(i int) byte { return "=&"[i&1] })
}

// text returns n bytes of words. joint returns the separator after the i-th word. If
// escaped is set, the first word and many others are percent-encoded.
func (r *random) text(n int, escaped bool, joint func(i int) byte) string {
	var b strings.Builder
	for i := 0; b.Len() < n; i++ {
		w, room := r.word(), n-b.Len()
		if escaped && (i == 0 || r.chance(6000)) {
			w = r.escaped()
		}
		if len(w) > room {
			w = r.digits("23456789", room) // a word cut short could break a triplet
		}
		b.WriteString(w)
		if b.Len() < n {
			b.WriteByte(joint(i))
		}
	}
	return b.String()
}
