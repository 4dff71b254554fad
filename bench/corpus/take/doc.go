// Command take prints statistics of the links of HTML pages, for the corpus pages. Each
// argument is a name and a folder of pages. For links like those of your own, in bench/:
//
//	go run ./corpus/take 'nodejs 20=/usr/share/doc/nodejs' 'mine=/srv/www' >pages.json
//	mv pages.json corpus/ # and change the digest in corpus_test.go
//	go test -bench '(Parse|AppendLines|Resolve)$/^corpus=pages$' .
package main
