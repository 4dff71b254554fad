package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// Cache lines are tables of 64 bytes, and no table crosses a line of the cache: in half of all programs they
// would, and the calls that read most of them would take 7 to 9 % longer. The linker aligns data to 32 bytes,
// so the lines are there twice, and those that are aligned are used.
var (
	cacheLines  []byte
	cacheLineAt = map[string]int{}
)

// line adds the 64 bytes that at returns.
func line(name string, at func(i int) byte) {
	cacheLineAt[name] = len(cacheLines)
	for i := range 64 {
		cacheLines = append(cacheLines, at(i))
	}
}

// lineConstant adds a line of one byte.
func lineConstant(name string, c byte) { line(name, func(int) byte { return c }) }

// inLines is the line of that name, with the cache lines at base.
func inLines(base Register, name string) Mem { return Mem{Base: base, Disp: cacheLineAt[name]} }

// loadLines loads where the cache lines are.
func loadLines(base Register) {
	MOVQ(Mem{Symbol: Symbol{Name: "·cacheLines"}, Base: StaticBase}, base)
}

// writeLines writes the cache lines, after all are added.
func writeLines() {
	second := len(cacheLines) + 32
	both := data("twoCacheLines", second+len(cacheLines), func(i int) byte {
		switch {
		case i < len(cacheLines):
			return cacheLines[i]
		case i >= second:
			return cacheLines[i-second]
		}
		return 0
	})
	TEXT("bothCacheLines", NOSPLIT, "func() (first, second *byte)")
	Doc("bothCacheLines returns where the cache lines are, and where they are again, 32 bytes after their end.")
	LEAQ(both, RAX)
	Store(RAX, Return("first"))
	ADDQ(U32(uint32(second)), RAX)
	Store(RAX, Return("second"))
	RET()
}
