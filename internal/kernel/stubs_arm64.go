//go:build arm64 && !purego

package kernel

// locate goes on to locateNEON if that is the level, and proves nothing if not.
//
//go:noescape
func locate(b []byte) (w0 uint64, w1 uint64, w2 uint64, w3 uint64)

// locateNEON is locate for NEON. It reads no byte of another page than those of b.
//
//go:noescape
func locateNEON(b []byte) (w0 uint64, w1 uint64, w2 uint64, w3 uint64)

// nibbleTables returns the tables of classes by nibble.
func nibbleTables() (low *[16]uint8, high *[16]uint8)
