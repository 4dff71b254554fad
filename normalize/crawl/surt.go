package crawl

import (
	"bytes"
	"slices"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/scanner"
)

// A Variant says whose SURT keys are written.
type Variant uint8

// The variants.
const (
	// IA keys are those of the tools of the Internet Archive, of pywb and cdxj-indexer, and of the
	// index of Common Crawl: they all call one library for Python, surt, and these keys are what
	// its version 0.3.1 was seen to write. They merge what those tools merge: the scheme, "www."
	// and "www2.", letters of both cases, slashes, session ids, the order of parameters. They
	// decode triplets until none is left to decode.
	//
	// The library for Java differs: it cuts every "www2." of a host in turn, surt the first. IA
	// follows surt, also where users call it a bug: www3288.com is "com)/"
	// (internetarchive/surt issue 28), and keys of www2.example.jp and www.example.jp are the same
	// (webrecorder/pywb issue 943). Where IA departs from surt, because that guesses or fails: a
	// host beyond ASCII keeps its triplets instead of becoming an A-label, a port over 65535 is
	// written, a reference without a scheme has a port and an address, and without an authority
	// no key, a scheme that begins a key is in lower case, too, http:a and http:///a have no host
	// instead of the host a, dns://www.h loses its "www.", and a host of dots alone is an empty
	// one before the ")".
	IA Variant = iota

	// Plain keys merge only what [normalize.SchemeBased] merges, and the scheme, userinfo and
	// fragment, which are not in them. Path and query are as in the normal form; "www." and "www2."
	// stay. The labels of a host are reversed, in those of addresses nothing is. A "!", "$", "&",
	// "'", "(", ")", "*", "+", ",", ";" or "=" in a host is encoded, which makes it the same as its
	// triplet, and a port comes after the ")": so sorted keys have every host, and all hosts of a
	// domain, next to each other, whatever bytes they have.
	Plain
)

// AppendSURT appends the SURT key of src to dst: the labels of the host from the last to the
// first, joined by ",", then ")", path and query.
//
//	http://www.example.com:8080/a?q	com,example:8080)/a?q (IA)	com,example,www):8080/a?q (Plain)
//
// Sorted by byte, as LC_ALL=C sort does, the keys of a host are next to each other, and those of
// all hosts of a domain. With IA that holds for hosts of letters, digits, "-" and "." without a
// port, since ":" sorts after "-".
//
// A URI without a host, such as mailto:, has a key that begins with its scheme; without
// authority and scheme ok is false, and out is dst. ref must be the Ref of src as
// [scanner.Parse] returns it. dst must not overlap src. It allocates only to grow dst and, with
// IA, as [query.AppendSorted] does. IA sorts up to 131,072 parameters.
func AppendSURT[B lut.Bytes](dst []byte, src B, ref scanner.Ref, v Variant) (out []byte, ok bool) {
	b := kernel.Bytes(src)
	switch {
	case !ref.Has(scanner.Scheme) && ref.Host().Len() == 0:
		return dst, false
	case v == IA:
		return appendIA(dst, b, ref), true
	}
	return appendPlain(dst, b, ref), true
}

// appendPlain appends the Plain key of b: the normal form, in which ")" takes the place of what
// comes before the host. There is room for it: "//" is longer.
func appendPlain(dst, b []byte, ref scanner.Ref) []byte {
	start := len(dst)
	dst, ref = normalize.AppendRef(dst, b, ref, normalize.SchemeBased|normalize.DropUserinfo|normalize.DropFragment)
	if ref.Host().Len() == 0 {
		return dst
	}
	from, to := start+int(ref.Host().Start), start+int(ref.Host().End)
	if ref.HostKind() == scanner.RegName {
		dst, to = encoded(dst, from, to, plainKept, "0123456789ABCDEF")
		reverse(dst[from:to])
	}
	n := start + copy(dst[start:], dst[from:to])
	dst[n] = ')'
	n++
	return dst[:n+copy(dst[n:], dst[to:])]
}

// plainKept are the bytes of a name that Plain keys have as they are: those that are no
// sub-delims (3.2.2), and the triplets of the normal form.
var plainKept = lut.SetOf(lut.Unreserved).Or(lut.MakeSet("%"))

// encoded encodes the bytes of dst[from:to] that are not in kept, and returns their new end.
func encoded(dst []byte, from, to int, kept lut.Set, hex string) ([]byte, int) {
	n := 0
	for i := from; i < to; i++ {
		if i += lut.Span(dst[i:to], kept); i < to {
			n += 2
		}
	}
	if n == 0 {
		return dst, to
	}
	length := len(dst)
	dst = slices.Grow(dst, n)[:length+n]
	copy(dst[to+n:], dst[to:length])
	for i, w := to, to+n; i < w; {
		i--
		if c := dst[i]; kept.Has(c) {
			w--
			dst[w] = c
		} else {
			w -= 3
			dst[w], dst[w+1], dst[w+2] = '%', hex[c>>4], hex[c&15]
		}
	}
	return dst, to + n
}

// reverse writes the labels of a host from the last to the first, with "," for ".".
func reverse(host []byte) {
	slices.Reverse(host)
	for start := 0; ; {
		n := bytes.IndexByte(host[start:], '.')
		if n < 0 {
			slices.Reverse(host[start:])
			return
		}
		slices.Reverse(host[start : start+n])
		host[start+n] = ','
		start += n + 1
	}
}
