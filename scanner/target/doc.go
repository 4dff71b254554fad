// Package target reads the target of an HTTP request as a proxy must: by the method, and
// together with the Host field and the server name of TLS. It says which byte is wrong and
// why, as a [scanner.Error].
//
//	form, ref, err := target.Parse(method, line)     // its form, and where path and query are
//	uri, ref, err := target.AppendURI(buf[:0], &r)   // who is asked for what: match on this
//	rest, ok := target.AppendStripped(buf[:0], path, "/api")
//
// [Parse] takes the target alone. [AppendURI] makes the target URI, and refuses a request
// whose parts disagree about the host, so that no later reader can choose another one.
// [HasPrefix] finds the route of a path as RFC 3986 normalizes it, and [AppendStripped] cuts
// the prefix off the raw bytes, unless the rest could lead out of the route.
//
// A request-target is not a URI reference: the target //h/p is a path, and h:80 after CONNECT
// an authority. The Ref says so, and normalize.AppendRef and its like keep it so; for OPTIONS
// leave out [normalize.EmptyPath], since http://h means "*" there (RFC 9110, 4.2.3). As a
// reference, to be parsed again, resolved or recomposed, a target means something else: take
// the target URI, in which an authority comes before the path.
//
// Match on the normal form and forward the raw bytes: the target as received, or what
// AppendStripped leaves of it. The package decodes nothing.
package target
