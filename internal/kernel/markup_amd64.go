//go:build amd64 && !purego

package kernel

const (
	// behindBlock is how many octets behind a block SkipMarkup reads with it.
	behindBlock = 2
	leastMarkup = 64 + behindBlock
	// beforeQuote is how much before a quote it reads at most for the name of the
	// attribute, and some more octets.
	beforeQuote = 32 + 2
)

// SkipMarkup passes over markup and the text in it, from b[i] on, which is text, or in
// a tag but no value of it. It stops at the first of these:
//
//   - "\", and ":" before "/" and "\", and in text or a value between a letter and what
//     is no blank, if signs.Ends and signs.Thirds have the letters before it;
//   - "<" that does not begin a tag as written below, or may begin that of an element
//     without tags in it;
//   - ">" in text;
//   - in a tag "<", a ">" between quotes, and a second quote behind "=" or a blank;
//   - in a tag ":", "'", and "&" before "#" or "c", but not in a value; in a value ":"
//     and such "&", unless it is that of an attribute that signs.Names does not have;
//   - where less than a block of b is left.
//
// A tag is "<", a letter or "/", and what follows up to ">". The quotes in a tag are "\"".
// The attribute of a value is known if directly before its quote are "=", a name of
// octets above ">" and "-", and blanks, before which is no "=", all in beforeQuote octets.
// at is where it stopped, and inValue whether between the quotes of a tag; end is behind
// the last tag that it passed, i if there was none. at is -1 where it does not look: on the
// portable level, where less than a block is left, and in the first beforeQuote octets.
// It does not allocate.
func SkipMarkup(b []byte, i int, inTag bool, signs *Signs) (end, at int, inValue bool) {
	if level == Portable || i < beforeQuote || len(b)-i < leastMarkup {
		return i, -1, false
	}
	from, value := 0, 0
	if inTag {
		from = -1
	}
	if level == AVX512 {
		end, at, value = skipMarkup512(&b[i], len(b)-i, from, &signs.Names[0])
	} else {
		end, at, value = skipMarkup256(&b[i], len(b)-i, from, &signs.Names[0])
	}
	return i + end, i + at, value == 1
}
