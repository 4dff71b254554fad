package inspect

// Ready returns rules by their name: "ingress", "ingress-encoded" or "fetch".
func Ready(name string) (Rules, bool) {
	for _, r := range ready {
		if r.name == name {
			return r.rules(), true
		}
	}
	return Rules{}, false
}

var ready = [...]struct {
	name  string
	rules func() Rules
}{{"ingress", Ingress}, {"ingress-encoded", IngressEncoded}, {"fetch", Fetch}}

// Ingress returns rules for requests that come in, by what has led around the rules of
// proxies: each byte here is read by some server as something else than by the one that
// checked it. They say nothing of hosts, methods and lengths, nor of the query, where clients
// encode URIs in URIs. In the path they refuse
//
//   - an encoded "/", "\", NUL, ";", "?" or "#": Traefik refuses them since
//     CVE-2025-66490, Envoy "/" and "\" by path_with_escaped_slashes_action;
//   - an encoded control character: CVE-2022-22978 of Spring Security, where /admin/%0a went
//     around a rule, and CVE-2023-25690 of Apache, where %0d%0a ended the request line. Some
//     programs drop %09 and %0a, and with them "..%09" is a dot segment;
//   - double encoding: fasthttp before 1.70.0 (GO-2026-4950), and CVE-2026-41894;
//   - dot segments, plain or encoded: CVE-2026-48020 and CVE-2026-40912 of Traefik. A client
//     removes them before it sends a request (RFC 3986, 5.2.4);
//   - dot segments with a parameter, "..;x": CVE-2026-73511 of Envoy;
//   - overlong UTF-8: RFC 3629, 10.
//
// Traefik also refuses every %25. A "%" that is not followed by two digits, as in /100%25, stays
// one when it is decoded again, and passes here.
//
// The text of a target cannot show what the backend does with it: whether it decodes twice,
// takes "/A" for "/a", drops what follows a ";", merges slashes, for which [EmptySegment] can
// be added, drops bytes that are not UTF-8, as in /%FFadmin, for which [InvalidUTF8] can, or
// serves files on Windows, for which [SegmentEndsInDot] and [SegmentEndsInSpace] can.
func Ingress() Rules {
	return Rules{RefuseInPath: EncodedSlash | EncodedBackslash | EncodedNUL | EncodedControl | EncodedSemicolon |
		EncodedQuestionMark | EncodedNumberSign | DoubleEncoded | DotSegment | EncodedDotSegment | DotSegmentParameter | OverlongUTF8}
}

// IngressEncoded returns the rules of [Ingress] for backends whose paths hold names with
// an encoded "/", "#", "?" or ";": Matrix, GitLab, Nextcloud, ArgoCD (Traefik's issues 12360
// and 12437). The backend must not decode before it routes.
func IngressEncoded() Rules {
	r := Ingress()
	r.RefuseInPath &^= EncodedSlash | EncodedSemicolon | EncodedQuestionMark | EncodedNumberSign
	return r
}

// Fetch returns rules for URLs that a server is asked to fetch, against requests to hosts
// that are not public (CWE-918):
//
//   - http and https, ports 80 and 443, at most 2,048 bytes;
//   - no literal address except public ones, by the registries of IANA (RFC 6890), whatever
//     its spelling (RFC 3986, 7.4), nor one inside another; no localhost (RFC 6761, 6.3) and
//     no other name of the own host ([Localhost]); no name of a metadata service in the
//     private DNS of Google Cloud, Amazon EC2 or Rancher;
//   - no userinfo, which hides the host (RFC 3986, 7.6); no name that is not a DNS name
//     ([NotDNSName]: one with "_" is not), no false A-label, no dot at the end, no triplet in a host;
//   - no encoded NUL or control character, which end a line in some protocol.
//
// The text of a URL cannot show to which address a name resolves, as metadata.tencentyun.com and
// api.metadata.cloud.ibm.com do to a metadata service, nor where a redirect leads:
// httpguard.DialControl judges the address of each connection.
func Fetch() Rules {
	return Rules{
		MaxLength: 2048,
		Schemes:   []string{"http", "https"},
		HostKinds: []string{"ipv4", "ipv6", "reg-name"},
		Ports:     []uint16{80, 443},
		Refuse: NotPublic | RareIPv4 | EmbeddedIPv4 | Localhost | Userinfo | NotDNSName | FakeALabel | TrailingDot |
			EncodedNUL | EncodedControl,
	}
}

// Redirect returns rules for the reference that a page asks to go to next, after a login, for
// example: its target has the scheme, host and port of origin, a URI such as "https://example.com/".
//
// The reference is resolved against origin, and its dot segments are removed. What is left must not
// begin with "//", and neither must it after decoding. It is then read with "\" for "/", without
// blanks and controls, as browsers do, and without bytes that are not UTF-8. Other blanks of Unicode
// are trimmed at its beginning, and so is "+", a blank in forms. An encoded "?" or "#" may end it.
// Dot segments and parameters (";x") are removed again, also after slashes are merged.
//
// The reference itself, decoded, must begin neither with "//" nor with a scheme, with its dot
// segments and without them: some programs decode a parameter twice, and some make "https:a" of
// "./https:a". The same goes for its path after an authority, which some programs take alone. There,
// ".." must not lead above the first segment, whether slashes are merged or not: in the path as it
// is, in the decoded one, and in what is decoded after its dot segments are removed, since in
// /x%2Fy/../.. the ".." remove one segment more before it is decoded. Encoded dot segments, and those
// with parameters, are refused, since what they remove depends on the order in which a program
// decodes.
//
// It refuses what the open redirects of 2026 in Gitea (GHSA-j5r2), Gogs (GHSA-xxhq), Miniflux
// (GHSA-m999), Concourse (GHSA-8w27), Probo (GHSA-x7qq) and OpenRun (GHSA-h5g6) let through, and
// references over 2,048 bytes less the origin.
//
// The text of a reference cannot show whether the page there redirects again, nor what a program
// does instead of resolving it: appended to "https://example.com", the relative references
// ".evil.example" and "@evil.example" name another host.
func Redirect(origin string) Rules {
	return Rules{
		Origin:       origin,
		Refuse:       EncodedNUL | Userinfo,
		RefuseInPath: EncodedBackslash | EncodedControl | EncodedDotSegment | DotSegmentParameter | DoubleEncoded | OverlongUTF8,
	}
}

// addresses are the remarks that AllowNetworks takes back.
const addresses = NotPublic | EmbeddedIPv4
