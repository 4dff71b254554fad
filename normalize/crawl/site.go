package crawl

import (
	"bytes"
	"unsafe"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/lut"
)

// A PublicSuffixList has the methods of cookiejar.PublicSuffixList, so that its values serve
// here: publicsuffix.List of golang.org/x/net, or a newer list of one's own. It must not keep
// domain, which may be memory of the caller.
type PublicSuffixList interface {
	// PublicSuffix returns the public suffix of domain, a part of its end.
	PublicSuffix(domain string) string
	// String says what list it is.
	String() string
}

// RegistrableDomain returns the registrable domain of a host: its public suffix and the label
// before it, such as example.co.uk for www.example.co.uk. The result is a part of host, without
// its dot at the end. host must be in lower case, as normalization writes it.
//
// ok is false for a host that is a public suffix itself, that has an empty label, or that is an
// address: its last label is a number, or there is a "[". It does not allocate, if list does not.
func RegistrableDomain[B lut.Bytes](host B, list PublicSuffixList) (domain B, ok bool) {
	b := kernel.Bytes(host)
	if n := len(b); n > 0 && b[n-1] == '.' {
		b = b[:n-1]
	}
	n := len(b)
	if n == 0 || b[0] == '.' || b[0] == '[' || b[n-1] == '.' || bytes.Contains(b, []byte("..")) {
		return domain, false
	}
	if last := b[bytes.LastIndexByte(b, '.')+1:]; lut.Span(last, digits) == len(last) {
		return domain, false
	}
	dot := n - len(list.PublicSuffix(unsafe.String(&b[0], n))) - 1
	if dot <= 0 || b[dot] != '.' {
		return domain, false
	}
	return kernel.Part(host, bytes.LastIndexByte(b[:dot], '.')+1, n), true
}
