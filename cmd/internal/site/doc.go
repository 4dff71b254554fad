// Package site finds the registrable domain of a host: a public suffix and the label
// before it, such as example.co.uk for www.example.co.uk. The public suffixes are those of
// a list (https://publicsuffix.org/list/).
package site
