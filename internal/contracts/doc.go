// Package contracts tests promises of the documentation that only the runtime or the
// compiler can show: how often an exported function allocates, whether its results are
// in registers, whether it is inlined, how large its results are, and how many
// statements run for ordinary input.
package contracts
