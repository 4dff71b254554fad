// Package testkit holds the tests of the packages below it, which only tests import.
package testkit
