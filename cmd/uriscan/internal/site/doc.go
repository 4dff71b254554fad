// Package site finds the registrable domain of a host, which is one label more
// than a public suffix, such as example.co.uk of www.example.co.uk. Which
// suffixes are public, a list says (https://publicsuffix.org/list/).
package site
