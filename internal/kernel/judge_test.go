package kernel

// judge is what the automaton alone says of b: its words if it is a URI-reference.
// It is the slow twin of all that proves anything.
func judge(b []byte) (w Words, ok bool) {
	n, colon, host := uint32(len(b)), uint32(0), NoHost
	o := Offsets{PathEnd: n, QueryEnd: n, End: n}
	s := State(StartURIReference)
	for i, c := range b {
		next, at := Next(s, c), uint32(i)
		if next == s && s != Dead {
			continue // nothing begins or ends here
		}
		if next == Dead {
			return w, false
		}
		from, to := LabelOf(s).Region(), LabelOf(next).Region()
		was, is := from == InAuthority || from == InLiteral, to == InAuthority || to == InLiteral
		switch {
		case c == ':' && from == InScheme:
			o.SchemeEnd = at
			o.HostStart, o.PathStart = at+1, at+1
		case is && !was:
			o.HostStart, o.PathStart = at+1, n
		case was && !is:
			o.PathStart, host = at, LabelOf(s).Host()
		case c == '@' && from == InAuthority:
			o.HostStart, colon = at+1, 0
		case c == ':' && from == InAuthority:
			colon = at
		}
		if to == InQuery || to == InFragment {
			o.PathEnd = min(o.PathEnd, at)
		}
		if to == InFragment {
			o.QueryEnd = min(o.QueryEnd, at)
		}
		s = next
	}
	if !LabelOf(s).Accepts() {
		return w, false
	}
	if r := LabelOf(s).Region(); r == InAuthority || r == InLiteral {
		host = LabelOf(s).Host()
	}
	o.HostEnd = o.PathStart
	if colon > 0 {
		o.HostEnd = colon
	}
	first := byte(0)
	if o.PathStart < o.PathEnd {
		first = b[o.PathStart]
	}
	return o.Pack(host, first).Judged(b), true
}
