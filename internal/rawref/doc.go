// Package rawref makes a scanner.Ref from offsets, and a scanner.Fault from its parts.
// It is for packages that write references and know where each component is; others
// get a Ref by parsing.
package rawref
