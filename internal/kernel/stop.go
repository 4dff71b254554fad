package kernel

// FirstStop returns the first octet of b that cannot be in a query, or, behind a
// "#", in a fragment: at is where it is, len(b) if there is none. If it is a "%"
// without two HEXDIG (2.1), refused is where the first HEXDIG is missed, else it
// is at, too. It does not allocate.
func FirstStop(b []byte) (at, refused int) {
	at, _ = triplets(b, 0, RunQuery, 0)
	if at < len(b) && b[at] == '#' {
		at, _ = triplets(b, at+1, RunQuery, 0)
	}
	refused = at
	if at < len(b) && b[at] == '%' {
		refused++
		if refused < len(b) && isHex(b[refused]) {
			refused++
		}
	}
	return at, refused
}
