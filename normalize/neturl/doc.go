// Package neturl converts references to and from [url.URL] and reports what net/url reads
// differently, for programs that pass URLs between the two.
//
//	u, err := neturl.ToURL("/a%2Fb?", ref)     // u.String() is /a%2Fb? again, or err says what would be lost
//	out, ref, err := neturl.FromURL(nil, u)    // the reference that u means, or err says what u cannot mean
//	for _, d := range neturl.Differs("///x")   // authority lost, path respelled
//
// A [url.URL] holds the path, the fragment, userinfo and host decoded, and it has a field
// or a flag for most of what decoding loses. What it cannot hold is an empty fragment, an
// empty authority that no scheme or no path is beside, and a spelling of userinfo or host
// that is not its own. [ToURL] refuses these.
//
// The package imports net/url, which the packages below it do not. It knows nothing of
// url.ParseRequestURI, which reads a "//" at the beginning as a path.
package neturl
