package kernel

// FirstStop returns the first octet of b that cannot be in a query, or, behind a
// "#", in a fragment: at is where it is, len(b) if there is none. If it is a "%"
// without two HEXDIG (2.1), refused is where the first HEXDIG is missed, else it
// is at, too. It does not allocate.
func FirstStop(b []byte) (at, refused int) {
	at = queryStop(b)
	if at < len(b) && b[at] == '#' {
		at++
		at += queryStop(b[at:])
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

// portableStop returns where the first octet of b is that cannot be in a query.
func portableStop(b []byte) int {
	at, _ := triplets(b, 0, RunQuery, 0)
	return at
}
