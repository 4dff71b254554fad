package kernel

// FirstStop finds the first byte of b that cannot be in a query or, after a "#", in a
// fragment. at is its offset, or len(b) if b has no such byte. If it is a "%" without
// two HEXDIG (2.1), refused is the offset at which a HEXDIG is missing, else
// refused is at. It does not allocate.
func FirstStop(b []byte) (at, refused int) {
	at = queryEnd(b, 0)
	if at < len(b) && b[at] == '#' {
		at = queryEnd(b, at+1)
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

// queryEnd is triplets for the run of a query.
func queryEnd(b []byte, i int) int {
	for {
		i = skipQuery(b, i)
		if !isTriplet(b, i) {
			return i
		}
		i += 3
	}
}
