package main

import (
	"encoding/binary"
	"hash/crc32"
	"io"
)

// A member that is long is decompressed from several places, too: from blocks on that
// are guessed. That takes twice as long (see inflate_twice.go), so the blocks
// between two such spans are decompressed by the head, which knows what came before.

// isLong tells whether a span that was guessed is long enough, as it ends at a place.
func (s *span) isLong(at, _ int64) bool { return at >= s.begin+8*s.apart }

// inflate decompresses the blocks of a span that begins within a member.
func (s *span) inflate() error {
	if s.window == nil {
		return s.inflateGuess()
	}
	d := newInflater(&s.packed, uint8(s.begin%8), s.window, s.meetsBlock)
	err := s.pourAll(d)
	s.stopAt(d)
	return err
}

// meetsBlock tells whether a span begins at a block. One that was guessed needs a whole
// window before it, of the same member.
func (s *span) meetsBlock(at, out int64) bool {
	return (s.within || out >= windowLen) && s.meets(s, at, true)
}

// stopAt remembers where d has stopped.
func (s *span) stopAt(d *inflater) {
	if d.stopped() {
		s.midway, s.used = d.end, d.used
	}
}

// A gzipStream reads members of an archive, one span after the other.
type gzipStream struct {
	a    *archive
	head *headReader
}

// A past is what a member has held so far, as far as something depends on that.
type past struct {
	sum, size uint32
	last      []byte // bytes
	settler   settler
	guessed   bool // what follows was, and settler is set for that
}

// begin is called where a member begins. Of another format nothing depends on that,
// and p is nil.
func (p *past) begin() {
	if p != nil {
		p.sum, p.size, p.last = 0, 0, p.last[:0]
	}
}

// settle settles a chunk of what follows, which was guessed.
func (p *past) settle(c *chunk) {
	if !p.guessed {
		p.guessed = true
		p.settler.set(p.window())
	}
	p.settler.settle(c)
}

// add adds what came of a span, with its checksum if nobody else has computed that.
func (p *past) add(data []byte, within bool) {
	if within {
		p.sum = crc32.Update(p.sum, crc32.IEEETable, data)
		p.size += uint32(len(data))
	}
	if len(p.last)+len(data) > 4*windowLen {
		p.last = append(p.last[:0], p.window()...)
		data = data[max(0, len(data)-windowLen):]
	}
	p.last = append(p.last, data...)
}

// continues is called where s has ended within a member.
func (p *past) continues(s *span) {
	p.guessed = false
	if !s.within {
		p.sum, p.size = s.sum, s.size
	}
}

// window returns what blocks may refer to that follow.
func (p *past) window() []byte { return p.last[max(0, len(p.last)-windowLen):] }

func (g *gzipStream) Read(p []byte) (int, error) {
	for {
		n, err := g.head.Read(p)
		g.a.past.add(p[:n], g.head.within)
		switch {
		case err != io.EOF:
			return n, err
		case g.head.midway > 0:
			g.a.past.continues(g.head.span)
			g.head = g.a.headAt(&span{begin: g.head.midway, within: true, least: g.head.used})
		case g.head.within:
			return 0, g.a.trailer(g.a.past.sum, g.a.past.size)
		default:
			return 0, io.EOF
		}
	}
}

// trailer reads what a member ends with. The error is io.EOF if it is right.
func (p *packed) trailer(sum, size uint32) error {
	var read [8]byte
	if _, err := io.ReadFull(p.src, read[:]); err == io.EOF {
		return io.ErrUnexpectedEOF
	} else if err != nil {
		return err
	}
	if binary.LittleEndian.Uint32(read[:]) != sum || binary.LittleEndian.Uint32(read[4:]) != size {
		return errBadChecksum
	}
	return io.EOF
}
