package column

import (
	"cmp"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A JSONPath leads from a value of JSON to one inside it, step by step.
type JSONPath []jsonStep

// A jsonStep is the name of a member, or the index of an element if the name is a number.
type jsonStep struct {
	Name  string
	Index int // no element has it if the name is not a number
}

// anyStep leads to every member or element.
const anyStep = "*"

// HasMany reports whether p may lead to several strings.
func (p JSONPath) HasMany() bool {
	return slices.ContainsFunc(p, func(s jsonStep) bool { return s.Name == anyStep })
}

// maxPath is how many steps a path has at most.
const maxPath = 64

// step is an escape, or a step as jq writes it.
var step = regexp.MustCompile(`\\.|\[(\d+|\*?)\]`)

// plainStep returns a step of jq as we write it.
func plainStep(s string) string {
	if s[0] == '\\' {
		return s
	}
	return "." + cmp.Or(s[1:len(s)-1], anyStep)
}

// ParseJSONPath reads names joined by dots; as in jq, a path may begin with one, a[0] is a.0,
// and a[] is a.*; $.a is a. A backslash escapes dots, brackets and backslashes in a name. A dot
// alone is the whole line.
func ParseJSONPath(s string) (JSONPath, error) {
	if s == "." {
		return JSONPath{}, nil
	}
	s = strings.TrimPrefix(strings.TrimPrefix(step.ReplaceAllStringFunc(s, plainStep), "$."), ".")
	var path JSONPath
	var name strings.Builder
	for i := 0; i <= len(s); i++ {
		switch {
		case i == len(s) || s[i] == '.':
			if name.Len() == 0 {
				return nil, errors.New(`it is names joined by ".", or "." alone`)
			}
			path = append(path, newJSONStep(name.String()))
			name.Reset()
		case s[i] == '\\':
			if i++; i == len(s) || !strings.ContainsRune(`.[]\`, rune(s[i])) {
				return nil, errors.New(`after a backslash comes one of . [ ] \`)
			}
			name.WriteByte(s[i])
		case s[i] == '[' || s[i] == ']':
			return nil, errors.New(`between [ and ] is a number from 0, or * or nothing for all; brackets in a name are \[ and \]`)
		default:
			name.WriteByte(s[i])
		}
	}
	if len(path) > maxPath {
		return nil, errors.New("it has at most " + strconv.Itoa(maxPath) + " names")
	}
	return path, nil
}

func newJSONStep(name string) jsonStep {
	index, err := strconv.Atoi(name)
	if err != nil || strconv.Itoa(index) != name {
		index = -1
	}
	return jsonStep{name, index}
}

// maxDepth is how deep arrays and objects may be in each other. RFC 8259 leaves a
// limit to us (9).
const maxDepth = 10_000

// A jsonScan goes over a line of JSON once, judges all of it, and remembers where
// the strings at a path are.
type jsonScan struct {
	line   []byte
	i      int // where it is, or the byte at which the line is not JSON
	depth  int // how many containers are open, at most maxDepth
	found  []jsonString
	next   int    // of found, that is to be taken
	empty  bool   // there is null, "" or "-" instead, or null on the way, or nothing to choose from
	closed int    // where the last container ends
	name   []byte // the name of a member that has escapes

	allCount bool // of several members with one name all count
}

// A jsonString is where a string is in the line, with its quotes.
type jsonString struct {
	start, end int
	escaped    bool
}

func (s *jsonScan) begin(line []byte) {
	s.line, s.i, s.depth = line, 0, 0
	s.found, s.next, s.empty = s.found[:0], 0, false
}

// scan goes over the line and reports whether it is JSON.
func (s *jsonScan) scan(path JSONPath) bool {
	if !s.value(path, true) {
		return false
	}
	s.blank()
	return s.i == len(s.line)
}

// value goes over a value. If it is onPath, path leads from it to the string.
func (s *jsonScan) value(path JSONPath, onPath bool) bool {
	s.blank()
	start := s.i
	switch c := s.peek(); c {
	case '{', '[':
		return s.container(path, onPath && len(path) > 0, c)
	case '"':
		escaped, ok := s.text()
		switch isValue := ok && onPath && len(path) == 0; {
		case isValue && (s.i-start == len(`""`) || string(s.line[start:s.i]) == `"-"`):
			s.empty = true
		case isValue:
			s.found = append(s.found, jsonString{start, s.i, escaped})
		}
		return ok
	case 't':
		return s.literal("true")
	case 'f':
		return s.literal("false")
	case 'n':
		s.empty = s.empty || onPath
		return s.literal("null")
	}
	return s.number()
}

// container goes over an object or an array. If it is live, path leads into it.
func (s *jsonScan) container(path JSONPath, live bool, open byte) bool {
	if s.depth == maxDepth {
		return false
	}
	s.depth++
	s.i++
	end := open + 2 // in ASCII, of both
	s.blank()
	var inner JSONPath
	if live {
		inner = path[1:]
		s.empty = s.empty || path[0].Name == anyStep
	}
	before, wasEmpty := len(s.found), s.empty
	for n := 0; n > 0 || s.peek() != end; n++ {
		onPath := live && (path[0].Index == n || path[0].Name == anyStep)
		if open == '{' {
			var ok bool
			if onPath, ok = s.member(path, live, before, wasEmpty); !ok {
				return false
			}
		}
		if !s.value(inner, onPath) {
			return false
		}
		if s.blank(); s.peek() == end {
			break
		}
		if s.peek() != ',' {
			return false
		}
		s.i++
	}
	s.closed = s.i
	s.i++
	s.depth--
	return true
}

// member goes over the name of a member, and reports whether path leads to it, provided
// that path leads into the object, where before strings had been found and s.empty was wasEmpty.
func (s *jsonScan) member(path JSONPath, live bool, before int, wasEmpty bool) (onPath, ok bool) {
	s.blank()
	start := s.i
	if s.peek() != '"' {
		return false, false
	}
	escaped, ok := s.text()
	if !ok {
		return false, false
	}
	if live {
		name := s.line[start+1 : s.i-1]
		if escaped {
			s.name = appendUnescaped(s.name[:0], name)
			name = s.name
		}
		switch {
		case path[0].Name == anyStep:
			onPath = true
		case string(name) == path[0].Name:
			if onPath, s.empty = true, wasEmpty; !s.allCount {
				s.found = s.found[:before] // the last one counts
			}
		}
	}
	if s.blank(); s.peek() != ':' {
		return false, false
	}
	s.i++
	return onPath, true
}

// peek returns the next byte, 0 at the end of the line.
func (s *jsonScan) peek() byte {
	if s.i < len(s.line) {
		return s.line[s.i]
	}
	return 0
}

func (s *jsonScan) blank() {
	for s.i < len(s.line) {
		switch s.line[s.i] {
		case ' ', '\t', '\n', '\r':
			s.i++
		default:
			return
		}
	}
}

// text goes over a string. UTF-8 that is not well-formed passes: it is left as it is, and no
// reference has it.
func (s *jsonScan) text() (escaped, ok bool) {
	for s.i++; ; s.i++ {
		for s.i < len(s.line) && s.line[s.i] >= ' ' && s.line[s.i] != '"' && s.line[s.i] != '\\' {
			s.i++
		}
		switch s.peek() {
		case '"':
			s.i++
			return escaped, true
		case '\\':
			escaped = true
			if s.i++; !s.escape() {
				return escaped, false
			}
		default:
			return escaped, false
		}
	}
}

// escape goes over what follows a backslash, except its last byte.
func (s *jsonScan) escape() bool {
	if s.peek() != 'u' {
		return jsonEscapes[s.peek()] != 0
	}
	for range 4 {
		s.i++
		if b := s.peek(); !isDigit(b) && (b|0x20 < 'a' || b|0x20 > 'f') {
			return false
		}
	}
	return true
}

func (s *jsonScan) literal(text string) bool {
	for i := range len(text) {
		if s.peek() != text[i] {
			return false
		}
		s.i++
	}
	return true
}

// number goes over a number (RFC 8259, 6).
func (s *jsonScan) number() bool {
	if s.peek() == '-' {
		s.i++
	}
	if s.peek() == '0' {
		s.i++
	} else if !s.digits() {
		return false
	}
	if s.peek() == '.' {
		if s.i++; !s.digits() {
			return false
		}
	}
	if s.peek()|0x20 == 'e' {
		if s.i++; s.peek() == '+' || s.peek() == '-' {
			s.i++
		}
		return s.digits()
	}
	return true
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// digits goes over at least one digit.
func (s *jsonScan) digits() bool {
	start := s.i
	for isDigit(s.peek()) {
		s.i++
	}
	return s.i > start
}
