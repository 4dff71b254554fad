package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/uriscan/uriscan/scanner"
)

// A template is literal text with fields in it: what --format describes, and what
// the other formats of parse are.
type template []slot

// A slot is a field and the text that belongs to it.
type slot struct {
	text        string // stands before it in any case
	open, close string // around its value
	field       *field // nil if there is only text
	undefined   string // instead of all that if it is undefined
}

// parseTemplate reads {name}, {name|fallback}, {{ and }}, and the escapes \t,
// \n, \r, \0 and \\, also in a fallback.
func parseTemplate(s string) (template, error) { return parseTemplateWith(s, nil) }

// parseTemplateWith is parseTemplate with more fields than those of every command.
func parseTemplateWith(s string, more []field) (template, error) {
	var t template
	var text strings.Builder
	for len(s) > 0 {
		switch {
		case strings.HasPrefix(s, "{{"), strings.HasPrefix(s, "}}"):
			text.WriteByte(s[0])
			s = s[2:]
		case s[0] == '{':
			inside, rest, closed := strings.Cut(s[1:], "}")
			if !closed {
				return nil, fmt.Errorf("no } closes %q; a brace of its own is {{", s)
			}
			p, err := parseSlot(inside, more)
			if err != nil {
				return nil, err
			}
			p.text = text.String()
			text.Reset()
			t = append(t, p)
			s = rest
		case s[0] == '}':
			return nil, fmt.Errorf("no { opens what %q closes; a brace of its own is }}", s)
		default:
			c, rest, err := unescape(s)
			if err != nil {
				return nil, err
			}
			text.WriteByte(c)
			s = rest
		}
	}
	return append(t, slot{text: text.String()}), nil
}

// parseSlot reads what stands between braces.
func parseSlot(inside string, more []field) (slot, error) {
	name, fallback, _ := strings.Cut(inside, "|")
	f, ok := fieldNamed(name, more, fields, offsetFields)
	if !ok {
		meant := ""
		if near := nearest(name, fieldList(slices.Concat(more, fields, offsetFields))); near != "" {
			meant = fmt.Sprintf(", did you mean {%s}?", near)
		}
		return slot{}, fmt.Errorf("there is no field {%s}%s; there are %s, and %s and so on",
			name, meant, fieldNames(slices.Concat(more, fields)), fieldNames(offsetFields[:2]))
	}
	var text strings.Builder
	for len(fallback) > 0 {
		c, rest, err := unescape(fallback)
		if err != nil {
			return slot{}, err
		}
		text.WriteByte(c)
		fallback = rest
	}
	return slot{field: &f, undefined: text.String()}, nil
}

var escapes = map[byte]byte{'t': '\t', 'n': '\n', 'r': '\r', '0': 0, '\\': '\\'}

// unescape cuts the first byte off s, which may be written as an escape.
func unescape(s string) (c byte, rest string, err error) {
	if s[0] != '\\' {
		return s[0], s[1:], nil
	}
	if len(s) > 1 {
		if c, ok := escapes[s[1]]; ok {
			return c, s[2:], nil
		}
	}
	return 0, "", errors.New(`after a backslash comes one of t n r 0 \`)
}

// columns returns how many columns t makes, with a TAB between each two.
func (t template) columns() int {
	n := 1
	for _, p := range t {
		n += strings.Count(p.text, "\t")
	}
	return n
}

// line prints a good line.
func (t template) line(dst, src []byte, ref scanner.Ref, in *cell) ([]byte, flaw) {
	for i := range t {
		s := &t[i]
		dst = append(dst, s.text...)
		switch {
		case s.field == nil:
		case s.field.defined(ref):
			dst = append(s.field.append(append(dst, s.open...), src, ref, in), s.close...)
		default:
			dst = append(dst, s.undefined...)
		}
	}
	return dst, flaw{}
}
