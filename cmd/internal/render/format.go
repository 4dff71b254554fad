package render

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/uriscan/uriscan/cmd/internal/diag"
)

// A Template is literal text with fields in it: what --format describes, and what
// the other formats of parse are.
type Template []Slot

// A Slot is a field and the text that belongs to it.
type Slot struct {
	Text        string // comes before it in any case
	open, close string // around its value
	Field       *Field // nil if there is only text
	Undefined   string // instead of all that if it is undefined
	separator   []byte // of {value}: the byte that bad values are printed without
}

// ParseTemplate reads {name}, {name|fallback}, {{ and }}, and the escapes \t,
// \n, \r, \0 and \\, also in a fallback. The fields are those of every command, and more.
func ParseTemplate(s string, more ...Field) (Template, error) {
	var t Template
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
			p.Text = text.String()
			text.Reset()
			t = append(t, p)
			s = rest
		case s[0] == '}':
			return nil, fmt.Errorf("no { opens what %q closes; a brace of its own is }}", s)
		default:
			c, rest, err := Unescape(s)
			if err != nil {
				return nil, err
			}
			text.WriteByte(c)
			s = rest
		}
	}
	return append(t, Slot{Text: text.String()}), nil
}

// parseSlot reads what is between braces.
func parseSlot(inside string, more []Field) (Slot, error) {
	name, fallback, _ := strings.Cut(inside, "|")
	slot, err := slotNamed(name, more)
	if err != nil {
		return Slot{}, err
	}
	var text strings.Builder
	for len(fallback) > 0 {
		c, rest, err := Unescape(fallback)
		if err != nil {
			return Slot{}, err
		}
		text.WriteByte(c)
		fallback = rest
	}
	slot.Undefined = text.String()
	return slot, nil
}

// slotNamed returns the slot of the field of that name, or of a component with its delimiter.
func slotNamed(name string, more []Field) (Slot, error) {
	named := slices.Concat(more, Fields, derivedFields, placeFields)
	all := slices.Concat(named, offsetFields)
	if i := slices.IndexFunc(all, func(f Field) bool { return f.Name == name }); i >= 0 {
		return Slot{Field: &all[i]}, nil
	}
	if slot, ok := delimited[name]; ok {
		return slot, nil
	}
	if f, ok, err := derivedByName(name); ok {
		return Slot{Field: &f}, err
	}
	meant := ";"
	if near := diag.Nearest(name, FieldList(all)); near != "" {
		meant = fmt.Sprintf("; did you mean {%s}?", near)
	}
	return Slot{}, fmt.Errorf("there is no field {%s}%s the fields are %s, query.NAME, path:decoded and so on, {userinfo@}, {:port} and so on, and scheme_start, scheme_end and so on",
		name, meant, strings.Join(FieldList(named), ", "))
}

var escapes = map[byte]byte{'t': '\t', 'n': '\n', 'r': '\r', '0': 0, '\\': '\\'}

// Unescape cuts the first byte off s, which may be written as an escape.
func Unescape(s string) (c byte, rest string, err error) {
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

// Has reports whether t has a field of one of the names.
func (t Template) Has(names ...string) bool {
	return slices.ContainsFunc(t, func(s Slot) bool { return s.Field != nil && slices.Contains(names, s.Field.Name) })
}

// Separate makes t print c, which separates lines or columns, as a triplet in {value}, where a bad
// reference of a column may have it.
func (t Template) Separate(c byte) {
	for i := range t {
		if f := t[i].Field; f != nil && f.What == valueField {
			t[i].separator = []byte{c}
		}
	}
}

// Names returns names of the columns that t makes, with a TAB between each two: those of the
// fields in them.
func (t Template) Names() []string {
	names := []string{""}
	for _, s := range t {
		names = append(names, make([]string, strings.Count(s.Text, "\t"))...)
		if last := &names[len(names)-1]; s.Field != nil {
			*last = strings.TrimPrefix(*last+"_"+s.Field.Name, "_")
		}
	}
	for i := range names {
		names[i] = cmp.Or(names[i], "parsed")
	}
	return names
}
