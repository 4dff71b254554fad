package repair

import (
	"iter"

	"github.com/uriscan/uriscan/internal/automaton"
	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/rawref"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/scanner"
)

// Flags say what is asked for besides repairs that need no knowledge of where a reference
// comes from.
type Flags uint8

const (
	// SuffixReference reads "www.example.com/a" and "example.com:8080" as http URLs (4.5):
	// names of two labels or more, the last not a number, and IPv4 addresses. They are valid
	// references with another meaning, so this is a guess.
	SuffixReference Flags = 1 << iota

	// NoBase says that src is not a reference in a page. "http:/example.com" and
	// "http:example.com" are then read as browsers do in their address line, with the host
	// example.com. In a page whose URL has the same scheme they read them as relative.
	NoBase
)

// A HostFunc appends the ASCII form of a host name to dst, or returns ok = false if the name
// has none. The host is decoded: it has bytes from 0x80 on, or labels that begin with "xn--",
// which are to be checked. It must neither modify nor keep host. What it appends is written
// percent-encoded where a host needs that.
type HostFunc func(dst, host []byte) (out []byte, ok bool)

// Append appends src, repaired, to dst, and returns its [scanner.Ref], which counts from
// len(dst), and what was repaired. A valid src is appended as it is, which takes the time of
// [scanner.Parse] and of the copy. If src cannot be repaired, the error is a [scanner.Error]
// with the offset in src of the byte that prevents it, and out is dst. dst must not overlap
// src. It takes linear time, and allocates only to grow dst.
func Append[B lut.Bytes](dst []byte, src B, f Flags) (out []byte, ref scanner.Ref, fixes Fix, err error) {
	b := kernel.Bytes(src)
	out = append(dst, b...) // before Locate: the results of that need not be kept during the copy
	w0, w1, w2, w3 := kernel.Locate(b)
	if w := (automaton.Words{W0: w0, W1: w1, W2: w2, W3: w3}); isCommon(w, f) {
		return out, rawref.Ref(w), 0, nil
	}
	return appendHosts(out, b, w3, f, nil)
}

// AppendHosts is [Append] with hosts for host names beyond ASCII, also for percent-encoded ones,
// and for those with labels that begin with "xn--": these stay as they are or are refused. The
// kind of the error is then [scanner.BadIDN]. It allocates what hosts does, and two buffers
// for each name that hosts is called with. A valid src with any other name takes the time of
// Append and of one look at the name.
func AppendHosts[B lut.Bytes](dst []byte, src B, f Flags, hosts HostFunc) (out []byte, ref scanner.Ref, fixes Fix, err error) {
	b := kernel.Bytes(src)
	out = append(dst, b...)
	w0, w1, w2, w3 := kernel.Locate(b)
	if w := (automaton.Words{W0: w0, W1: w1, W2: w2, W3: w3}); isCommon(w, f) && w3&automaton.PercentHint == 0 {
		// Names without two hyphens in a row have no A-label. The kernel looks for the hyphens in
		// most names. To return at once takes less time than to note that the answer is known.
		host := b[w.HostStart():w.HostEnd()]
		if len(host) == 0 {
			return out, rawref.Ref(w), 0, nil
		}
		if len(host) <= kernel.PairsAtOnce && kernel.CanFindPairs(host, 0) {
			if pairs, _ := kernel.FindPairs(host, 0, len(host), &hyphenPairs); pairs == 0 {
				return out, rawref.Ref(w), 0, nil
			}
		} else if !hasALabel(host) {
			return out, rawref.Ref(w), 0, nil
		}
	}
	return appendHosts(out, b, w3, f, hosts)
}

// isCommon reports whether the kernel has proven all of a reference that stays as it is
// without a HostFunc. It does not say so of all such.
func isCommon(w automaton.Words, f Flags) bool {
	return w.W3 < kernel.FormHintOpen && f&SuffixReference == 0 && (w.SchemeEnd() == 0 || w.HostStart() < w.HostEnd())
}

// appendHosts is AppendHosts after b has been copied to the end of out, and w3 is the last of
// the words that the kernel has of b.
func appendHosts(out, b []byte, w3 uint64, f Flags, hosts HostFunc) ([]byte, scanner.Ref, Fix, error) {
	if at := int(uint32(w3)); w3&kernel.Stopped == 0 || at < len(b) && b[at] == '[' { // else it is wrong at that byte
		if ref, fault := scanner.Locate(b, scanner.URIReference); fault == (scanner.Fault{}) && isClean(b, ref, f, hosts) {
			return out, ref, 0, nil
		}
	}
	return appendRepaired(out[:len(out)-len(b)], b, f, hosts)
}

// appendRepaired is AppendHosts for what may need repair. It is apart from that because its
// frame would be cleared for clean input, too.
func appendRepaired(dst, b []byte, f Flags, hosts HostFunc) (out []byte, ref scanner.Ref, fixes Fix, err error) {
	if len(b) > scanner.MaxLen {
		return dst, scanner.Ref{}, 0, rawref.TooLong()
	}
	w := work{b: b[:trimmed(b)], flags: f, hosts: hosts, writes: true}
	out = w.all(dst, len(b))
	if w.fault != (scanner.Fault{}) {
		return dst, scanner.Ref{}, 0, w.fault.Err()
	}
	ref, err = scanner.Parse(out[len(dst):])
	if err != nil { // only if it is too long
		return dst, scanner.Ref{}, 0, err
	}
	if w.fixes != 0 {
		if k, offset := w.unfetchable(out[len(dst):], ref); k != 0 {
			return dst, scanner.Ref{}, 0, rawref.Fault(offset, k).Err()
		}
	}
	return out, ref, w.fixes, nil
}

// All yields the repairs that [Append] makes, one at a time, each with the byte offsets in src
// of what it is about, in their order. Neighbours of the same kind are one repair. For what
// Append refuses it yields some of what would be repaired. It takes linear time and does not
// allocate.
func All[B lut.Bytes](src B, f Flags) iter.Seq2[Fix, scanner.Span] {
	return func(yield func(Fix, scanner.Span) bool) { report(kernel.Bytes(src), f, nil, yield) }
}

// AllHosts is [All] for [AppendHosts], and allocates what that does.
func AllHosts[B lut.Bytes](src B, f Flags, hosts HostFunc) iter.Seq2[Fix, scanner.Span] {
	return func(yield func(Fix, scanner.Span) bool) { report(kernel.Bytes(src), f, hosts, yield) }
}

func report(b []byte, f Flags, hosts HostFunc, yield func(Fix, scanner.Span) bool) {
	ref, fault := scanner.Locate(b, scanner.URIReference)
	if fault == (scanner.Fault{}) && isClean(b, ref, f, hosts) || len(b) > scanner.MaxLen {
		return
	}
	w := work{b: b[:trimmed(b)], flags: f, hosts: hosts, yield: yield}
	w.all(nil, len(b))
	w.report()
}

// isClean reports whether a valid reference stays as it is.
func isClean(b []byte, ref scanner.Ref, f Flags, hosts HostFunc) bool {
	if hosts != nil && ref.HostKind() == scanner.RegName && isMapped(ref.Host().Of(b)) {
		return false
	}
	if f&SuffixReference != 0 && suffixHost(b, hosts != nil) > 0 {
		return false
	}
	if ref.Host().Len() > 0 || !ref.Has(scanner.Scheme) || familyOf(ref.Scheme().Of(b)) != special {
		return true
	}
	path := ref.Path().Of(b)
	slashes := lut.Span(path, slash)
	if slashes == len(path) {
		return true // there is no host to find
	}
	if ref.Has(scanner.Authority) {
		return ref.Authority().Len() > 0 // slashes follow the "//"
	}
	return f&NoBase == 0
}
