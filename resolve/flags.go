package resolve

// Flags change how a base resolves. 0 is the text of section 5.2.
type Flags uint8

const (
	// NotStrict ignores the scheme of a reference that is that of the base, in
	// any case, for compatibility with RFC 1630 (5.2.2): http:g is then g.
	NotStrict Flags = 1 << iota

	// RejectUnderflow makes a ".." that has no segment left to remove an error of
	// kind [Underflow] instead of nothing (5.4.2).
	RejectUnderflow

	// BaseDots takes a base path that ends in "/.." as that of a folder, as erratum
	// 4789 has it: http://a/b/.. and g make http://a/g, not http://a/b/g.
	BaseDots
)
