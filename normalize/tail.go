package normalize

import (
	"bytes"

	"github.com/uriscan/uriscan/internal/kernel"
)

// A tail reads the normal form of a source from its end, a chunk at a time, so
// that it need not be built. From the end it is known which segments a ".."
// removes before they are met, and nothing has to be kept, however long the
// path. It holds offsets into the source, not slices of it: those would move
// every caller's bytes to the heap.
type tail struct {
	source
	part     part // the one that is being read
	from, to int  // what is still to be read of it: as it is, but for its triplets
	folds    bool // and for its letters
	text     ipv6Text
	nText    int // what is still to be read of text, before that

	// Of a path that loses dot segments: what is before the region, the segments
	// that a ".." has still to remove, whether one was read, and whether the path
	// read so far begins with "//".
	pathFrom, pathTo int
	skip             int
	inPath           bool
	doubled          bool
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

// read fills buf from its end and returns the part of it that is filled. That
// is empty only at the beginning of the form; it may be up to 2 bytes less than
// there is room.
func (t *tail) read(buf []byte) []byte {
	room := len(buf)
	for room >= 3 {
		switch {
		case t.nText > 0:
			n := copy(buf[max(0, room-t.nText):room], t.text[max(0, t.nText-room):t.nText])
			t.nText -= n
			room -= n
		case t.from < t.to:
			room = t.step(buf[:room])
		case t.pathFrom < t.pathTo:
			t.nextSegment()
		case t.part < afterAll:
			t.part++
			t.open()
		default:
			return buf[room:]
		}
	}
	return buf[room:]
}

// open finds what is to be read of a part, which may be nothing.
func (t *tail) open() {
	t.folds = false
	switch t.part {
	case fragmentPart:
		if !t.has(DropFragment) {
			t.region(t.at.QueryEnd, t.at.End)
		}
	case queryPart:
		t.region(t.at.PathEnd, t.at.QueryEnd)
	case pathPart:
		t.openPath()
	case guardPart:
		if t.doubled && !t.hasAuthority() {
			t.literal("/.")
		}
	case portPart:
		if t.droppedPort() == 0 {
			t.region(t.at.HostEnd, t.at.PathStart)
		}
	case hostPart:
		if t.isIPv6() {
			t.nText = len(t.text.format(t.hostPart()))
			return
		}
		t.region(t.at.HostStart, t.at.HostEnd)
		t.folds = t.has(Case)
	case userinfoPart:
		if !t.has(DropUserinfo) {
			t.region(t.userinfoStart(), t.at.HostStart)
		}
	case slashesPart:
		t.region(t.afterScheme, t.userinfoStart())
	case schemePart:
		t.region(0, t.afterScheme)
		t.folds = t.has(Case)
	}
}

// region makes b[from:to] what is read next.
func (t *tail) region(from, to uint32) { t.from, t.to = int(from), int(to) }

// literal makes s what is read next.
func (t *tail) literal(s string) { t.nText = copy(t.text[:], s) }

// step reads from the end of the region into the end of buf, which has room for
// 3 bytes, and returns how much room is left.
func (t *tail) step(buf []byte) (room int) {
	r := t.b[t.from:t.to]
	if n := len(r) - 3; n >= 0 && r[n] == '%' {
		if triplet := tripletAt(r, n, t.flags); triplet.size == 3 {
			if triplet.decodes && t.folds {
				triplet.octet = toLower(triplet.octet)
			}
			var text [3]byte
			become := triplet.append(text[:0], r[n:], t.flags)
			t.to -= 3
			return len(buf) - copy(buf[len(buf)-len(become):], become)
		}
	}
	// From 2 bytes before what there is room for, where a triplet may begin that
	// reaches into it.
	run := r[max(0, len(r)-len(buf)-2):]
	if n := bytes.LastIndexByte(run, '%'); n >= 0 {
		run = run[min(n+3, len(run)-1):] // the last byte alone, after a "%" that begins no triplet
	}
	run = run[max(0, len(run)-len(buf)):]
	t.to -= len(run)
	room = len(buf) - copy(buf[len(buf)-len(run):], run)
	if t.folds {
		lowerCase(buf[room:])
	}
	return room
}

// openPath finds how the path is read.
func (t *tail) openPath() {
	from, to := int(t.at.PathStart), int(t.at.PathEnd)
	switch {
	case t.rootsPath():
		t.literal("/")
	case !t.removesDots() || !losesDots(t.pathPart(), t.flags, t.hasAuthority()):
		t.from, t.to = from, to
	default:
		if t.source.path == kernel.PathRootless {
			from += leadingDots(t.pathPart(), t.flags)
		}
		t.pathFrom, t.pathTo = from, to
	}
}

// leadingDots is 5.2.4, 2A and 2D: the length of the dot segments that begin a
// rootless path.
func leadingDots(path []byte, f Flags) int {
	end := 0
	for {
		dots, next := dotSegment(path, end, f)
		if dots == 0 {
			return end
		}
		end = next
	}
}

// nextSegment takes the last segment of the path, with the "/" before it, and
// makes it the region if it stays. One that is last and a dot segment leaves its
// "/".
func (t *tail) nextSegment() {
	path := t.b[t.pathFrom:t.pathTo]
	slash := max(bytes.LastIndexByte(path, '/'), 0)
	segment := path[slash:]
	t.from, t.to = t.pathFrom+slash, t.pathTo
	t.pathTo = t.from
	isLast := !t.inPath
	t.inPath = true
	if segment[0] == '/' {
		if dots, _ := dotSegment(segment, 1, t.flags); dots > 0 {
			t.skip += dots - 1
			if t.to = t.from; isLast {
				t.to++
			}
			return
		}
	}
	if t.skip > 0 {
		t.skip--
		t.to = t.from
		return
	}
	t.doubled = len(segment) == 1 && segment[0] == '/' && !isLast
}
