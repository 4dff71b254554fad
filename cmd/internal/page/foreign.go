package page

import "bytes"

// A foreign follows the elements in <svg> and <math> (HTML, 13.2.6.5), where no element is
// raw and CDATA sections are texts. It does not know which elements are open around them.
type foreign struct {
	open   []byte // from <svg> or <math> on: the kind of each and its name. "" outside
	unsure bool   // they may have ended before
}

// The kinds of elements, in capitals, which no name has.
const (
	ofHTML    = 'H'
	ofSVG     = 'S'
	ofMath    = 'M'
	point     = 'P' // with HTML in it
	textPoint = 'T' // with HTML in it, except for the elements of atTextPoint

	atTextPoint = "mglyph malignmark"
	breakouts   = "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p pre ruby s small span strike strong sub sup table tt u ul var"
	voids       = "area base basefont bgsound br col embed frame hr image img input keygen link meta param source track wbr"
	inTables    = "caption col colgroup tbody td tfoot th thead tr"
	mostOpen    = 512 // an end tag may look at all of it
)

// lastKind returns where the last kind in open is, -1 without one.
func lastKind(open []byte) int {
	i := len(open) - 1
	for i >= 0 && open[i]-'A' > 'Z'-'A' { // six times as fast as bytes.LastIndexAny
		i--
	}
	return i
}

func (f *foreign) last() (kind byte, name []byte) {
	i := lastKind(f.open)
	if i < 0 {
		return 0, nil
	}
	return f.open[i], f.open[i+1:]
}

// allowsCDATA reports whether the next token may be a CDATA section.
func (f *foreign) allowsCDATA() bool {
	kind, _ := f.last()
	return kind != ofHTML && kind != 0 && !f.unsure
}

// start follows a start tag, whose name ends at tag[n], and reports whether it is one of HTML.
func (f *foreign) start(tag []byte, n int, name []byte, closesItself, isXML bool) (isHTML bool) {
	isRoot := string(name) == "svg" || string(name) == "math"
	if len(f.open) == 0 && !isRoot {
		return true
	}
	kind, outer := f.last()
	isHTML = kind != ofSVG && kind != ofMath && (kind != textPoint || !isListed(name, atTextPoint)) ||
		string(name) == "svg" && string(outer) == "annotation-xml"
	if !isHTML && (isListed(name, breakouts) || string(name) == "font" && hasAny(tag, n, "color", "face", "size")) {
		f.breakOut()
		isHTML = true
	}
	// These may end elements around a point.
	f.unsure = f.unsure || isHTML && len(f.open) > 0 && isListed(name, inTables) && !bytes.Contains(f.open, []byte("Htable"))
	switch {
	case isHTML && isRoot:
		kind = bytes.ToUpper(name)[0]
	case isHTML && (len(f.open) == 0 || isListed(name, voids)):
		return true
	case isHTML:
		kind, closesItself = ofHTML, closesItself && isXML
	case kind == ofSVG && isListed(name, "desc foreignobject title"):
		kind = point
	case kind == ofSVG:
	case isListed(name, "mi mn mo ms mtext"):
		kind = textPoint
	case string(name) == "annotation-xml" && isListed(bytes.ToLower(valueOf(tag, n, "encoding")), "text/html application/xhtml+xml"):
		kind = point
	default:
		kind = ofMath
	}
	if !closesItself {
		f.open = append(append(f.open, kind), name...)
	}
	if len(f.open) > mostOpen {
		f.open, f.unsure = append(f.open[:0], "H<"...), true // which nothing ends
	}
	return isHTML
}

// breakOut ends the elements that are not HTML, up to a point.
func (f *foreign) breakOut() {
	for kind, name := f.last(); kind == ofSVG || kind == ofMath; kind, name = f.last() {
		f.open = f.open[:len(f.open)-len(name)-1]
	}
	f.unsure = f.unsure && len(f.open) > 0
}

// end follows an end tag.
func (f *foreign) end(name []byte) {
	kind, _ := f.last()
	if kind != ofHTML && (string(name) == "p" || string(name) == "br") {
		f.breakOut()
		return
	}
	isTop := true
	for rest := f.open; len(rest) > 0 && (isTop || kind != ofHTML); isTop = false {
		i := lastKind(rest)
		if rest[i] == ofHTML && !isTop {
			break
		}
		if string(rest[i+1:]) == string(name) {
			f.open = rest[:i]
			f.unsure = f.unsure && i > 0
			return
		}
		rest = rest[:i]
	}
	f.unsure = len(f.open) > 0
}
