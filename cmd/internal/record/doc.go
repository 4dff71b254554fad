// Package record does a job to each record of the inputs: lines, or a column of them. It
// writes what comes of good ones, does with bad ones what the policy says, and reports them.
//
// job.go and table.go do the records of a block, lines.go many good ones in one
// step; driver.go writes what comes of the blocks, in order.
package record
