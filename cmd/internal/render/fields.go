package render

import (
	"strconv"
	"strings"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/scanner"
)

// A Field is a value that parse prints of a good line.
type Field struct {
	Name string
	What fieldKind
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
	URIField // the fields that extract has, too
	FileField
	LineField
	ByteField
)

// Components are the components in the order in which they are printed.
var Components = [...]scanner.Component{
	scanner.Scheme, scanner.Authority, scanner.Userinfo, scanner.Host,
	scanner.Port, scanner.Path, scanner.Query, scanner.Fragment,
}

// Fields are the fields of every format, in the order of JSON and TSV.
var Fields = []Field{
	{Name: "valid", What: validField},
	{Name: "form", What: formField},
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

func componentField(c scanner.Component) Field { return Field{c.String(), component, c} }

func makeOffsetFields() (fields []Field) {
	for _, c := range Components {
		fields = append(fields,
			Field{c.String() + "_start", componentStart, c},
			Field{c.String() + "_end", componentEnd, c})
	}
	return fields
}

// fieldNamed returns the field of a name in one of the lists.
func fieldNamed(name string, lists ...[]Field) (Field, bool) {
	for _, list := range lists {
		for _, f := range list {
			if f.Name == name {
				return f, true
			}
		}
	}
	return Field{}, false
}

// fieldNames lists the names for an error or a help text.
func fieldNames(list []Field) string { return strings.Join(FieldList(list), ", ") }

func FieldList(list []Field) []string {
	names := make([]string, len(list))
	for i, f := range list {
		names[i] = f.Name
	}
	return names
}

// Defined reports whether f has a value for a reference, which may be empty.
func (f *Field) Defined(ref scanner.Ref) bool { return ref.Has(f.c) }

// Append appends the value of f, which must be defined, for the reference ref in src. If
// in is not nil, src is a value in a line.
func (f *Field) Append(dst, src []byte, ref scanner.Ref, in *column.Cell) []byte {
	switch f.What {
	case component:
		return append(dst, ref.Span(f.c).Of(src)...)
	case formField:
		return append(dst, FormOf(ref.Has(scanner.Scheme))...)
	case hostKindField:
		return append(dst, ref.HostKind().String()...)
	case pathKindField:
		return append(dst, ref.PathKind().String()...)
	case componentStart:
		return strconv.AppendUint(dst, uint64(in.At(int(ref.Span(f.c).Start))), 10)
	case componentEnd:
		return strconv.AppendUint(dst, uint64(in.At(int(ref.Span(f.c).End))), 10)
	}
	return append(dst, "true"...) // validField: bad lines have no fields
}

// FormOf returns which side of URI-reference = URI / relative-ref applies (4.1).
func FormOf(hasScheme bool) string {
	if hasScheme {
		return "uri"
	}
	return "relative-ref"
}
