// Package page finds the references in HTML: in the attributes that hold them, and in texts,
// comments, scripts and styles.
//
// page.go reads a document, tag.go its tags. attributes.go says which attributes hold what,
// base.go what their references refer to, and sniff.go what begins like a page.
package page
