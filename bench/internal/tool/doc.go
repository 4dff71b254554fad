// Package tool has what the programs that measure have in common: how they end, how
// they run other programs and binaries of benchmarks, and how they say on what was
// measured.
package tool
