// Package report shows what was counted of references: as text for a terminal or
// a file, as JSON, and as one HTML page that needs nothing else. It shows one
// report, or two beside each other with their differences.
//
//	report.go   what was counted
//	view.go histogram.go   the tables that are shown, the same in every form
//	figures.go   numbers and shares in words
//	text.go json.go html.go page.html   the forms
package report
