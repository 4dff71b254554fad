package normalize

import "bytes"

// appendPath appends path with its triplets as f has them and without its dot
// segments, as 5.2.4 removes them (6.2.2.3): decoding and removing share one
// pass, since a triplet can be a dot. If !rooted, no authority is before the
// path and one that would begin with "//" gets "/." in front (3.3).
//
// INVARIANT: what is written never overtakes what is read, so dst may be
// path[:0]. Each octet is written once and removed at most once: linear time.
func appendPath(dst, path []byte, f Flags, authority bool) []byte {
	start := len(dst)
	for i := 0; i < len(path); {
		if begins(dst[start:]) {
			if dots, next := dotSegment(path, i, f); dots > 0 {
				if dots == 2 {
					dst = pop(dst, start)
				}
				i = next
				continue
			}
		}
		i, dst = appendPiece(dst, path, i, f)
	}
	if !authority && len(dst)-start >= 2 && dst[start] == '/' && dst[start+1] == '/' {
		dst = append(dst, "/."...)
		copy(dst[start+2:], dst[start:])
		dst[start+1] = '.'
	}
	return dst
}

// appendPiece appends what precedes the next place of path where a dot segment
// could begin or a triplet is, or else that triplet.
func appendPiece(dst, path []byte, i int, f Flags) (next int, out []byte) {
	if path[i] == '%' {
		t := tripletAt(path, i, f)
		return i + t.size, t.append(dst, path[i:], f)
	}
	end := mark(path, i)
	if end < len(path) && path[end] == '/' {
		end++
	}
	return end, append(dst, path[i:end]...)
}

// begins tells whether a segment begins after out, the path so far.
func begins(out []byte) bool { return len(out) == 0 || out[len(out)-1] == '/' }

// pop removes the last segment of dst[start:], which ends in "/", with the "/"
// before it: 5.2.4, 2C. The "/" that follows in the input buffer is the one
// that stays. Where there is no segment, nothing is removed.
func pop(dst []byte, start int) []byte {
	path := dst[start:]
	if len(path) < 2 {
		return dst
	}
	if n := bytes.LastIndexByte(path[:len(path)-1], '/'); n >= 0 {
		return dst[:start+n+1]
	}
	path[0] = '/'
	return dst[:start+1]
}

// dotSegment returns 1 or 2 if the segment that begins at path[i:] is "." or
// "..", and where the segment after it begins; else 0.
func dotSegment(path []byte, i int, f Flags) (dots, next int) {
	for i < len(path) && path[i] != '/' {
		size := dotSize(path, i, f)
		if size == 0 || dots == 2 {
			return 0, 0
		}
		i += size
		dots++
	}
	if i < len(path) {
		i++
	}
	return dots, i
}

// dotSize returns the size of the dot at path[i:], 3 for one percent-encoded
// that f decodes, 0 if none is there.
func dotSize(path []byte, i int, f Flags) int {
	switch {
	case path[i] == '.':
		return 1
	case path[i] == '%' && f&PercentEncoding != 0 && len(path)-i >= 3 && path[i+1] == '2' && path[i+2]|0x20 == 'e':
		return 3
	}
	return 0
}

// hasDots tells whether path has a dot segment.
func hasDots(path []byte, f Flags) bool {
	if dots, _ := dotSegment(path, 0, f); dots > 0 {
		return true
	}
	for i := mark(path, 0); i < len(path); i = mark(path, i+1) {
		dots := 0
		if path[i] == '/' {
			dots, _ = dotSegment(path, i+1, f)
		} else if i > 0 && path[i-1] == '/' {
			dots, _ = dotSegment(path, i, f)
		}
		if dots > 0 {
			return true
		}
	}
	return false
}

// losesDots tells whether appendPath changes path by more than its triplets: it
// has a dot segment that is not the "/." appendPath would put back.
func losesDots(path []byte, f Flags, authority bool) bool {
	if !authority {
		path = path[guard(path, f):]
	}
	return hasDots(path, f)
}

// guard returns the length of the "/." in front of a path that would otherwise
// begin with "//" (3.3), 0 if path does not begin so.
func guard(path []byte, f Flags) int {
	if len(path) < 2 || path[0] != '/' {
		return 0
	}
	dots, next := dotSegment(path, 1, f)
	if dots != 1 || next == len(path) || path[next] != '/' {
		return 0
	}
	return next - 1
}
