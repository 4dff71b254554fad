package seen

import (
	"encoding/binary"
	"encoding/hex"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit/suite"
)

func TestMain(m *testing.M) { suite.Run(m) }

// The vectors of SipHash-2-4 with 128 bits: key and input are the bytes from 0 on.
// They were computed by OpenSSL 3.0, and the first ones are those of the reference
// implementation.
func TestSumIsSipHash(t *testing.T) {
	tests := []struct {
		n    int
		want string
	}{
		{0, "a3817f04ba25a8e66df67214c7550293"},
		{1, "da87c1d86b99af44347659119b22fc45"},
		{7, "a1f1ebbed8dbc153c0b84aa61ff08239"},
		{8, "3b62a9ba6258f5610f83e264f31497b4"},
		{15, "5493e99933b0a8117e08ec0f97cfc3d9"},
		{16, "6ee2a4ca67b054bbfd3315bf85230577"},
		{63, "5150d1772f50834a503e069a973fbd7c"},
	}
	var seed Seed
	in := make([]byte, 64)
	for i := range in {
		in[i] = byte(i)
	}
	copy(seed[:], in)
	for _, tt := range tests {
		k := Sum(&seed, in[:tt.n])
		got := binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, k.Lo), k.Hi)
		if hex.EncodeToString(got) != tt.want {
			t.Errorf("Sum of %d bytes = %x, want %s", tt.n, got, tt.want)
		}
	}
}
