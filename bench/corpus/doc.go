// Package corpus makes the inputs of the benchmarks: thousands of references like those
// that crawlers find. A seed gives the same bytes on every machine.
//
// corpus.go has the kinds and makes one of them; random.go, vocabulary.go and shape.go
// are the sources of the lines; web.go, links.go and dirty.go, which also makes invalid
// lines, make the kinds of their name; cold.go makes more web URLs than a cache holds.
// pages.go makes links by statistics of real pages, in pages.json, and statistics.go takes
// such statistics.
package corpus
