package corpus

// A shape describes the references of a corpus. The figures are those of references
// collected from the web in the 2010s: some 40,000 URLs, 2,000 long ones among them, and
// the links of about 130 pages.
type shape struct {
	plain, queried    lengths   // of the whole, without and with a query
	https             perMyriad // the rest is http
	www               perMyriad // of the hosts
	deep              perMyriad // of the hosts: with one label more
	ipv4, port        perMyriad
	emptyPath         perMyriad
	rootPath          perMyriad
	query             perMyriad
	fragment          perMyriad
	escapesWithout    perMyriad // of those without a query: some bytes percent-encoded
	escapesWith       perMyriad // of those with a query
	slash, extension  perMyriad // of the paths: the end
	queryLeast, spare int       // the query's share of what follows the host, in percent: at least, and up to how much more
}

var web = shape{
	plain:   lengths{21, 26, 36, 44, 54, 71, 90, 141, 527},
	queried: lengths{25, 36, 49, 66, 102, 144, 187, 400, 1386},
	https:   6970, www: 5000, deep: 1500, ipv4: 10, port: 9,
	emptyPath: 200, rootPath: 660, query: 990, fragment: 65,
	escapesWithout: 50, escapesWith: 1200,
	slash: 3000, extension: 3500, queryLeast: 25, spare: 60,
}

var long = shape{
	plain:   lengths{100, 101, 109, 120, 140, 169, 199, 284, 629},
	queried: lengths{100, 103, 118, 132, 171, 261, 390, 655, 1386},
	https:   4200, www: 4600, deep: 4500, ipv4: 29, port: 33,
	emptyPath: 0, rootPath: 0, query: 4540, fragment: 290,
	escapesWithout: 420, escapesWith: 2450,
	slash: 900, extension: 3500, queryLeast: 30, spare: 60,
}

// links is the shape of references that are more than a fragment.
var links = shape{
	plain:   lengths{1, 7, 16, 25, 41, 65, 91, 130, 214},
	queried: lengths{6, 20, 40, 55, 81, 128, 159, 267, 978},
	www:     1500, deep: 5000, query: 2110, fragment: 92,
	escapesWithout: 100, escapesWith: 320,
	slash: 3000, extension: 4500, queryLeast: 25, spare: 50,
}

// refused is the shape of links before they are made invalid.
var refused = shape{
	plain:   lengths{16, 32, 43, 53, 69, 93, 112, 204, 400},
	queried: lengths{30, 42, 58, 78, 196, 340, 360, 469, 500},
	https:   6850, www: 3700, deep: 4500, ipv4: 100, port: 70,
	emptyPath: 60, rootPath: 200, query: 2910, fragment: 580,
	escapesWithout: 4300, escapesWith: 3500,
	slash: 500, extension: 5000, queryLeast: 40, spare: 50,
}
