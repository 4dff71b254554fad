// Package thirdparty has tests against software of others that neither the library nor the
// command needs. It is a module of its own, so that nobody else sees their dependencies.
package thirdparty
