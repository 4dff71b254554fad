// Package report shows statistics of references: as text for a terminal or a file,
// as JSON, and as one self-contained HTML page. It shows one report, or two side by
// side with their differences.
//
//	report.go   the statistics
//	view.go histogram.go   the tables, the same in every format
//	figures.go   numbers and shares as text
//	text.go json.go html.go page.html   the formats
package report
