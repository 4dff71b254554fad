package seen

import (
	"testing"

	"github.com/uriscan/uriscan/internal/borrow"
)

func TestPool(t *testing.T) {
	pool := borrow.Pool[*buffer]{Lend: lend, GiveBack: giveBack, Bytes: func(b *buffer) *[]byte { return &b.B }}
	monster := lend()
	monster.B = make([]byte, maxPooled+1)
	first := &monster.B[0]
	giveBack(monster)
	pool.CheckBounded(t, first, maxPooled)
	pool.CheckLentOnce(t)
}
