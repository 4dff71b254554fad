package crawl

import (
	"bytes"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/normalize/query"
	"github.com/uriscan/uriscan/scanner"
)

// AppendKey appends the key of src by the rules of p to dst. It returns the extended buffer, the
// [scanner.Ref] of the key, and the rules that changed something. A nil p changes nothing.
//
// ref must be the Ref of src as [scanner.Parse] returns it; with the zero Ref, as the Ref of a
// bad line is, src is copied. dst and src may overlap as package normalize says. It allocates
// only to grow dst, to which a key adds at most 7 bytes more than src has, and for a query that
// must be sorted as [query.AppendSorted] does.
func AppendKey[B lut.Bytes](dst []byte, src B, ref scanner.Ref, p *Profile) (out []byte, key scanner.Ref, changed Rules) {
	b, rules := kernel.Bytes(src), p.Rules()
	if ref == (scanner.Ref{}) || rules == 0 {
		return append(dst, b...), ref, 0
	}
	var rungs normalize.Flags
	if rules&Normal != 0 {
		rungs = normalize.SchemeBased
	}
	if rules&Fragment != 0 && !(rules&HashBang != 0 && bytes.HasPrefix(ref.Fragment().Of(b), []byte{'!'})) {
		rungs |= normalize.DropFragment
	}
	if !normalize.KnownNormal(ref, rungs) {
		needed := normalize.Needed(b, ref, rungs)
		if needed&normalize.DropFragment != 0 {
			changed |= Fragment
		}
		if needed&^normalize.DropFragment != 0 {
			changed |= Normal
		}
	}
	out, ref = normalize.AppendRef(dst, b, ref, rungs)
	if rules &= coarse; rules == 0 || !applies(out[len(dst):], ref) {
		return out, ref, changed
	}
	k := editor{Profile: p, text: out[len(dst):], rules: rules}
	// From the end, so that the offsets of ref hold.
	if ref.Has(scanner.Query) {
		k.query(ref)
	}
	if ref.Path().Len() > 0 {
		k.path(ref)
	}
	if rules&WWW != 0 && ref.HostKind() == scanner.RegName {
		k.www(ref)
	}
	if k.changed == 0 {
		return out, ref, changed
	}
	return out[:len(dst)+len(k.text)], scanner.Split(k.text), changed | k.changed
}

// coarse are the rules that merge what RFC 3986 holds apart.
const coarse = all &^ (Normal | Fragment | HashBang)

// applies reports whether the coarse rules apply to a reference.
func applies(b []byte, ref scanner.Ref) bool {
	if ref.Has(scanner.Scheme) && !isHTTP(ref.Scheme().Of(b)) {
		return false
	}
	return ref.Has(scanner.Authority) || ref.PathKind() == scanner.PathAbsolute && !ref.Has(scanner.Scheme)
}

// isHTTP reports whether scheme is http or https, in any case.
func isHTTP(scheme []byte) bool {
	return bytes.EqualFold(scheme, []byte("http")) || bytes.EqualFold(scheme, []byte("https"))
}

// An editor applies the coarse rules to text, in place. Nothing gets longer.
type editor struct {
	*Profile
	text    []byte
	rules   Rules
	changed Rules
}

// cut removes text[from:to].
func (e *editor) cut(from, to int) { e.text = append(e.text[:from], e.text[to:]...) }

// query applies the rules for the parameters of a query.
func (e *editor) query(ref scanner.Ref) {
	const parameters = Tracking | Sessions | SessionValues | Empty
	start, end := int(ref.Query().Start), int(ref.Query().End)
	host := e.hostMatcher(ref)
	w, kept := start, 0
	if e.rules&parameters == 0 {
		w, kept = end, 1
	} else {
		for at, p := range query.All(e.text[start:end], 0) {
			if cause := e.cutBy(p, host); cause != 0 {
				e.changed |= cause
				continue
			}
			if kept++; kept > 1 {
				e.text[w] = '&'
				w++
			}
			n := len(p.Name)
			if p.HasValue {
				n += 1 + len(p.Value)
			}
			w += copy(e.text[w:], e.text[start+at:start+at+n])
		}
	}
	switch {
	case kept == 0 && (start < end || e.rules&Empty != 0):
		if start == end {
			e.changed |= Empty
		}
		w = start - 1 // with its "?"
	case e.rules&Order != 0 && sortQuery(e.text[start:w]):
		e.changed |= Order
	}
	e.cut(w, end)
}

// maxSorted is how many parameters are sorted at most: each takes 48 bytes of memory meanwhile,
// and a hostile URL can have millions.
const maxSorted = 131_072

// sortQuery sorts the parameters of q in place, if they are not too many, and reports whether
// that changed something.
func sortQuery(q []byte) bool {
	if query.IsSorted(q, query.Spelled) || query.MoreThan(q, maxSorted, query.Spelled) {
		return false
	}
	query.AppendSorted(q[:0], q, query.Spelled)
	return true
}

// cutBy returns the rule that cuts a parameter, or 0.
func (e *editor) cutBy(p query.Param[[]byte], host *query.Matcher) Rules {
	switch {
	case e.rules&Tracking != 0 && (e.tracking.Match(p.Name, 0) || host.Match(p.Name, 0)):
		return Tracking
	case e.rules&Sessions != 0 && e.sessions.Match(p.Name, 0):
		return Sessions
	case e.rules&SessionValues != 0 && isHex32(p.Value):
		return SessionValues
	case len(p.Name) == 0 && !p.HasValue:
		return e.rules & Empty
	}
	return 0
}

func isHex32(value []byte) bool {
	return len(value) == 32 && lut.Span(value, hexDigits) == 32
}

var hexDigits = lut.SetOf(lut.HexDigit)

// hostMatcher returns the further parameters that Tracking cuts on a host: those of the longest
// name in Hosts that is the host or above it.
func (e *editor) hostMatcher(ref scanner.Ref) *query.Matcher {
	if len(e.hosts) == 0 || e.rules&Tracking == 0 {
		return nil
	}
	host := ref.Host().Of(e.text)
	if n := len(host); n > 0 && host[n-1] == '.' {
		host = host[:n-1]
	}
	at := 0
	if n := len(host) - e.longest; n > 0 {
		// No longer name is in hosts, and none is looked up.
		dot := bytes.IndexByte(host[n-1:], '.')
		if dot < 0 {
			return nil
		}
		at = n + dot
	}
	for {
		if m := e.hosts[string(host[at:])]; m != nil {
			return m
		}
		dot := bytes.IndexByte(host[at:], '.')
		if dot < 0 {
			return nil
		}
		at += dot + 1
	}
}

// www applies the rule WWW.
func (e *editor) www(ref scanner.Ref) {
	start, end := int(ref.Host().Start), int(ref.Host().End)
	at := start
	for {
		rest := e.text[at:end]
		if len(rest) < 4 || !bytes.EqualFold(rest[:4], []byte("www.")) {
			break
		}
		rest = rest[4:]
		if dot := bytes.IndexByte(rest, '.'); dot <= 0 || dot == len(rest)-1 {
			break
		}
		at += 4
	}
	if at > start && !isIPv4(e.text[at:end]) {
		e.cut(start, at)
		e.changed |= WWW
	}
}

// isIPv4 reports whether a host would be an IPv4address (3.2.2), which a name with "www." before
// it is not.
func isIPv4(host []byte) bool {
	var memory [2 + 15]byte
	if len(host) > 15 || lut.Span(host, addressBytes) != len(host) {
		return false
	}
	b := append(append(memory[:0], "//"...), host...)
	return scanner.Split(b).HostKind() == scanner.IPv4Address
}

var addressBytes = lut.MakeSet("0123456789.")
