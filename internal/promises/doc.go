// Package promises holds tests of what the documentation promises of every exported
// function and only the runtime or the compiler can show: how often it allocates, whether
// its results travel in registers, whether it is inlined, how large what it returns is, and
// how many statements run for ordinary input. It also tests package layout, which
// keeps some of these promises.
package promises
