// Package kernel holds the machinery under lut and scanner: the automaton of
// RFC 3986 as a table, and the code that turns octets into finished offsets.
// Nothing here diagnoses: fast code answers yes with offsets or "not proven",
// and the automaton, driven by scanner.Machine, says why.
//
// automaton.go explains the table that automaton_gen.go holds; words.go is the
// layout of a reference's offsets in four words, to which host.go and suspect.go add
// the kind of the host and whether a reference is normal. run.go skips the octets that
// leave a state as it is. maps_portable.go and locate_portable.go are the portable path
// for one reference, batch_portable.go that for the lines of a block. dispatch.go chooses
// between it and the vector kernels of kernel_amd64.s, which the programs in _asm write:
// single calls (settle_asm.go), batches of lines (batch_amd64.go), the octets of a set and
// what normalize asks of triplets (span_amd64.go). arm64 has the single call alone, written
// by hand (locate_arm64.s): it is shown to be right under an emulator, and how fast it is on
// a processor has not been measured. Files ending in _noasm.go stand in for them elsewhere
// and under the build tag purego.
package kernel

//go:generate go -C _asm run . -out ../kernel_amd64.s -stubs ../stubs_amd64.go -needs ../needs_amd64.go -pkg kernel
