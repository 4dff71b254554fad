// Package query reads the parameters of a query by their decoded names.
package query
