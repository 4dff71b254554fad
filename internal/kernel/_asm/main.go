// Command _asm writes the assembly of internal/kernel with avo. Run it from
// here:
//
//	go run . -out ../kernel_amd64.s -stubs ../stubs_amd64.go -pkg kernel
package main

import . "github.com/mmcloughlin/avo/build"

func main() {
	ConstraintExpr("amd64,!purego")
	cpu()
	constant("percent", '%')
	constant("number", '#')
	constant("at", '@')
	constant("lineFeed", '\n')
	constant("allOnes", 0xff)
	constants256()
	dispatch()
	locate512()
	locate256()
	lineEnds512()
	longLines512()
	laneConstants()
	linesFromLanes512()
	columnsFromLanes512()
	stop512()
	masks256()
	lines256()
	columns256()
	spanConstants()
	span512()
	span256()
	loose256()
	copy512()
	form512()
	form256()
	forTests()
	Generate()
}
