package bench

import (
	"net/url"

	"github.com/fredbi/uri"
	whatwg "github.com/nlnwa/whatwg-url/url"
	"github.com/uriscan/uriscan/scanner"
	"github.com/valyala/fasthttp"
)

var parsers = []parser{
	{"net-url", netURLFields, netURLBytes, netURLStrings},
	{"fasthttp", fasthttpFields, fasthttpBytes, fasthttpStrings},
	{"fredbi-uri", fredbiFields, fredbiBytes, fredbiStrings},
	{"whatwg-url", whatwgFields, whatwgBytes, whatwgStrings},
	{"uriscan", scannerFields, scannerBytes, scannerStrings},
}

func netURLBytes(lines [][]byte) (n uint64) {
	for _, line := range lines {
		if u, err := url.Parse(string(line)); err == nil {
			n += uint64(len(u.Host))
		}
	}
	return n
}

func netURLStrings(lines []string) (n uint64) {
	for _, line := range lines {
		if u, err := url.Parse(line); err == nil {
			n += uint64(len(u.Host))
		}
	}
	return n
}

func scannerBytes(lines [][]byte) (n uint64) {
	for _, line := range lines {
		if ref, err := scanner.Parse(line); err == nil {
			n += uint64(ref.Host().Len())
		}
	}
	return n
}

func scannerStrings(lines []string) (n uint64) {
	for _, line := range lines {
		if ref, err := scanner.Parse(line); err == nil {
			n += uint64(ref.Host().Len())
		}
	}
	return n
}

// fasthttp takes a reference for that of an HTTP request and keeps the bytes it
// was given in an object made for reuse.
func fasthttpBytes(lines [][]byte) (n uint64) {
	var u fasthttp.URI
	for _, line := range lines {
		if u.Parse(nil, line) == nil {
			n += uint64(len(u.Host()))
		}
	}
	return n
}

func fasthttpStrings(lines []string) (n uint64) {
	var u fasthttp.URI
	for _, line := range lines {
		if u.Parse(nil, []byte(line)) == nil {
			n += uint64(len(u.Host()))
		}
	}
	return n
}

func fredbiBytes(lines [][]byte) (n uint64) {
	for _, line := range lines {
		if u, err := uri.ParseReference(string(line)); err == nil {
			n += uint64(len(u.Authority().Host()))
		}
	}
	return n
}

func fredbiStrings(lines []string) (n uint64) {
	for _, line := range lines {
		if u, err := uri.ParseReference(line); err == nil {
			n += uint64(len(u.Authority().Host()))
		}
	}
	return n
}

func whatwgBytes(lines [][]byte) (n uint64) {
	for _, line := range lines {
		if u, err := whatwg.Parse(string(line)); err == nil {
			n += uint64(len(u.Hostname()))
		}
	}
	return n
}

func whatwgStrings(lines []string) (n uint64) {
	for _, line := range lines {
		if u, err := whatwg.Parse(line); err == nil {
			n += uint64(len(u.Hostname()))
		}
	}
	return n
}
