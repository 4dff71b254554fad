package kernel

// Signs are what [SkipMarkup] is told of markup. The letters count as A = 1 to Z = 26,
// in either case.
type Signs struct {
	// Names has for the first letter of each name of an attribute that may hold
	// references the length of the name, as a bit. There are none longer than 30.
	Names [32]uint32
	// Ends has for the last letter but one of each scheme that is looked for in texts
	// without "//" behind it the last one, as a bit.
	Ends [32]uint32
	// Thirds has it for the third letter from the end of each.
	Thirds [32]uint32
}
