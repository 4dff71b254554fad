package main

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// badJSON is the kind of a line that is not JSON (RFC 8259).
const badJSON = "bad-json"

// A jsonColumn is the string at a path in a line of JSON. Of several members with
// one name the last one counts, as most readers have it.
type jsonColumn struct {
	path  jsonPath
	isRaw bool // new members are JSON already
}

func isJSON(c column) bool {
	_, ok := c.(*jsonColumn)
	return ok
}

func (p *jsonColumn) find(c *cell) flaw {
	s := &c.json
	s.begin(c.line)
	if s.blank(); s.i == len(c.line) {
		return c.missing() // an empty line
	}
	container := c.line[s.i] == '{' || c.line[s.i] == '['
	if !s.scan(p.path) {
		return flaw{badJSON, s.i}
	}
	if container {
		c.tail = s.closed
		c.whole = true
	}
	if s.found.end == 0 {
		return c.missing()
	}
	c.take(s.found.start, s.found.end)
	c.value = c.line[c.start+1 : c.end-1]
	if s.found.escaped {
		c.memory = appendUnescaped(roomFor(c.memory, len(c.value)), c.value)
		c.value = c.memory
	}
	return flaw{}
}

// at goes over the string again: only faults and offsets ask.
func (p *jsonColumn) at(c *cell, i int) int {
	at := c.start + 1
	for at < c.end-1 {
		r, size := jsonByte(c.line[at:])
		if r >= 0 {
			if i -= utf8.RuneLen(r); i < 0 {
				break
			}
		} else if i--; i < 0 {
			break
		}
		at += size
	}
	return at
}

// enclose has nothing to escape.
func (p *jsonColumn) enclose(dst []byte, from int, _ *cell) ([]byte, bool) {
	return encloseInQuotes(dst, from), true
}

// appendColumn appends a member to an object, or an element to an array.
func (p *jsonColumn) appendColumn(dst []byte, c *cell, name string, text []byte) ([]byte, bool) {
	if !c.whole {
		return dst, false // neither of them
	}
	before := bytes.TrimRight(dst, " \t\r\n")
	if last := before[len(before)-1]; last != '{' && last != '[' {
		dst = append(dst, ',')
	}
	if c.line[c.tail] == '}' {
		dst = append(appendQuoted(dst, []byte("uriscan_"+name)), ':')
	}
	if p.isRaw {
		return append(dst, text...), true
	}
	return appendQuoted(dst, text), true
}

// jsonByte returns what the first bytes of a valid string stand for and how many
// they are: the code point of an escape, or -1 for a byte that stands for itself.
func jsonByte(s []byte) (r rune, size int) {
	if s[0] != '\\' {
		return -1, 1
	}
	if s[1] != 'u' {
		return rune(jsonEscapes[s[1]]), 2
	}
	r = hexRune(s[2:6])
	if utf16.IsSurrogate(r) {
		if len(s) >= 12 && s[6] == '\\' && s[7] == 'u' {
			if pair := utf16.DecodeRune(r, hexRune(s[8:12])); pair != utf8.RuneError {
				return pair, 12
			}
		}
		r = utf8.RuneError // half of a pair is no character
	}
	return r, 6
}

// jsonEscapes holds what may follow a backslash, and what it is then, 0 if it may
// not.
var jsonEscapes = [256]byte{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}

// hexRune returns the value of hex digits.
func hexRune(digits []byte) (r rune) {
	for _, b := range digits {
		switch {
		case b <= '9':
			b -= '0'
		default:
			b = b&^0x20 - 'A' + 10
		}
		r = r<<4 | rune(b)
	}
	return r
}

// appendUnescaped appends what a valid string between its quotes stands for.
func appendUnescaped(dst, s []byte) []byte {
	for len(s) > 0 {
		n := bytes.IndexByte(s, '\\')
		if n < 0 {
			return append(dst, s...)
		}
		dst = append(dst, s[:n]...)
		r, size := jsonByte(s[n:])
		dst = utf8.AppendRune(dst, r)
		s = s[n+size:]
	}
	return dst
}

// appendQuoted appends text as a string of JSON.
func appendQuoted(dst, text []byte) []byte {
	const digits = "0123456789abcdef"
	dst = append(dst, '"')
	for _, b := range text {
		switch {
		case b == '"' || b == '\\':
			dst = append(dst, '\\', b)
		case b < 0x20:
			dst = append(dst, '\\', 'u', '0', '0', digits[b>>4], digits[b&15])
		default:
			dst = append(dst, b)
		}
	}
	return append(dst, '"')
}
