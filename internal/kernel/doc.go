// Package kernel holds the fast paths from bytes to offsets. They return the words of
// package automaton for a reference that they prove to be valid, the fault of most that are
// not (settle.go), or "not proven": then the automaton decides, and finds the fault.
//
// maps_portable.go and locate_portable.go are the portable path for one reference,
// batch_portable.go that for the lines of a block, screen_portable.go that for what inspect
// asks. dispatch.go chooses between it and the vector kernels of kernel_amd64.s, which the
// programs in _asm write: the single call (settle_asm.go), batches of lines
// (batch_amd64.go), the bytes of a set and what normalize asks of triplets (span_amd64.go),
// and what inspect (screen_amd64.go), redact (plain_amd64.go) and repair (pairs_amd64.go)
// ask. arm64 has only the single call, written by hand (locate_arm64.s). It is tested under
// an emulator; its speed on a processor has not been measured. Files ending in _noasm.go
// replace them elsewhere and under the build tag purego.
package kernel

//go:generate go -C _asm run . -out ../kernel_amd64.s -stubs ../stubs_amd64.go -needs ../needs_amd64.go -pkg kernel
//go:generate go test -count=1 -run TestAssemblyIsCurrent . -update
