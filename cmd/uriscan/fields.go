package main

import (
	"strconv"
	"strings"

	"github.com/uriscan/uriscan/scanner"
)

// A field is a value that parse prints of a good line.
type field struct {
	name string
	what fieldKind
	c    scanner.Component // of the kinds from component on
}

type fieldKind uint8

const (
	validField fieldKind = iota
	formField            // uri or relative-ref: the two sides of URI-reference (4.1)
	hostKindField
	pathKindField
	component
	componentStart
	componentEnd
	uriField // those that extract has, too
	fileField
	lineField
	byteField
)

// components are the components in the order in which they are printed.
var components = [...]scanner.Component{
	scanner.Scheme, scanner.Authority, scanner.Userinfo, scanner.Host,
	scanner.Port, scanner.Path, scanner.Query, scanner.Fragment,
}

// fields are the fields of every format, in the order of JSON and TSV.
var fields = []field{
	{name: "valid", what: validField},
	{name: "form", what: formField},
	componentField(scanner.Scheme),
	componentField(scanner.Authority),
	componentField(scanner.Userinfo),
	componentField(scanner.Host),
	{"host_kind", hostKindField, scanner.Host},
	componentField(scanner.Port),
	componentField(scanner.Path),
	componentField(scanner.Query),
	componentField(scanner.Fragment),
	{"path_kind", pathKindField, scanner.Path},
}

// offsetFields are the half-open byte offsets of the components.
var offsetFields = makeOffsetFields()

func componentField(c scanner.Component) field { return field{c.String(), component, c} }

func makeOffsetFields() (fields []field) {
	for _, c := range components {
		fields = append(fields,
			field{c.String() + "_start", componentStart, c},
			field{c.String() + "_end", componentEnd, c})
	}
	return fields
}

// fieldNamed returns the field of a name in one of the lists.
func fieldNamed(name string, lists ...[]field) (field, bool) {
	for _, list := range lists {
		for _, f := range list {
			if f.name == name {
				return f, true
			}
		}
	}
	return field{}, false
}

// fieldNames lists the names for an error or a help text.
func fieldNames(list []field) string { return strings.Join(fieldList(list), ", ") }

func fieldList(list []field) []string {
	names := make([]string, len(list))
	for i, f := range list {
		names[i] = f.name
	}
	return names
}

// defined tells whether f has a value for a reference, be it an empty one.
func (f *field) defined(ref scanner.Ref) bool { return ref.Has(f.c) }

// append appends the value of f, which is defined, for the reference ref in src,
// which is a value in a line if in is not nil.
func (f *field) append(dst, src []byte, ref scanner.Ref, in *cell) []byte {
	switch f.what {
	case component:
		return append(dst, ref.Span(f.c).Of(src)...)
	case formField:
		return append(dst, formOf(ref.Has(scanner.Scheme))...)
	case hostKindField:
		return append(dst, ref.HostKind().String()...)
	case pathKindField:
		return append(dst, ref.PathKind().String()...)
	case componentStart:
		return strconv.AppendUint(dst, uint64(in.at(int(ref.Span(f.c).Start))), 10)
	case componentEnd:
		return strconv.AppendUint(dst, uint64(in.at(int(ref.Span(f.c).End))), 10)
	}
	return append(dst, "true"...) // validField: bad lines have no fields
}

// formOf tells which side of URI-reference = URI / relative-ref applies (4.1).
func formOf(hasScheme bool) string {
	if hasScheme {
		return "uri"
	}
	return "relative-ref"
}
