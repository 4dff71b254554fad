package main

import . "github.com/mmcloughlin/avo/build"

func main() {
	withNeeds(needsFlag())
	ConstraintExpr("amd64,!purego")
	cpu()
	halfConstant("percent", '%')
	constant("number", '#')
	halfConstant("at", '@')
	eightOf("lineFeed", '\n')
	constants256()
	locate()
	address256()
	isAddress256()
	lineEnds512()
	laneConstants()
	transpose512()
	longLines512()
	lines512()
	masks256()
	lines256()
	data("firstBytes", 128, func(i int) byte { return [2]byte{0xff, 0}[i/64] })
	qword("units", 0x8040201008040201) // bit i of byte i
	span512()
	span256()
	loose256()
	pairs256()
	screen()
	copyPlain()
	triplets256()
	plainTriplets512()
	writeLines()
	forTests()
	Generate()
}
