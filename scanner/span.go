package scanner

// A Span is a part of an input: the half-open range of byte offsets from Start
// to End.
type Span struct{ Start, End uint32 }

// Len returns the length of s in bytes.
func (s Span) Len() int { return int(s.End - s.Start) }

// Of returns the part of src that s covers, without copying. Its capacity equals
// its length, so that appending to it cannot overwrite what follows. It panics if
// s reaches beyond src.
func (s Span) Of(src []byte) []byte { return src[s.Start:s.End:s.End] }

// OfString is [Span.Of] for a string.
func (s Span) OfString(src string) string { return src[s.Start:s.End] }
