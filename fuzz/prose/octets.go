package prose

import "strings"

// madeOf tells whether s is made of unreserved characters (2.3), sub-delimiters
// (2.2), triplets (2.1) and the characters of extra.
func madeOf(s []byte, extra string) bool {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case isData(c) || strings.IndexByte(extra, c) >= 0:
		case isTriplet(s[i:]):
			i += 2
		default:
			return false
		}
	}
	return true
}

// isTriplet is section 2.1: "the percent character "%" followed by the two
// hexadecimal digits representing that octet's numeric value".
func isTriplet(s []byte) bool {
	return len(s) >= 3 && s[0] == '%' && isHexadecimal(s[1]) && isHexadecimal(s[2])
}

// isData tells whether c is unreserved, "uppercase and lowercase letters,
// decimal digits, hyphen, period, underscore, and tilde" (2.3), or one of the
// sub-delimiters that section 2.2 lists.
func isData(c byte) bool {
	return isLetter(c) || isDecimal(c) || strings.IndexByte("-._~!$&'()*+,;=", c) >= 0
}

func isLetter(c byte) bool { return 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' }

func isDecimal(c byte) bool { return '0' <= c && c <= '9' }

// isHexadecimal takes both cases: "uppercase ... 'A' through 'F' are equivalent
// to the lowercase digits 'a' through 'f'" (2.1).
func isHexadecimal(c byte) bool {
	return isDecimal(c) || 'A' <= c && c <= 'F' || 'a' <= c && c <= 'f'
}
