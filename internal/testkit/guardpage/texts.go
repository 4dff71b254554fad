package guardpage

import "strings"

// A Text is an input of a wanted length, by the name of what it ends in.
type Text struct {
	Name string
	Text []byte
}

// texts are beginnings and what to repeat after each. Some end where more bytes
// would change the result: in a triplet, before the ":" that would make a scheme, in
// an authority, in an address.
var texts = []struct{ name, begin, repeated string }{
	{"everything", "http://h/", "a?b%41/"},
	{"a segment", "", "a"},
	{"a host", "//", "host."},
	{"a port", "s://u@h:", "0123456789"},
	{"userinfo", "//", "user:"},
	{"a label that may be a number", "//a--b", ".0x"},
	{"an address", "//1.2.3.", "4"},
	{"an IP literal", "//[1:2::3:4", ":5"},
	{"an IP literal after a userinfo", "//u:" + strings.Repeat("p", 56) + "@[1:2::", "3]:8"},
	{"an '@' after an IP literal", "//[" + strings.Repeat("1:", 31) + "]:1", "@"},
	{"a '?' in an IP literal", "//[?]:", "a?"},
	{"an authority that is cut", strings.Repeat("s", 59) + "://a|", "b"},
	{"what may be a name", "", "/www"},
	{"triplets", "/", "%4a"},
	{"a query", "/?", "q=1&"},
	{"a fragment", "a:#", "f/?"},
	{"nothing valid", "/", "|"},
	{"nothing ASCII", "?", "\x80"},
	{"lines", "", "a/b\r\n?c\n#\n//h:1\nhttp://u@h/%41\n\nbad line\n"},
}

// Texts returns inputs of a length: valid ones, invalid ones, and some that are
// valid except for the last byte.
func Texts(length int) (all []Text) {
	for _, t := range texts {
		text := strings.Repeat(t.repeated, length/len(t.repeated)+1)
		all = append(all, Text{t.name, []byte(t.begin + text)[:length]})
	}
	for _, last := range "%#@:[\n" {
		if length > 0 {
			text := []byte(strings.Repeat("a", length))
			text[length-1] = byte(last)
			all = append(all, Text{"a last " + string(last), text})
		}
	}
	return all
}

// Around are bytes that would change the result for most of Texts if they were read
// before or after them.
const Around = "a1:/?#@%]\n\r \x00\x80"
