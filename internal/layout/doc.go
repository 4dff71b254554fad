// Package layout makes a scanner.Ref from offsets that the caller knows, for the
// packages that write references and know where they put each component. The
// public way to a Ref is to scan.
package layout
