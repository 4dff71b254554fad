// Package corpus makes the inputs of the benchmarks: thousands of references
// shaped like those that crawlers meet, from a seed, the same bytes everywhere.
//
// corpus.go holds the kinds and the way to one of them; random.go, vocabulary.go and shape.go are what lines are drawn from;
// web.go, links.go and dirty.go, which has invalid lines, too, each make the kinds that
// they are named for; cold.go makes of web URLs more than a cache holds.
package corpus
