// Package disk is what the project does with files that it writes and reads
// again, behind a seam at which tests make any of it fail, or end for good as if
// the process had been killed.
package disk
