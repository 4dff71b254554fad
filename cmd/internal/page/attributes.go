package page

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/uriscan/uriscan/lut"
)

// A refsShape is how an attribute holds references.
type refsShape uint8

const (
	single  refsShape = iota
	list              // separated by blanks
	sources           // the candidates of srcset: each with descriptors, commas between
	refresh           // what <meta http-equiv=refresh> has: seconds, then url=
)

// A uriAttribute is an attribute that holds references.
type uriAttribute struct {
	shape    refsShape
	elements string // in which it does, separated by blanks; "": in all
	// empty are the elements in which the empty reference is one. Elsewhere HTML
	// demands a value that is not empty.
	empty string
}

// uriAttributes are those of the HTML standard (WHATWG, index of attributes), of
// HTML 4 (section 24, type %URI) and of SVG. usemap is not among them: it holds
// the name of an element. Of all other attributes the URIs are found as in texts,
// and so are those of <meta content>.
var uriAttributes = map[string]*uriAttribute{
	"action":      {elements: "form"},
	"archive":     {shape: list, elements: "object"},
	"background":  {},
	"cite":        {empty: "blockquote q ins del"},
	"classid":     {elements: "object"},
	"codebase":    {elements: "object applet"},
	"content":     {shape: refresh, elements: "meta"},
	"data":        {elements: "object"},
	"dynsrc":      {elements: "img image"},
	"formaction":  {},
	"href":        {empty: "a area base"},
	"imagesrcset": {shape: sources},
	"itemid":      {},
	"itemtype":    {shape: list},
	"longdesc":    {},
	"lowsrc":      {elements: "img image"},
	"manifest":    {elements: "html"},
	"ping":        {shape: list, elements: "a area"},
	"poster":      {elements: "video"},
	"profile":     {shape: list, elements: "head"},
	"src":         {},
	"srcset":      {shape: sources},
	"xlink:href":  {},
}

// attributeOf returns nil if name holds no references. element is in lower case.
func attributeOf(name, element []byte) *uriAttribute {
	var room [16]byte // longer than each name
	if len(name) > len(room) {
		return nil
	}
	a := uriAttributes[string(appendLower(room[:0], name))]
	if a == nil || a.elements != "" && !isListed(element, a.elements) {
		return nil
	}
	return a
}

func isListed(name []byte, names string) bool {
	for one := range strings.FieldsSeq(names) {
		if string(name) == one {
			return true
		}
	}
	return false
}

// HtmlBlanks are what HTML calls ASCII whitespace.
const HtmlBlanks = " \t\n\f\r"

var blanks = lut.MakeSet(HtmlBlanks)

// each calls found with the offsets of each reference in a value, whose character references
// are decoded.
func (s refsShape) each(value []byte, found func(start, end int)) {
	switch s {
	case sources:
		eachSource(value, found)
	case list:
		for i := 0; ; {
			start := i + lut.Span(value[i:], blanks)
			i = start + until(value[start:], blanks)
			if i == start {
				return
			}
			found(start, i)
		}
	case refresh:
		found(refreshTarget(value))
	default:
		found(trimBlanks(value))
	}
}

// trimBlanks returns the offsets of value without the blanks at both ends.
func trimBlanks(value []byte) (start, end int) {
	start = lut.Span(value, blanks)
	return start, max(start, len(bytes.TrimRight(value, HtmlBlanks)))
}

// until returns how many bytes are before the first one of a set.
func until(src []byte, ends lut.Set) int {
	for i, b := range src {
		if ends.Has(b) {
			return i
		}
	}
	return len(src)
}

// eachSource is each for srcset: HTML's rules to parse a srcset attribute. A URI may hold
// commas, but not end with one.
func eachSource(value []byte, found func(start, end int)) {
	for i := 0; ; {
		start := i + lut.Span(value[i:], blanks.Or(lut.MakeSet(",")))
		i = start + until(value[start:], blanks)
		end := start + len(bytes.TrimRight(value[start:i], ","))
		if end == start {
			return
		}
		found(start, end)
		inBrackets := false
		for hasDescriptors := end == i; hasDescriptors && i < len(value); i++ {
			switch b := value[i]; b {
			case '(', ')':
				inBrackets = b == '(' // they do not nest
			case ',':
				hasDescriptors = inBrackets
			}
		}
	}
}

// refreshRule has HTML's steps for the content of a refresh: a time, perhaps ";" or ",",
// perhaps "url" and "=", and the reference, perhaps in quotes. Its blanks are those of \s.
var refreshRule = regexp.MustCompile(`(?s)^\s*[0-9.]+(?:\s+[;,]?|[;,])\s*(?:(?i:url)\s*=\s*)?(?:'([^']*)|"([^"]*)|(.*))`)

// refreshTarget returns the offsets of the reference in the content of a refresh.
func refreshTarget(value []byte) (start, end int) {
	match := refreshRule.FindSubmatchIndex(value)
	for i := 2; i < len(match); i += 2 {
		if at := match[i]; at >= 0 {
			start, end = trimBlanks(value[at:match[i+1]])
			return at + start, at + end
		}
	}
	return 0, 0
}
