// Package redact blanks what a log must not hold: the userinfo of URLs, the values of named
// parameters or of all but named ones, path segments, and fragments.
//
//	buf = redact.Append(buf[:0], "http://ann:hunter2@example.com/?sig=abc", nil)
//	// http://REDACTED:REDACTED@example.com/?sig=REDACTED
//
// It needs no valid URL. Programs disagree about where the parts of an odd one are, so it
// reads each input in the most pessimistic way: what any of net/url, a parser of the WHATWG,
// curl, and Appendix B of RFC 3986 takes for a part that a [Policy] blanks is blanked. A "\" may
// be a "/", slashes may be missing or too many, TABs and line breaks may have to be left out,
// the last of several "@" ends the userinfo, ";" may separate parameters as "&" does, and names
// are decoded as long as there is something to decode. Everything else is kept byte for byte,
// and redacting a result again does not change it.
//
// Where that reading has nothing to go by it fails closed. An authority that nobody can read,
// such as user:passw in a URL that was cut off, is blanked as a whole. Without a scheme that
// is known, a@b is a user and a host, as in curl.
//
// What a value says is not read: the URL in ?next=http://ann:hunter2@example.com/ stays, unless
// "next" is a listed name or no name of an allow list. [Text] finds it, also where it is encoded.
//
// [Text] does the same to the URLs in a text. Handlers of log/slog are in package redactlog.
//
// authority.go finds the userinfo, parameter.go and segment.go the rest, decode.go decodes
// names.
package redact
