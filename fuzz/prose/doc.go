// Package prose is a third opinion on references, written by hand from the
// sentences of RFC 3986 and not from its grammar: the regular expression of
// Appendix B cuts, and one predicate for each component, from the text of
// section 3, says whether the piece is one.
//
// Tables that are generated from a misread grammar would agree with a matcher
// of the same misreading. This package has neither seen the grammar nor the
// tables, and it must agree with both. Only tests import it.
package prose
