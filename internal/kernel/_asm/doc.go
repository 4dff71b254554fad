// Command _asm writes the assembly of internal/kernel with avo. Run it from
// here:
//
//	go run . -out ../kernel_amd64.s -stubs ../stubs_amd64.go -needs ../needs_amd64.go -pkg kernel
package main
