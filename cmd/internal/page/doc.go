// Package page finds the references in HTML: in the attributes that hold them, and in texts,
// comments, scripts and styles.
//
// page.go reads a document, tag.go its tags, foreign.go those in SVG and MathML. attributes.go says
// which attributes hold what, base.go what their references refer to, odd.go which ones browsers
// refuse, and sniff.go what begins like a page.
package page
