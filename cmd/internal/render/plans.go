package render

import (
	"slices"
	"strconv"
	"sync/atomic"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/scanner"
	"github.com/uriscan/uriscan/scanner/target"
)

// What parse prints of a reference is its components and text between them. The text
// depends on little: which components are defined, and the kinds of host and path. Plans
// keep the text for each such shape, so that printing a line copies a few short pieces of
// bytes.
//
//	{"valid":true,"form":"uri","scheme":" http ","authority":" h ","host":" h ...

// Plans are the plans of all shapes for a template, each made when it is needed first.
type Plans struct {
	slots Template
	form  target.Form // of all that they print
	made  [1 << shapeBits]atomic.Pointer[plan]
	forms [target.AsteriskForm + 1]atomic.Pointer[Plans] // of request-targets
}

// A shape is the components that are defined, then the HostKind, then the PathKind.
type shape uint16

const (
	hostKindShift = 8
	pathKindShift = hostKindShift + 3
	shapeBits     = pathKindShift + 3
)

// A plan is what is printed of references of one shape.
type plan []planPart

// A planPart is text and the component, or one of its offsets, that follows it.
type planPart struct {
	text   []byte    // in memory of at least wide bytes
	next   int       // the component, by its place in spans
	number fieldKind // of the kinds that are not bytes of the reference, else 0
	slot   *Slot     // of derivedKind
}

// NewPlans returns the plans of t.
func NewPlans(t Template) *Plans { return &Plans{slots: t} }

// spans are the offsets of components, in their order, then an empty one, and last the
// reference.
type spans [wholeSpan + 1]scanner.Span

const (
	emptySpan = len(Components)
	wholeSpan = emptySpan + 1
)

// of sets s to the components of a reference and returns its shape. A component begins
// later than the one before it ends if the delimiter between them is there.
func (s *spans) of(ref scanner.Ref) shape {
	set := scanner.Path
	s[wholeSpan].End = uint32(ref.Len())
	s[0], s[5], s[6], s[7] = ref.Scheme(), ref.Path(), ref.Query(), ref.Fragment()
	if s[0].End > 0 {
		set |= scanner.Scheme
	}
	host := ref.HostKind()
	if host != scanner.NoHost {
		set |= scanner.Authority | scanner.Host
		s[1], s[2], s[3], s[4] = ref.Authority(), ref.Userinfo(), ref.Host(), ref.Port()
		if s[3].Start > s[1].Start {
			set |= scanner.Userinfo
		}
		if s[4].Start > s[3].End {
			set |= scanner.Port
		}
	}
	if s[6].Start > s[5].End {
		set |= scanner.Query
	}
	if s[7].Start > s[6].End {
		set |= scanner.Fragment
	}
	return shape(set) | shape(host)<<hostKindShift | shape(ref.PathKind())<<pathKindShift
}

// Line prints a good line.
func (f *Plans) Line(dst, src []byte, ref scanner.Ref, in *column.Cell) ([]byte, diag.Flaw) {
	var at spans
	p := f.ofForm(in.Form).of(at.of(ref), src, ref)
	return p.append(dst, src, ref, &at, in), diag.Flaw{}
}

// ofForm returns the plans of request-targets of a form, or of references.
func (f *Plans) ofForm(form target.Form) *Plans {
	if form == f.form {
		return f
	}
	of := f.forms[form].Load()
	if of == nil {
		of = &Plans{slots: f.slots, form: form}
		f.forms[form].Store(of) // or another one made the same
	}
	return of
}

// Lines appends what Line prints for each of lines.
func (f *Plans) Lines(dst, src []byte, lines []scanner.Line) []byte {
	var at spans
	for i := range lines {
		l := &lines[i]
		line := src[l.Start:l.End]
		p := f.of(at.of(l.Ref), line, l.Ref)
		dst = p.append(dst, line, l.Ref, &at, nil)
	}
	return dst
}

// of returns the plan of shape s, which ref has.
func (f *Plans) of(s shape, src []byte, ref scanner.Ref) plan {
	p := f.made[s].Load()
	if p == nil {
		p = f.plan(src, ref)
		f.made[s].Store(p) // or another one made the same
	}
	return *p
}

// append appends what is printed for the reference ref in src with its components at the spans.
func (p plan) append(dst, src []byte, ref scanner.Ref, at *spans, in *column.Cell) []byte {
	for i := range p {
		part := &p[i]
		dst = appendWide(dst, part.text)
		value := at[part.next]
		if part.number == 0 {
			dst = appendWide(dst, src[value.Start:value.End])
			continue
		}
		var n int64
		switch part.number {
		case componentStart:
			n = int64(in.At(int(value.Start)))
		case componentEnd:
			n = int64(in.At(int(value.End)))
		case lineField:
			n = in.Number
		case derivedKind:
			dst = part.slot.Append(dst, src, ref, in)
			continue
		}
		dst = strconv.AppendInt(dst, n, 10)
	}
	return dst
}

// Append appends the value of the field of s, or what is printed instead.
func (s *Slot) Append(dst, src []byte, ref scanner.Ref, in *column.Cell) []byte {
	if out, ok := s.Field.Append(append(dst, s.open...), src, ref, in); ok {
		return append(out, s.close...)
	}
	return append(dst, s.Undefined...)
}

// wide is how many bytes of a short text or component are copied, without a call.
const wide = 32

// appendWide appends src. What it copies beyond src, from memory after it, is overwritten, or
// comes after what it returns.
func appendWide(dst, src []byte) []byte {
	n := len(dst)
	if len(src) > wide || cap(src) < wide || cap(dst)-n < wide {
		return append(dst, src...)
	}
	to, from := (*[wide]byte)(dst[n:cap(dst)]), (*[wide]byte)(src[:wide])
	copy(to[:16], from[:16]) // 16 bytes are copied without a call
	copy(to[16:32], from[16:32])
	return dst[:n+len(src)]
}

// plan makes the plan of the shape of ref, from what references of one shape share.
func (f *Plans) plan(src []byte, ref scanner.Ref) *plan {
	var p plan
	var text []byte
	for i := range f.slots {
		slot := &f.slots[i]
		text = append(text, slot.Text...)
		if slot.Field == nil {
			continue
		}
		if !slot.Field.isDefined(ref) {
			text = append(text, slot.Undefined...)
			continue
		}
		part := planPart{next: slices.Index(Components[:], slot.Field.c)}
		if slot.Field.What == derivedKind {
			p = append(p, planPart{text: slices.Grow(text, wide), next: emptySpan, number: derivedKind, slot: slot})
			text = nil
			continue
		}
		text = append(text, slot.open...)
		switch slot.Field.What {
		case component:
		case valueField:
			part.next = wholeSpan
		case lineField:
			part.next = emptySpan
			fallthrough
		case componentStart, componentEnd:
			part.number = slot.Field.What
		default:
			text = append(slot.Field.append(text, src, ref, &column.Cell{Form: f.form}), slot.close...)
			continue
		}
		part.text = slices.Grow(text, wide)
		p = append(p, part)
		text = []byte(slot.close)
	}
	p = append(p, planPart{text: slices.Grow(text, wide), next: emptySpan})
	return &p
}
