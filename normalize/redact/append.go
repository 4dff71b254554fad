package redact

import (
	"bytes"
	"slices"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/prose"
	"github.com/uriscan/uriscan/lut"
)

// Append appends src, a URL or what may have been one, to dst with what p says blanked. A nil p
// is the policy of the zero [Rules]. dst must not overlap src. It takes linear time and
// allocates only to grow dst.
func Append[B lut.Bytes](dst []byte, src B, p *Policy) []byte {
	return appendTo(dst, kernel.Bytes(src), p)
}

// appendTo is Append, compiled here: in the package of a caller, no calls of kernel are inlined.
func appendTo(dst, b []byte, p *Policy) []byte {
	p, b = p.orStandard(), b[:len(b):len(b)] // without a capacity to keep during the call
	if end := len(dst) + len(b); end <= cap(dst) && p.suspects != nil && kernel.CanCopyPlain() {
		odd, doubt := p.suspects.CopyPlain(dst, b)
		if odd|doubt == 0 {
			return dst[:end]
		}
		if odd == 0 && p.deniesNone(b) {
			return dst[:end]
		}
	}
	if p.isClean(b) {
		return append(dst, b...)
	}
	return p.settled(dst, b, false)
}

// settled redacts src, and what becomes of it. If a long src grows by that, as its beginning does,
// dst grows at once for both: append would leave each size that it outgrows to be collected.
func (p *Policy) settled(dst, src []byte, text bool) []byte {
	const sample = 1 << 16
	if len(src) > 16*sample && len(src) < 1<<27 {
		if eighths := (len(p.once(dst, src[:sample], text)) - len(dst)) * 8 / sample; eighths > 8 {
			dst = slices.Grow(dst, len(src)/8*2*min(eighths+1, 32))
		}
	}
	return p.settle(p.once(dst, src, text), len(dst), src, text)
}

// once is Append or Text without what makes their results final.
func (p *Policy) once(dst, src []byte, text bool) []byte {
	if text {
		return p.texts(dst, src)
	}
	r := redaction{p: p, dst: dst, src: src}
	return r.all()
}

// settle redacts dst[start:], which was made of src, until that changes nothing: where
// readers disagree, a mask in the place of a user or a host can give the rest another
// meaning. One more round is nearly always all that it takes. What does not settle is blanked.
func (p *Policy) settle(dst []byte, start int, src []byte, text bool) []byte {
	if bytes.Equal(dst[start:], src) {
		return dst
	}
	for range 8 {
		end := len(dst)
		dst = slices.Grow(dst, end-start) // at once, for append leaves what it outgrows to be collected
		dst = p.once(dst, dst[start:end], text)
		isSettled := bytes.Equal(dst[start:end], dst[end:])
		dst = append(dst[:start], dst[end:]...)
		if isSettled {
			return dst
		}
	}
	return append(dst[:start], p.mask...)
}

// A redaction is an input on its way to dst.
//
//	0 <= done <= len(src)
//
// src[:done] is in dst, and blanked there.
type redaction struct {
	p        *Policy
	dst, src []byte
	done     int
	// Where the path and the query end.
	query, fragment int

	text    bool // src is from a text
	encoded bool // which has a "%"
	isRest  bool // and is in a rest
	// How long the "&" or \u0026 is that src is a query after, or 0.
	separator int
}

// all redacts src. It keeps the order of src, so that it can write as it goes.
func (r *redaction) all() []byte {
	at, end := r.separator-1, len(r.src)
	if at < 0 {
		start := r.authority()
		if at = r.path(start); r.text {
			r.withoutQuery(start, at)
		}
	}
	fragment := at + prose.IndexOrLen(r.src[at:], '#')
	r.query, r.fragment = at, fragment
	if from := max(at+1, r.done); from < fragment {
		r.parameters(from, fragment, false)
		if r.isRest && r.done == fragment && !r.p.fragment {
			r.done = r.valueEnd(fragment, end, false) // what looks like a fragment is in the value
		}
	}
	switch from := max(fragment+1, r.done); {
	case from >= end:
	case r.p.fragment:
		r.blank(from, end)
	default:
		r.parameters(from, end, true)
	}
	r.keep(end)
	return r.dst
}

// blank writes the mask for src[from:to], unless that is empty. done <= from.
func (r *redaction) blank(from, to int) {
	if from < to {
		r.keep(from)
		r.dst = append(r.dst, r.p.mask...)
		r.done = to
	}
}

// keep copies src[done:to]. In a text, that may have another URL in it.
func (r *redaction) keep(to int) {
	if r.text && bytes.IndexByte(r.src[r.done:to], '@') >= 0 {
		r.nested(to)
	}
	r.copy(to)
}

// copy copies src[done:to]. In a text, the paths of URLs in a query are redacted, too.
func (r *redaction) copy(to int) {
	if r.text && (r.p.segments != nil || r.p.after != nil) {
		r.paths(max(r.done, r.query), min(to, r.fragment))
	}
	r.dst = r.p.appendPlain(r.dst, r.src[r.done:to], r.encoded)
	r.done = to
}

// nested does src[done:to] up to the last userinfo of a URL in it, as in a list of URLs, and
// in ?u=http://ann:hunter2@example.com/, ?u=//ann@example.com, ?//ann@example.com and ?u=ann:hunter2@example.com.
func (r *redaction) nested(to int) {
	a, without := authority{bytes: notNestedEnd.AndNot(equalsSign)}, 0
	end := 0 // after i and up to it, there is no "@"
	for i := r.done; ; {
		i = until(r.src[:to], i, noNested)
		if i == to {
			return
		}
		mark := i
		rest, slashes, isPlain := skipSlashes(r.src[:to], mark+1)
		if r.src[mark] != ':' && slashes == 1 {
			slashes = 0 // ?u=/path
		}
		if r.src[mark] == ':' && slashes == 0 {
			if start := a.begin(r.src[:to], r.done, mark); start > 0 {
				r.copy(start)
				r.userinfo(start, a.at, r.p.keepUser)
				rest = a.at
			}
		}
		i = rest
		if slashes == 0 || slashes > 2 && isPlain && endsInFile(r.src[:mark]) {
			continue
		}
		at := -1
		if rest >= end {
			set := notNestedEnd // what separates parameters stays, and so do they
			if mark < r.query {
				set = notEnd
			}
			end = until(r.src[:to], rest, set)
			at = lastAt(r.src, rest, end)
		}
		if at < 0 && end >= without && isOddHost(r.src[rest:end], true) { // a password with a "/", "?" or "#"
			without = until(r.src[:to], end, notSeparator)
			at = lastAt(r.src, end, without)
		}
		if at >= 0 {
			r.copy(rest)
			r.userinfo(rest, at, r.p.keepUser)
			i = at
		}
	}
}

// endsInFile reports whether src ends in the scheme file, whose URLs have no authority after three slashes.
func endsInFile(src []byte) bool {
	const name = "file"
	n := len(src) - len(name)
	return n >= 0 && equalScheme(src[n:], name) && (n == 0 || !prose.SchemeBytes.Has(src[n-1]))
}
