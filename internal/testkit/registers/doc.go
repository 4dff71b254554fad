// Package registers shows what a function in assembly leaves in registers that are not
// results: which way it took changes nothing else. Only tests import it, on amd64.
package registers
