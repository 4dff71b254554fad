// Package prose finds the URIs in texts that arrive at once or in pieces.
//
// A [Text] is searched by find.go: head.go decides what begins a URI, end.go and
// variables.go where it ends, and more.go whether it is only a part of a URL. text.go holds
// the part of the text that is still needed, after decode.go has decoded escapes and join.go
// has removed line breaks. references.go decodes the character references of HTML, and cut.go
// finds where a text can be cut.
package prose
