// Package warc finds the URIs in WARC files: in the headers of records and in what they hold,
// pages and texts, whatever those are encoded with.
//
// cutter.go says where records are, records.go what is done with each, and payload.go what
// they hold.
package warc
