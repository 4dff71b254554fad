// Package extract prints the URIs in files and folders.
//
// extract.go prints what one worker finds in a block, and leftout.go says what was not
// printed. walk.go is the reader of the pipeline: it finds the files, and cuts them into
// documents (documents.go, which says where pages are) or hands on small ones many at a
// time (batch.go). form.go tells what an input is, and which archives in folders are read,
// and format.go is --format.
package extract
