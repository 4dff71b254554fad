// Package tool has the common parts of the measuring programs: how they end, how they run
// other programs and benchmark binaries, and how they describe the machine.
package tool
