package template

import "bytes"

// parameters are what stands for the parameters of a segment.
const parameters = "{parameters}"

// stemOf returns the length of a segment without its parameters (3.3) and the ";" before them.
func stemOf(segment []byte) int {
	i := bytes.IndexByte(segment, ';')
	if i >= 0 {
		if rest := segment[i+1:]; string(rest) == parameters || bytes.IndexByte(rest, '=') >= 0 {
			return i
		}
	}
	return len(segment)
}

// isDots reports whether a segment is "." or ".." once it is decoded, or has such a segment
// then, between slashes or backslashes that a server may take for slashes.
func isDots(segment []byte) bool {
	if bytes.IndexByte(segment, '.') < 0 && bytes.IndexByte(segment, '%') < 0 {
		return false
	}
	dots, n := 0, 0 // of the decoded segment
	for i := 0; i < len(segment); {
		c, width := byteAt(segment, i)
		switch i += width; c {
		case '/', '\\':
			if n == dots && (n == 1 || n == 2) {
				return true
			}
			dots, n = 0, 0
			continue
		case '.':
			dots++
		}
		n++
	}
	return n == dots && (n == 1 || n == 2)
}

// hasDots reports whether a segment of path is "." or "..".
func hasDots(path []byte) bool {
	for start := 0; start <= len(path); {
		end := segmentEnd(path, start)
		if s := path[start:end]; isDots(s[:stemOf(s)]) {
			return true
		}
		start = end + 1
	}
	return false
}

// segmentEnd returns where the segment of path that starts at start ends.
func segmentEnd(path []byte, start int) int {
	if n := bytes.IndexByte(path[start:], '/'); n >= 0 {
		return start + n
	}
	return len(path)
}

// longestExtension is the number of bytes of a file extension, without its ".".
const longestExtension = 8

// nameEnd returns the length of what is before the extensions of a file name, or -1 if it has
// none or something else is after its first ".".
func nameEnd(stem []byte) int {
	end := bytes.IndexByte(stem, '.')
	if end <= 0 {
		return -1
	}
	n := 0 // of this extension
	for _, c := range stem[end+1:] {
		switch {
		case c == '.' && n > 0:
			n = 0
		case n < longestExtension && (isLetter(c) || n > 0 && '0' <= c && c <= '9'):
			n++
		default:
			return -1
		}
	}
	if n == 0 {
		return -1
	}
	return end
}

func isLetter(c byte) bool { c |= 0x20; return 'a' <= c && c <= 'z' }
