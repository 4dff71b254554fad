package corpus

// short returns a reference of 1 to 15 bytes.
func (r *random) short() string {
	n := r.below(10)
	switch r.below(10) {
	case 0:
		return "#" + r.digits("abcdefgh", n)
	case 1:
		return "?" + r.query(3+n, false)
	case 2:
		return "../" + r.digits("abcdefgh", n)
	case 3:
		return "//" + r.digits("abcdefgh", 1+n) + "/"
	case 4:
		return "tel:" + r.digits("0123456789", 2+n)
	case 5:
		return "http://" + r.digits("abcdefgh", 1+n/2) + "." + pick(r, []string{"de", "fr"})
	case 6:
		return pick(r, words) + pick(r, []string{".html", ".png", ".js"})
	}
	return r.path(&links, 1+n, false)
}

// target returns a request-target (RFC 9112, 3.2): mostly origin-form, some
// absolute-form, some authority-form, now and then an asterisk. All are URI
// references, too; what they mean as such is another matter.
func (r *random) target() string {
	switch u := r.below(100); {
	case u == 0:
		return "*"
	case u < 5:
		return r.host(&links) + ":443"
	case u < 15:
		p := r.url(&web)
		p.fragment = ""
		return p.String()
	}
	var p parts
	r.rest(&links, &p, 0)
	p.fragment = ""
	return p.String()
}
