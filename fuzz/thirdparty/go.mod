module github.com/uriscan/uriscan/fuzz/thirdparty

go 1.26.0

replace github.com/uriscan/uriscan => ../..

require (
	github.com/nlnwa/whatwg-url v0.6.2
	github.com/uriscan/uriscan v0.0.0-00010101000000-000000000000
)

require (
	github.com/bits-and-blooms/bitset v1.20.0 // indirect
	github.com/valyala/bytebufferpool v1.0.0 // indirect
	golang.org/x/net v0.58.0 // indirect
	golang.org/x/text v0.41.0 // indirect
)
