//go:build amd64 && !purego

package kernel

const (
	// behindBlock is how many octets behind a block SkipMarkup reads with it.
	behindBlock = 2
	leastMarkup = 64 + behindBlock
	// beforeQuote is how much before a quote it reads at most for the name of the
	// attribute, and some more octets.
	beforeQuote = 32 + 2
	// mostCopied is how much of the first and the last octets is copied to have others
	// around it.
	mostCopied = 4 * 64
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
//   - where less than a block of b is left, if the tag that it is in, or the text before
//     the next one, began more than mostCopied octets before the end.
//
// A tag is "<", a letter or "/", and what follows up to ">". The quotes in a tag are "\"".
// The attribute of a value is known if directly before its quote are "=", a name of
// octets above ">" and "-", and blanks, before which is no "=", all in beforeQuote octets
// of b. at is where it stopped, and inValue whether between the quotes of a tag; end is
// behind the last tag that it passed, i if there was none. at is -1 where nothing stopped
// it up to the end of b, and where it does not look: on the portable level. It does not
// allocate.
func SkipMarkup(b []byte, i int, inTag bool, signs *Signs) (end, at int, inValue bool) {
	end = i
	if level == Portable {
		return i, -1, false
	}
	if i < beforeQuote {
		if end, at, inValue = skipCopied(b, i, inTag, signs); end < beforeQuote || at >= 0 {
			return end, at, inValue
		}
		inTag = false
	}
	from := end
	if len(b)-from >= leastMarkup {
		end, at, inValue = skipBlocks(b[from:], inTag, signs)
		end, at, inTag = from+end, from+at, inTag && end == 0
		if len(b)-at >= leastMarkup {
			return end, at, inValue
		}
	}
	if len(b)-end > mostCopied {
		return end, at, inValue
	}
	return skipCopied(b, end, inTag, signs)
}

// skipBlocks is SkipMarkup from the beginning of b on, which beforeQuote octets precede,
// for whole blocks.
func skipBlocks(b []byte, inTag bool, signs *Signs) (end, at int, inValue bool) {
	from, value := 0, 0
	if inTag {
		from = -1
	}
	switch level {
	case AVX512:
		end, at, value = skipMarkup512(&b[0], len(b), from, &signs.Names[0])
	case AVX2:
		end, at, value = skipMarkup256(&b[0], len(b), from, &signs.Names[0])
	}
	return end, at, value == 1
}

// skipCopied is SkipMarkup for mostCopied octets from b[i] on, or all. at is -1 if nothing
// stopped it in these.
func skipCopied(b []byte, i int, inTag bool, signs *Signs) (end, at int, inValue bool) {
	var copied [beforeQuote + mostCopied + leastMarkup]byte
	before := b[max(0, i-beforeQuote):i]
	copy(copied[beforeQuote-len(before):], before)
	n := copy(copied[beforeQuote:][:mostCopied], b[i:])
	copied[beforeQuote+n] = '\\' // which stops it
	end, at, inValue = skipBlocks(copied[beforeQuote:][:n/64*64+leastMarkup], inTag, signs)
	if at == n {
		return i + end, -1, false
	}
	return i + end, i + at, inValue
}
