package record

// A Policy is what becomes of bad lines.
type Policy uint8

// The policies. All of them print the diagnostic.
const (
	Skip Policy = iota // the line is left out
	Keep               // the line is passed on unchanged
	Fail               // the line ends the command
)
