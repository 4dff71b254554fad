// Package promises holds tests of what the documentation promises of every
// exported function and only the runtime or the compiler can show: how often it
// allocates, whether its results travel in registers, whether it is inlined, and
// how large what it returns is.
package promises
