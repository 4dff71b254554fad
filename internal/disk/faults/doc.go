// Package faults has a system of files for tests in which an operation fails, or
// is the last one, as if the process had been killed.
package faults
