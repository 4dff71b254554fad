package render

import (
	"strconv"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/scanner"
)

// A Field is a value that parse prints of a good line.
type Field struct {
	Name     string
	What     fieldKind
	c        scanner.Component // of the kinds from component on
	*derived                   // of derivedKind
}

type fieldKind uint8

const (
	validField fieldKind = iota
	formField            // uri or relative-ref: the two sides of URI-reference (4.1); of a request-target its form
	hostKindField
	pathKindField
	component
	componentStart
	componentEnd
	valueField
	lineField
	derivedKind
	OwnField  // of a command alone, which appends the value
	kindField // of bad lines, like those after it
	byteField
	errorOffset
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
	{Name: "host_kind", What: hostKindField, c: scanner.Host},
	componentField(scanner.Port),
	componentField(scanner.Path),
	componentField(scanner.Query),
	componentField(scanner.Fragment),
	{Name: "path_kind", What: pathKindField, c: scanner.Path},
}

// placeFields are the fields of formats alone: the reference as it is, where it is, and what
// is wrong with it.
var placeFields = []Field{{Name: "value", What: valueField}, {Name: "line", What: lineField}, {Name: "byte", What: byteField}, {Name: "kind", What: kindField}}

// errorFields are what TSV says of bad lines.
var errorFields = []Field{{Name: "error_kind", What: kindField}, {Name: "error_offset", What: errorOffset}}

// offsetFields are the half-open byte offsets of the components.
var offsetFields = func() (fields []Field) {
	for _, c := range Components {
		fields = append(fields,
			Field{Name: c.String() + "_start", What: componentStart, c: c},
			Field{Name: c.String() + "_end", What: componentEnd, c: c})
	}
	return fields
}()

func componentField(c scanner.Component) Field { return Field{Name: c.String(), What: component, c: c} }

// FieldList returns the names of fields.
func FieldList(list []Field) []string {
	names := make([]string, len(list))
	for i, f := range list {
		names[i] = f.Name
	}
	return names
}

// isDefined reports whether f has a value for references of the shape of ref, which may be
// empty. Of a derived field the bytes decide.
func (f *Field) isDefined(ref scanner.Ref) bool { return ref.Has(f.c) && f.What < kindField }

// Append appends the value of f for the reference ref in src; ok is false if it is undefined.
// If in is not nil, src is a value in a line.
func (f *Field) Append(dst, src []byte, ref scanner.Ref, in *column.Cell) (out []byte, ok bool) {
	switch {
	case !f.isDefined(ref):
		return dst, false
	case f.What == derivedKind:
		return f.derived.append(dst, src, ref, in)
	}
	return f.append(dst, src, ref, in), true
}

// append appends the value of f, which must be defined and not derived.
func (f *Field) append(dst, src []byte, ref scanner.Ref, in *column.Cell) []byte {
	switch f.What {
	case component:
		return append(dst, ref.Span(f.c).Of(src)...)
	case formField:
		if in != nil && in.Form != 0 {
			return append(dst, in.Form.String()...)
		}
		return append(dst, FormOf(ref.Has(scanner.Scheme))...)
	case hostKindField:
		return append(dst, ref.HostKind().String()...)
	case pathKindField:
		return append(dst, ref.PathKind().String()...)
	case componentStart:
		return strconv.AppendUint(dst, uint64(in.At(int(ref.Span(f.c).Start))), 10)
	case valueField:
		return append(dst, src...)
	case lineField:
		return strconv.AppendInt(dst, in.Number, 10)
	case componentEnd:
		return strconv.AppendUint(dst, uint64(in.At(int(ref.Span(f.c).End))), 10)
	}
	return append(dst, "true"...) // validField
}

// appendBad appends the value of f for a bad line; ok is false if it has none.
func (f *Field) appendBad(dst, src []byte, flaw diag.Flaw, in *column.Cell) (out []byte, ok bool) {
	switch what := f.What; {
	case what == valueField, what == lineField:
		return f.append(dst, src, scanner.Ref{}, in), true
	case flaw.Kind == diag.Absent:
	case what == validField:
		return append(dst, "false"...), true
	case what == byteField:
		return strconv.AppendInt(dst, int64(in.Byte), 10), true
	case what == kindField:
		return append(dst, flaw.Kind...), true
	case what == errorOffset:
		return strconv.AppendInt(dst, int64(flaw.Offset), 10), true
	}
	return dst, false
}

// FormOf returns which side of URI-reference = URI / relative-ref applies (4.1).
func FormOf(hasScheme bool) string {
	if hasScheme {
		return "uri"
	}
	return "relative-ref"
}
