// Package faults provides a disk.System for tests in which one operation fails, or is
// the last one, as if the process had been killed.
package faults
