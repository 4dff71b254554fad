// Package tool has what the programs that measure have in common: how they end, and
// how they say on what was measured.
package tool
