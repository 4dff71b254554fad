// Package render prints references as tab-separated values, JSON, semantic conventions, or
// what a template says.
//
// fields.go has what can be printed of a reference, derived.go what is found inside its
// components, and split.go what is printed of what is not valid. plans.go prints many
// references of one shape: what is between their components is ready to be copied.
package render
