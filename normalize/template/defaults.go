package template

import "slices"

// DefaultRules returns a copy of the rules that [New] puts after those of a [Config].
//
// They are careful with what could be a route of its own. Words of the letters a to f stay, such
// as cafe, facade, decade2020 and face2face: a hex number needs 8 digits of one case, or 7 after
// "commit" and "commits", two or more of them 0 to 9, and a letter after one of these; or 24 of
// both cases. An id of letters and digits needs 20 of them, of both cases, or 14 after a prefix such
// as "cus_", with a digit between its letters; PROJ-12 is a key after "issue", "browse" and their like.
// Versions stay: v2, 1.2, one digit after "api", "rest" or "ws", and 2026-10 after the first two.
// Status pages stay: 404, 500 and their like as the first segment of a path, and after "error",
// "errors" and "status". Years, as the first segment of a path and after words such as "archive" and
// "news", have a name of their own; elsewhere 2026 is an id like 2100. What is only part of a segment
// stays: covid-19, world-40134140.
//
// Paths do not say whether a number is an id. These stay apart only by routes of one's own:
// versions before all else, as in /3/list and /4/list or /2015-03-31/functions, pages with a
// number for a name, such as /365 and /1984, and long names with a number between words that have
// nothing else between them, such as /WhatIsNewInFortran2003ForAnalysts.
func DefaultRules() []Rule {
	all := slices.Clone(defaults)
	for i := range all {
		all[i].After = slices.Clone(all[i].After)
	}
	return all
}

// dated are the segments after which 2026 is a year. Elsewhere it is an id among others.
var dated = []string{
	"", "archive", "archives", "blog", "calendar", "history", "news", "press", "releases", "reports", "season", "seasons",
	"uploads", "year", "years",
}

var defaults = []Rule{
	{"", "[0-9]", []string{"api", "rest", "ws"}}, // a version
	{"", "[12][09][0-9]{2}-[01][0-9][0-9-]{0,3}", []string{"api", "rest"}},
	{"", "[45]0[0-9]", []string{"", "error", "errors", "status"}},
	{"year", "19[0-9]{2}", dated},
	{"year", "20[0-9]{2}", dated},
	{"date", "[12][09][0-9]{2}-[01][0-9]", nil},
	{"date", "[12][09][0-9]{2}-[01][0-9]-[0-3][0-9]", nil},
	{"date", "[12][09][0-9]{2}-[01][0-9]-[0-3][0-9]T[0-9:.Z+-]+", nil}, // RFC 3339
	{"date", "[12][09][0-9]{6}T[0-9]{4,6}Z?", nil},
	{"date", "[0-3][0-9]-[0-3][0-9]-[12][09][0-9]{2}", nil},
	{"number", "[+-]?[0-9]+", nil},
	{"uuid", "[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}", nil}, // RFC 9562
	{"", "[a-f]+[0-9]*", nil},                                                                    // words
	{"", "[A-F]+[0-9]*", nil},
	{"", "[a-f]*[0-9][a-f]*", nil},
	{"", "[A-F]*[0-9][A-F]*", nil},
	{"hex", "[0-9a-f]{8,}", nil},
	{"hex", "[0-9A-F]{8,}", nil},
	{"hex", "[0-9A-Fa-f]{24,}", nil},
	{"hex", "[0-9a-f]{7}", []string{"commit", "commits"}}, // as git shortens one
	{"hex", "0x[0-9A-Fa-f]{8,}", nil},
	{"hex", "sha[0-9]+:[0-9a-f]{32,}", nil}, // a digest
	{"ulid", "[0-7][0-9A-HJKMNP-TV-Z]{25}", nil},
	{"", "[^@]+@[^.]+[.][jps][npv]g", nil}, // no addresses, but images: logo@home.png
	{"", "[^@]+@[^.]+[.][cj]ss?", nil},
	{"email", "[0-9A-Za-z!#$&'*+._~-]+@[A-Za-z][0-9A-Za-z-]*[.][A-Za-z]{2}[0-9A-Za-z.-]*", nil}, // not logo@2x.png
	{"email", "[0-9A-Za-z!#$&'*+._~-]+@[0-9]{3}[.]com", nil},                                    // 163.com
	{"ip", "[1-9][0-9]{1,2}[.][0-9]{1,3}[.][0-9]{1,3}[.][0-9]{1,3}", nil},
	{"key", "[A-Z][0-9A-Z_]{1,9}-[0-9]+", []string{"browse", "bug", "bugs", "issue", "issues", "ticket", "tickets"}}, // of Jira and its like
	{"", "[a-z]{2,6}_[0-9]*[A-Za-z]{10,}[0-9]*", nil},                                                                // words
	{"id", "[a-z]{2,6}_[0-9A-Za-z]{14,}", nil},                                                                       // cus_NffrFeUfNV2Hib
	{"", "[0-9]*[A-Za-z]{14,}[0-9]*", nil},
	{"", "[0-9a-z]{20,}", nil},
	{"", "[0-9A-Z]{20,}", nil},
	{"id", "[0-9A-Za-z]{20,}", nil},                                       // of both cases, with digits that are not all at its end
	{"token", "eyJ[0-9A-Za-z_-]+[.][0-9A-Za-z_-]+[.][0-9A-Za-z_-]*", nil}, // RFC 7519
}
