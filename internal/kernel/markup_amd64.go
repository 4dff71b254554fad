//go:build amd64 && !purego

package kernel

// leastMarkup is how many octets SkipMarkup reads at least: a block, and two behind it.
const leastMarkup = 64 + 2

// SkipMarkup passes over markup and the text in it, from b[i] on, which is text, or in
// a tag but no value of it. It stops at the first of these:
//
//   - "\", and ":" but before a blank;
//   - "<" that does not begin a tag as written below, or may begin that of an element
//     without tags in it;
//   - ">" in text;
//   - in a tag "<", ":" and "'", "&" before "#" or "c", a ">" between quotes, and a
//     second quote behind "=" or a blank;
//   - where less than a block of b is left.
//
// A tag is "<", a letter or "/", and what follows up to ">". The quotes in a tag are "\"".
// at is where it stopped, end is behind the last tag that it passed, i if there was none. On
// the portable level, and where i is 0, it stops at once. It does not allocate.
func SkipMarkup(b []byte, i int, inTag bool) (end, at int) {
	if level == Portable || i == 0 || len(b)-i < leastMarkup {
		return i, i
	}
	from := 0
	if inTag {
		from = -1
	}
	end, at = skipMarkup256(&b[i], len(b)-i, from)
	return i + end, i + at
}
