// Package tally counts in bounded memory: how often each of many values occurs,
// how many distinct values there are, and how lengths are distributed.
//
// Every worker has its own counters, which are added up at the end. The sum depends
// only on the values that were counted: not on the number of workers, on which worker
// counted a value, or on the order. Counts are exact for up to MaxValues values, and
// numbers of distinct values up to MaxDistinct; above that they are estimates with a
// bound on their error.
//
// Estimates use hashes that are the same in every run, so results are the same, too.
// Values that are chosen by these hashes can make estimates wrong, but not exact counts,
// and they cannot make counting slow: places in tables depend on a secret.
package tally
