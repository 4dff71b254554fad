// Package byhand is a third check of references, written by hand from the sentences
// of RFC 3986 and not from its grammar. The regular expression of Appendix B cuts
// the input, and one predicate per component, from the text of section 3, checks
// each part.
//
// Tables generated from a misread grammar would agree with a matcher of the same
// grammar. This package uses neither, and must agree with both. Only tests import
// it.
package byhand
