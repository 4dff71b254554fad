// Package tally counts in bounded memory: how often each of many values occurs,
// how many distinct ones there are, and how lengths are distributed.
//
// Every worker has counters of its own, which nothing else touches, and they are
// added up at the end. Whatever is added, the sum depends only on what was
// counted: neither on the number of workers nor on who counted what, nor on the
// order. Counts are exact as long as there are no more than MaxValues values, and
// numbers of distinct ones up to MaxDistinct; beyond that they are estimates that
// come with a bound on their error.
//
// Estimates come from hashes that are the same at every run, so that results are,
// too. Who chooses values by these hashes can make estimates wrong, but neither
// exact counts nor the time they take: places in tables depend on a secret.
package tally
