package corpus

// makeLinks appends n links to c, in runs from one page each, as a crawler finds them.
func makeLinks(r *random, c *Corpus, n int) {
	const pages = 128
	var base []byte
	for i := range n {
		if i%(1+n/pages) == 0 {
			base = []byte(r.page())
		}
		c.Bases = append(c.Bases, base)
		c.Lines = append(c.Lines, []byte(r.link()))
	}
}

// page returns the URL of a page, often the first page of a site.
func (r *random) page() string {
	p := r.url(&web)
	switch r.below(10) {
	case 0, 1:
		p.path, p.query, p.fragment = "", "", ""
	case 2, 3, 4, 5:
		p.path, p.query, p.fragment = "/", "", ""
	}
	return p.String()
}

// link returns a relative reference (4.2). Most begin with a slash.
func (r *random) link() string {
	switch u := r.below(1000); {
	case u < 103:
		return "#"
	case u < 116:
		return "#" + r.text(4+r.below(24), false, func(int) byte { return '-' })
	case u < 118:
		return "?" + r.query(4+r.below(16), false)
	case u < 304:
		p := parts{host: r.host(&links)}
		r.rest(&links, &p, len(p.String()))
		return p.String()
	case u < 335:
		return r.relative("")
	case u < 339:
		return r.relative(pick(r, []string{"./", "../", "../../"}))
	}
	var p parts
	r.rest(&links, &p, 0)
	if p.query == "" && r.chance(250) {
		p.path = "/"
	}
	return p.String()
}

// relative returns a relative-path reference that begins with the prefix.
func (r *random) relative(prefix string) string {
	var p parts
	r.rest(&links, &p, len(prefix)-1)
	p.path = prefix + p.path[1:]
	if p.path == "" {
		p.path = pick(r, words)
	}
	return p.String()
}
