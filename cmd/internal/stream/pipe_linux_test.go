package stream

import (
	"bytes"
	"os"
	"testing"
	"time"

	"github.com/uriscan/uriscan/internal/testkit"
)

// An empty pipe takes as much at once as it has room for. In parts shorter than a page, each
// part would take a page of the pipe, and half of this would have to wait. Into a pipe that
// has something in it go parts that it takes as a whole: they end with a line whenever the
// writing ends.
func TestWriteToPipe(t *testing.T) {
	line := append(bytes.Repeat([]byte{'a'}, pipeBuf/2), '\n')
	for unread := range 2 {
		r, w, err := os.Pipe()
		testkit.Must(t, err)
		room := emptyRoom(w)
		fits := room / len(line) / (1 + unread)
		for lines, wait := range map[int]time.Duration{fits: 10 * time.Second, 3 * fits: 20 * time.Millisecond} {
			_, err = w.Write(make([]byte, unread))
			testkit.Must(t, err)
			if got := emptyRoom(w); AtOnce(w) != pipeBuf || room < pipeBuf || got != room*(1-unread) {
				t.Errorf("a pipe with %d bytes in it has room for %d, want %d", unread, got, room*(1-unread))
			}
			testkit.Must(t, w.SetWriteDeadline(time.Now().Add(wait)))
			n, err := WriteTo(w, bytes.Repeat(line, lines), AtOnce(w))
			if n%len(line) != 0 || (n == lines*len(line)) != (lines == fits) || (err == nil) != (lines == fits) {
				t.Errorf("with %d bytes in the pipe %d of %d bytes were written: %v", unread, n, lines*len(line), err)
			}
			_, err = r.Read(make([]byte, 2*room))
			testkit.Must(t, err)
			testkit.Must(t, w.SetWriteDeadline(time.Time{}))
		}
		r.Close()
		w.Close()
	}
}
