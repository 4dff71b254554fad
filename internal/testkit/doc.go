// Package testkit has what many tests begin with, and the tests of the packages below it.
// Only tests import it.
package testkit
