package stream

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/uriscan/uriscan/internal/testkit"
)

// An empty pipe takes as much at once as it has room for. In parts shorter than a page, each
// part would take a page of the pipe, and half of this would have to wait.
func TestEmptyPipe(t *testing.T) {
	r, w, err := os.Pipe()
	testkit.Must(t, err)
	defer r.Close()
	defer w.Close()
	room := emptyRoom(w)
	lines := strings.Repeat(strings.Repeat("a", pipeBuf/2)+"\n", room/(pipeBuf/2+1))
	testkit.Must(t, w.SetWriteDeadline(time.Now().Add(10*time.Second)))
	n, err := WriteTo(w, []byte(lines), AtOnce(w))
	if full := emptyRoom(w); room < pipeBuf || AtOnce(w) != pipeBuf || n != len(lines) || err != nil || full != 0 {
		t.Errorf("writeTo an empty pipe with room for %d bytes = %d of %d, %v, and then room for %d", room, n, len(lines), err, full)
	}
}
