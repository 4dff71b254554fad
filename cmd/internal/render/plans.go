package render

import (
	"slices"
	"strings"
	"sync/atomic"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/scanner"
)

// What parse prints of a reference is its components and text between them. The text
// depends on little: which components are defined, and the kinds of host and path. Plans
// keep the text for each such shape. Printing a line then copies a few short pieces of
// bytes, of a length that needs no call if there is room for more.
//
//	{"valid":true,"form":"uri","scheme":" http ","authority":" h ","host":" h ...

// Plans are the plans of all shapes for a template, each made when it is needed first.
type Plans struct {
	slots Template
	made  [1 << shapeBits]atomic.Pointer[plan]
}

// A shape is the components that are defined, then the HostKind, then the PathKind.
type shape uint16

const (
	hostKindShift = 8
	pathKindShift = hostKindShift + 3
	shapeBits     = pathKindShift + 3
)

// A plan is what is printed of references of one shape.
type plan struct {
	parts []planPart
	size  int // of all text, in bytes
}

// A planPart is text and the component that follows it, by its place in spans.
type planPart struct {
	text [planText]byte
	len  int
	next int
}

const (
	planText  = 48 // bytes of text that are copied at once
	planValue = 64 // bytes of a component
)

// MaxPlanSlots and maxSlotText are how much a template may have for its lines to be
// printed many at once, which bounds what they take.
const (
	MaxPlanSlots = 32
	MaxSlotText  = 1 << 10
)

// NewPlans returns the plans of t, or nil if it has more in it than text and
// components, or too much.
func NewPlans(t Template) *Plans {
	text := 0
	for _, s := range t {
		text += len(s.Text) + len(s.open) + len(s.close) + len(s.Undefined)
		if s.Field != nil && (s.Field.What == componentStart || s.Field.What == componentEnd) {
			return nil
		}
	}
	if len(t) > MaxPlanSlots || text > MaxSlotText {
		return nil
	}
	return &Plans{slots: t}
}

// spans are the offsets of components: of those that are printed, in their order, and
// last an empty one.
type spans [len(Components) + 1]scanner.Span

// of sets s to the components of a reference and returns its shape. A component begins
// later than the one before it ends if the delimiter between them is there.
func (s *spans) of(ref scanner.Ref) shape {
	set := scanner.Path
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

// Line prints a good line. None of the fields of f is an offset.
func (f *Plans) Line(dst, src []byte, ref scanner.Ref, _ *column.Cell) ([]byte, diag.Flaw) {
	var at spans
	return f.of(at.of(ref)).append(dst, src, 0, len(src), &at), diag.Flaw{}
}

// Lines appends what Line prints for each of lines.
func (f *Plans) Lines(dst, src []byte, lines []scanner.Line) []byte {
	var at spans
	for i := range lines {
		l := &lines[i]
		fr := f.of(at.of(l.Ref))
		dst = fr.append(dst, src, l.Start, l.Ref.Len(), &at)
	}
	return dst
}

// of returns the plan of a shape.
func (f *Plans) of(s shape) *plan {
	fr := f.made[s].Load()
	if fr == nil {
		fr = f.plan(s)
		f.made[s].Store(fr) // or another one made the same
	}
	return fr
}

// append appends the line of src that begins at line and has size bytes. What it copies
// beyond a text or a component is overwritten, or is after what is returned.
func (fr *plan) append(dst, src []byte, line, size int, at *spans) []byte {
	if room := fr.room(size, at); cap(dst)-len(dst) < room {
		dst = slices.Grow(dst, room)
	}
	buf, n := dst[:cap(dst)], len(dst)
	for i := range fr.parts {
		p := &fr.parts[i]
		*(*[planText]byte)(buf[n:]) = p.text
		n += p.len
		from, length := line+int(at[p.next].Start), at[p.next].Len()
		if length <= planValue && from+planValue <= len(src) {
			*(*[planValue]byte)(buf[n:]) = [planValue]byte(src[from:])
		} else {
			copy(buf[n:], src[from:from+length])
		}
		n += length
	}
	return buf[:n]
}

// room returns how much memory a line of size bytes takes, copies beyond it included,
// or a little more: for a long line the sum is worth its time.
func (fr *plan) room(size int, at *spans) int {
	const long = 1 << 10
	n := fr.size + planText + planValue
	if size < long {
		return n + len(fr.parts)*size
	}
	for i := range fr.parts {
		n += at[fr.parts[i].next].Len()
	}
	return n
}

// plan makes the plan of a shape.
func (f *Plans) plan(s shape) *plan {
	fr := new(plan)
	var text strings.Builder
	for _, slot := range f.slots {
		text.WriteString(slot.Text)
		switch {
		case slot.Field == nil:
		case !s.has(slot.Field):
			text.WriteString(slot.Undefined)
		default:
			text.WriteString(slot.open)
			if slot.Field.What == component {
				fr.add(text.String(), slices.Index(Components[:], slot.Field.c))
				text.Reset()
			} else {
				text.WriteString(s.constant(slot.Field))
			}
			text.WriteString(slot.close)
		}
	}
	fr.add(text.String(), len(Components))
	return fr
}

// add adds text and the component after it.
func (fr *plan) add(text string, next int) {
	fr.size += len(text)
	for len(text) > planText {
		fr.parts = append(fr.parts, planPart{[planText]byte([]byte(text)), planText, len(Components)})
		text = text[planText:]
	}
	p := planPart{len: len(text), next: next}
	copy(p.text[:], text)
	fr.parts = append(fr.parts, p)
}

// has is [Field.Defined] for references of shape s.
func (s shape) has(f *Field) bool { return scanner.Component(s)&f.c == f.c }

// constant returns the value of a field that all references of shape s share.
func (s shape) constant(f *Field) string {
	const kind = 1<<3 - 1
	switch f.What {
	case formField:
		return FormOf(scanner.Component(s)&scanner.Scheme != 0)
	case hostKindField:
		return scanner.HostKind(s >> hostKindShift & kind).String()
	case pathKindField:
		return scanner.PathKind(s >> pathKindShift & kind).String()
	}
	return "true"
}
