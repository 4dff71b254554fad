package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/uriscan/uriscan/scanner"
)

// A template is what --format describes: literal text with fields in it.
type template []piece

// A piece is a field with the text that stands before it and the text printed
// where the field is undefined. The last piece may be text alone.
type piece struct {
	text     string
	field    *field // nil if the template ends after text
	fallback string
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
			p, err := parsePiece(inside, more)
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
	return append(t, piece{text: text.String()}), nil
}

// parsePiece reads what stands between braces.
func parsePiece(inside string, more []field) (piece, error) {
	name, fallback, _ := strings.Cut(inside, "|")
	f, ok := fieldNamed(name, more, fields, offsetFields)
	if !ok {
		meant := ""
		if near := nearest(name, fieldList(slices.Concat(more, fields, offsetFields))); near != "" {
			meant = fmt.Sprintf(", did you mean {%s}?", near)
		}
		return piece{}, fmt.Errorf("there is no field {%s}%s; there are %s, and %s and so on",
			name, meant, fieldNames(slices.Concat(more, fields)), fieldNames(offsetFields[:2]))
	}
	var text strings.Builder
	for len(fallback) > 0 {
		c, rest, err := unescape(fallback)
		if err != nil {
			return piece{}, err
		}
		text.WriteByte(c)
		fallback = rest
	}
	return piece{field: &f, fallback: text.String()}, nil
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

// slots are t as line prints it.
func (t template) slots(end byte) (slots []slot) {
	for _, p := range t {
		slots = append(slots, slot{text: p.text, field: p.field, undefined: p.fallback})
	}
	return append(slots, slot{text: string([]byte{end})})
}

// line returns what prints a good line, ended by end.
func (t template) line(end byte) printer {
	return func(dst, src []byte, ref scanner.Ref, in *cell) ([]byte, flaw) {
		for i := range t {
			p := &t[i]
			dst = append(dst, p.text...)
			if p.field == nil {
				break
			}
			if p.field.defined(ref) {
				dst = p.field.append(dst, src, ref, in)
			} else {
				dst = append(dst, p.fallback...)
			}
		}
		return append(dst, end), flaw{}
	}
}
