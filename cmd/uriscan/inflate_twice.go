package main

// What stands before a block that was guessed is not known while it is decompressed. So
// that is done twice, with two windows that have other bytes at each place: what comes
// out the same does not depend on the window, and what does not tells at which
// place of the window the byte stands that belongs there. In lines of references and
// of logs, what once stood in the window is copied again and again without end, so
// that it does not pay to look for the place from which on once would do.

// windowOnce and windowTwice differ at each place i, in their highest bit, and i is
// told by what they have there: its lower bits by the one, the others by how they differ.
var windowOnce, windowTwice = func() (once, twice [windowLen]byte) {
	for i := range once {
		once[i] = byte(i)
		twice[i] = byte(i) ^ byte(i>>8|0x80)
	}
	return
}()

// twin returns what a chunk has in the other half of its memory, which came of the
// same with the other window.
func (c *chunk) twin() []byte { return c.data[c.room() : c.room()+len(c.data)] }

// A settler puts into what was decompressed twice what belongs there.
type settler [1 << 16]byte

// set makes t that of a window.
func (t *settler) set(window []byte) {
	for i := range 1 << 8 {
		t[i] = byte(i)
	}
	copy(t[1<<15:], window)
}

func (t *settler) settle(c *chunk) {
	twin := c.twin()
	for i, b := range c.data {
		c.data[i] = t[int(b^twin[i])<<8|int(b)]
	}
}

// inflateGuess decompresses blocks of which it is not known what stands before, for as
// long as is said to be enough.
func (s *span) inflateGuess() (err error) {
	ahead, bit := s.from(s.begin/8), uint8(s.begin%8)
	once := newInflater(&s.packed, bit, windowOnce[:], s.isLong)
	twice := newInflater(&ahead, bit, windowTwice[:], s.isLong)
	for err == nil {
		if err = s.pourTwice(once, twice); err == nil && s.isFull() && !s.hand() {
			err = errLeft
		}
	}
	s.stopAt(once)
	return err
}

// pourTwice reads once of twice, and then the same of once: as the one that may be
// the head, that must not be ahead.
func (s *span) pourTwice(once, twice *inflater) (err error) {
	c := &s.filling
	if c.data == nil {
		c.data, c.twice = s.memory(), true
	}
	from, room := len(c.data), c.room()
	n, _ := twice.Read(c.data[room+from : 2*room])
	for to := from + max(n, 1); len(c.data) < to && err == nil; {
		var m int
		m, err = once.Read(c.data[len(c.data):to])
		c.data = c.data[:len(c.data)+m]
	}
	if len(c.data) > from+n {
		return errLeft // for then twice could not go on
	}
	return err
}
