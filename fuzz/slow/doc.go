// Package slow transcribes the pseudocode of RFC 3986 line by line, on strings and
// slowly. It is the slow twin of resolve and normalize, and shares nothing with
// them. Only tests import it.
package slow
