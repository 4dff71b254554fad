package normalize

import (
	"bytes"

	"github.com/uriscan/uriscan/internal/kernel"
)

// A tail reads the normal form of a source from its end, a chunk at a time, so
// that it need not be built. From the end it is known which segments a ".."
// removes before they are met, and nothing has to be kept, however long the
// path.
type tail struct {
	source
	part   part   // the one that is being read
	region []byte // what is still to be read of it: as it is, but for its triplets
	folds  bool   // and for its letters
	text   ipv6Text
	inText int // what is still to be read is text[:inText] instead, if not 0

	// Of a path that loses dot segments: what is before the region, the segments
	// that a ".." has still to remove, whether one was read, and whether the path
	// read so far begins with "//".
	path    []byte
	skip    int
	inPath  bool
	doubled bool
}

// A part of a normal form, in the order in which a tail reads them.
type part uint8

const (
	beforeAll part = iota
	fragmentPart
	queryPart
	pathPart
	guardPart
	portPart
	hostPart
	userinfoPart
	slashesPart
	schemePart
	afterAll
)

var guardText = []byte("/.")

// read fills buf from its end and returns the part of it that is filled. That
// is empty only at the beginning of the form; it may be up to 2 bytes less than
// there is room.
func (t *tail) read(buf []byte) []byte {
	room := len(buf)
	for room >= 3 {
		if len(t.left()) > 0 {
			room = t.step(buf[:room])
		} else if t.part < afterAll {
			t.nextRegion()
		} else {
			break
		}
	}
	return buf[room:]
}

// left returns what is still to be read of the part. A region that pointed into
// t would move t to the heap.
func (t *tail) left() []byte {
	if t.inText > 0 {
		return t.text[:t.inText]
	}
	return t.region
}

// keep leaves the first n octets to be read.
func (t *tail) keep(n int) {
	if t.inText > 0 {
		t.inText = n
	} else {
		t.region = t.region[:n]
	}
}

// nextRegion finds what is read next, which may be empty.
func (t *tail) nextRegion() {
	if len(t.path) > 0 {
		t.nextSegment()
		return
	}
	t.part++
	t.folds = false
	switch t.part {
	case fragmentPart:
		if !t.has(DropFragment) {
			t.region = t.fragmentPart()
		}
	case queryPart:
		t.region = t.queryPart()
	case pathPart:
		t.openPath()
	case guardPart:
		if t.doubled && !t.hasAuthority() {
			t.region = guardText
		}
	case portPart:
		if t.droppedPort() == 0 {
			t.region = t.portPart()
		}
	case hostPart:
		t.openHost()
	case userinfoPart:
		if !t.has(DropUserinfo) {
			t.region = t.userinfoPart()
		}
	case slashesPart:
		t.region = t.b[t.afterScheme:t.userinfoStart()]
	case schemePart:
		t.region, t.folds = t.schemePart(), t.has(Case)
	}
}

// step reads from the end of the region into the end of buf, which has room for
// 3 bytes, and returns how much room is left.
func (t *tail) step(buf []byte) (room int) {
	r := t.left()
	if n := len(r) - 3; n >= 0 && r[n] == '%' {
		if triplet := tripletAt(r, n, t.flags); triplet.size == 3 {
			text, length := triplet.text(r, n, t.flags)
			if triplet.decodes && t.folds {
				text[0] = toLower(text[0])
			}
			t.keep(n)
			return len(buf) - copy(buf[len(buf)-length:], text[:length])
		}
	}
	// From 2 bytes before what there is room for, where a triplet may begin that
	// reaches into it.
	run := r[max(0, len(r)-len(buf)-2):]
	if n := bytes.LastIndexByte(run, '%'); n >= 0 {
		run = run[min(n+3, len(run)-1):] // the last byte alone, after a "%" that begins no triplet
	}
	run = run[max(0, len(run)-len(buf)):]
	t.keep(len(r) - len(run))
	room = len(buf) - copy(buf[len(buf)-len(run):], run)
	if t.folds {
		for i := room; i < len(buf); i++ {
			buf[i] = toLower(buf[i])
		}
	}
	return room
}

// openHost finds how the host is read: what format cannot read, as in parts of
// invalid input, it leaves as it is.
func (t *tail) openHost() {
	host := t.hostPart()
	t.folds = t.has(Case)
	if t.isIPv6() {
		if n := len(t.text.format(host)); t.text[0] == '[' {
			t.inText = n
			return
		}
	}
	t.region = host
}

// openPath finds how the path is read.
func (t *tail) openPath() {
	path := t.pathPart()
	switch {
	case t.rootsPath():
		t.region = guardText[:1]
	case !t.removesDots() || !losesDots(path, t.flags, t.hasAuthority()):
		t.region = path
	case t.source.path == kernel.PathRootless:
		t.path = withoutLeadingDots(path, t.flags)
	default:
		t.path = path
	}
}

// withoutLeadingDots is 5.2.4, 2A and 2D: path after the dot segments that begin
// a rootless one.
func withoutLeadingDots(path []byte, f Flags) []byte {
	for {
		dots, next := dotSegment(path, 0, f)
		if dots == 0 {
			return path
		}
		path = path[next:]
	}
}

// nextSegment takes the last segment of the path, with the "/" before it, and
// makes it the region if it stays. One that is last and a dot segment leaves its
// "/".
func (t *tail) nextSegment() {
	slash := max(bytes.LastIndexByte(t.path, '/'), 0)
	segment := t.path[slash:]
	t.path = t.path[:slash]
	isLast := !t.inPath
	t.inPath = true
	if segment[0] == '/' {
		if dots, _ := dotSegment(segment, 1, t.flags); dots > 0 {
			t.skip += dots - 1
			if !isLast {
				return
			}
			t.region = segment[:1]
			return
		}
	}
	if t.skip > 0 {
		t.skip--
		return
	}
	t.region = segment
	t.doubled = len(segment) == 1 && segment[0] == '/' && !isLast
}
