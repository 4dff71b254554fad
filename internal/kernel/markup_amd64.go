//go:build amd64 && !purego

package kernel

// leastMarkup is how many octets SkipMarkup reads at least: a block, and two behind it.
const leastMarkup = 64 + 2

// SkipMarkup passes over markup and the text in it, from b[i] on, which is text, or in
// a tag but no value of it. It stops at the first of these:
//
//   - "\", and ":" before "/" and "\", and between a letter and what is no blank;
//   - "<" that does not begin a tag as written below, or may begin that of an element
//     without tags in it;
//   - ">" in text;
//   - in a tag "<", any ":" and "'", "&" before "#" or "c", a ">" between quotes, and a
//     second quote behind "=" or a blank;
//   - where less than a block of b is left.
//
// A tag is "<", a letter or "/", and what follows up to ">". The quotes in a tag are "\"".
// at is where it stopped, and inValue whether between the quotes of a tag; end is behind
// the last tag that it passed, i if there was none. at is -1 where it does not look: on the
// portable level, where less than a block is left, and where i is 0. It does not allocate.
func SkipMarkup(b []byte, i int, inTag bool) (end, at int, inValue bool) {
	if level == Portable || i == 0 || len(b)-i < leastMarkup {
		return i, -1, false
	}
	from := 0
	if inTag {
		from = -1
	}
	end, at, value := skipMarkup256(&b[i], len(b)-i, from)
	return i + end, i + at, value == 1
}
