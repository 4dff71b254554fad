// Package disk writes files that are read again. Tests replace its System to make
// any operation fail, or the last one that happens, as if the process had been
// killed.
package disk
