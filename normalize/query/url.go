package query

import (
	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/rawref"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/scanner"
)

// AppendURL appends src with query in place of its own query to dst, and returns the Ref of
// the result. ref must be the Ref of src. An empty query has no "?", unless the one in src is
// empty as well: a lone "?" stays.
//
// If the result is not a URI reference it returns dst and the error of [scanner.Parse]; of a
// query with a "#", which would begin a fragment, the error is BadQuery. dst must overlap
// neither src nor query. It allocates only to grow dst and, as Parse does, for an error.
func AppendURL[A, B lut.Bytes](dst []byte, src A, ref scanner.Ref, query B) (out []byte, _ scanner.Ref, err error) {
	b, old := kernel.Bytes(src), ref.Query()
	pathEnd, rest := int(ref.Path().End), ref.Len()
	if ref.Has(scanner.Fragment) {
		rest = int(ref.Fragment().Start) - 1
	}
	out = append(dst, b[:pathEnd]...)
	if len(query) > 0 || ref.Has(scanner.Query) && old.Len() == 0 {
		out = append(append(out, '?'), query...)
	}
	out = append(out, b[rest:ref.Len()]...)
	got, err := scanner.Parse(out[len(dst):])
	if n := got.Query().Len(); err == nil && n < len(query) {
		err = rawref.Fault(pathEnd+1+n, scanner.BadQuery).Err()
	}
	if err != nil {
		return dst, scanner.Ref{}, err
	}
	return out, got, nil
}

// AppendCacheKey appends a key for caches to dst: the URL src in the normal form of
// [normalize.SchemeBased], with its scheme, host, port and path, and of its parameters those
// that m matches. Userinfo and fragment are not in it, nor a port that is the default one. The
// key is a URI itself. Two URLs have the same key exactly if these parts are the same in that
// normal form; whether a host answers both alike is for the owner of the cache to know.
//
// Names are matched in the normal form. The parameters keep their order, unless f has
// [Sorted]. A nil m chooses none, the pattern "*" all; without any there is no "?".
//
// ok is false, and out is dst, if src has no scheme or no host: the key of a path alone would be
// that of other hosts as well. For the target of a request see package scanner/target. ref must
// be the Ref of src. dst may overlap src as package normalize says. It allocates only to grow
// dst and, with Sorted, as [AppendSorted] does.
func AppendCacheKey[B lut.Bytes](dst []byte, src B, ref scanner.Ref, m *Matcher, f Flags) (out []byte, ok bool) {
	if !ref.Has(scanner.Scheme) || ref.Host().Len() == 0 {
		return dst, false
	}
	out, ref = normalize.AppendRef(dst, src, ref, normalize.SchemeBased|normalize.DropUserinfo|normalize.DropFragment)
	if !ref.Has(scanner.Query) {
		return out, true
	}
	start := len(dst) + int(ref.Query().Start)
	query := AppendOnly(out[start:start], out[start:], m, f)
	if len(query) == 0 {
		return out[:start-1], true
	}
	if f&Sorted != 0 {
		AppendSorted(query[:0], query, f)
	}
	return out[:start+len(query)], true
}
