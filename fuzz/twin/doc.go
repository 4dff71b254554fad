// Package twin transcribes the pseudocode of RFC 3986 as it stands there, one
// line for one line, on strings and slowly. It shares nothing with the packages
// it judges; only tests import it.
package twin
