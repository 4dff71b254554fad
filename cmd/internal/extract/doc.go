// Package extract prints the URIs in files and folders.
//
// extract.go prints what one worker finds in a block. walk.go is the reader of the pipeline:
// it finds the files, and cuts them into documents (documents.go) or hands on small ones many
// at a time (batch.go). form.go tells what an input is, compressed.go which archives in
// folders are read, location.go where pages are, leftout.go what is said of values that are
// not printed, and format.go is --format.
package extract
