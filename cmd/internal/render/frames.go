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
// depends on little: which components are defined, and the kinds of host and path. frames
// keep the text for each such shape. Printing a line then copies a few short pieces of
// bytes, of a length that needs no call if there is room for more.
//
//	{"valid":true,"form":"uri","scheme":" http ","authority":" h ","host":" h ...

// frames are the frames of all shapes, each made when it is needed first.
type frames struct {
	slots Template
	made  [1 << shapeBits]atomic.Pointer[frame]
}

// A shape is the components that are defined, then the HostKind, then the PathKind.
type shape uint16

const (
	hostKindShift = 8
	pathKindShift = hostKindShift + 3
	shapeBits     = pathKindShift + 3
)

// A frame is what is printed of references of one shape.
type frame struct {
	parts []framePart
	size  int // of all text, in bytes
}

// A framePart is text and the component that follows it, by its place in spans.
type framePart struct {
	text [frameText]byte
	len  int
	next int
}

const (
	frameText  = 48 // bytes of text that are copied at once
	frameValue = 64 // bytes of a component
)

// MaxFrameSlots and maxSlotText are how much a template may have for its lines to be
// printed many at once, which bounds what they take.
const (
	MaxFrameSlots = 32
	MaxSlotText   = 1 << 10
)

// NewFrames returns the frames of t, or nil if it has more in it than text and
// components, or too much.
func NewFrames(t Template) *frames {
	text := 0
	for _, s := range t {
		text += len(s.Text) + len(s.open) + len(s.close) + len(s.Undefined)
		if s.Field != nil && (s.Field.What == componentStart || s.Field.What == componentEnd) {
			return nil
		}
	}
	if len(t) > MaxFrameSlots || text > MaxSlotText {
		return nil
	}
	return &frames{slots: t}
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
func (f *frames) Line(dst, src []byte, ref scanner.Ref, _ *column.Cell) ([]byte, diag.Flaw) {
	var at spans
	return f.of(at.of(ref)).append(dst, src, 0, len(src), &at), diag.Flaw{}
}

// Stretch appends what Line prints for each of lines.
func (f *frames) Stretch(dst, src []byte, lines []scanner.Line) []byte {
	var at spans
	for i := range lines {
		l := &lines[i]
		fr := f.of(at.of(l.Ref))
		dst = fr.append(dst, src, l.Start, l.Ref.Len(), &at)
	}
	return dst
}

// of returns the frame of a shape.
func (f *frames) of(s shape) *frame {
	fr := f.made[s].Load()
	if fr == nil {
		fr = f.frame(s)
		f.made[s].Store(fr) // or another one made the same
	}
	return fr
}

// append appends the line of src that begins at line and has size bytes. What it copies
// beyond a text or a component is overwritten, or is after what is returned.
func (fr *frame) append(dst, src []byte, line, size int, at *spans) []byte {
	if room := fr.room(size, at); cap(dst)-len(dst) < room {
		dst = slices.Grow(dst, room)
	}
	buf, n := dst[:cap(dst)], len(dst)
	for i := range fr.parts {
		p := &fr.parts[i]
		*(*[frameText]byte)(buf[n:]) = p.text
		n += p.len
		from, length := line+int(at[p.next].Start), at[p.next].Len()
		if length <= frameValue && from+frameValue <= len(src) {
			*(*[frameValue]byte)(buf[n:]) = [frameValue]byte(src[from:])
		} else {
			copy(buf[n:], src[from:from+length])
		}
		n += length
	}
	return buf[:n]
}

// room returns how much memory a line of size bytes takes, copies beyond it included,
// or a little more: for a long line the sum is worth its time.
func (fr *frame) room(size int, at *spans) int {
	const long = 1 << 10
	n := fr.size + frameText + frameValue
	if size < long {
		return n + len(fr.parts)*size
	}
	for i := range fr.parts {
		n += at[fr.parts[i].next].Len()
	}
	return n
}

// frame makes the frame of a shape.
func (f *frames) frame(s shape) *frame {
	fr := new(frame)
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
func (fr *frame) add(text string, next int) {
	fr.size += len(text)
	for len(text) > frameText {
		fr.parts = append(fr.parts, framePart{[frameText]byte([]byte(text)), frameText, len(Components)})
		text = text[frameText:]
	}
	p := framePart{len: len(text), next: next}
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
