package corpus

// forbidden are bytes that no rule of the grammar admits: wherever one
// stands, what precedes it in a valid reference is the longest prefix of any
// valid one, so its offset is the fault's.
const forbidden = "\"<>\\^`{|} \x00\t\x7f\xc3\xe6"

// faultAtStart returns a URL after a byte that cannot be there.
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
