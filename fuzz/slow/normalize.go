package slow

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Rungs of section 6.2, in the order in which Normalize takes them.
const (
	DropFragment    = "drop-fragment"
	DropUserinfo    = "drop-userinfo"
	PercentEncoding = "percent-encoding"
	Case            = "case"
	IPv6            = "ipv6"
	EmptyPort       = "empty-port"
	DefaultPort     = "default-port"
	EmptyPath       = "empty-path"
	PathSegment     = "path-segment"
)

// rungs says what each rung does to the components of a reference.
var rungs = []struct {
	name string
	take func(c *parts)
}{
	{DropFragment, func(c *parts) { c.Fragment = nil }},
	{DropUserinfo, func(c *parts) { c.userinfo = nil }},
	{PercentEncoding, func(c *parts) { c.eachPart(decodeUnreserved) }},
	{Case, foldCase},
	{IPv6, func(c *parts) { c.host = ipv6Text(c.host) }},
	{EmptyPort, func(c *parts) { c.dropPort(func(port string) bool { return port == "" }) }},
	{DefaultPort, func(c *parts) { c.dropPort(c.isDefaultPort) }},
	{EmptyPath, rootPath},
	{PathSegment, removeDots},
}

// Normalize applies the rungs that are on and returns the result and the set of
// the rungs that changed their input.
func Normalize(ref string, on map[string]bool) (normal string, changed map[string]bool) {
	changed = map[string]bool{}
	c := splitParts(ref)
	for _, rung := range rungs {
		if !on[rung.name] {
			continue
		}
		rung.take(&c)
		if next := c.recompose(); next != ref {
			changed[rung.name] = true
			ref, c = next, splitParts(next)
		}
	}
	return ref, changed
}

// parts are Components with the authority cut at its delimiters (3.2).
type parts struct {
	Components
	userinfo, port *string
	host           string
}

// authorityParts is the first line of 3.2. In the grammar neither an IP literal nor a
// name contains what delimits the host.
var authorityParts = regexp.MustCompile(`^(?:([^@]*)@)?(\[[^\]]*\]|[^:]*)(?::([0-9]*))?$`)

func splitParts(ref string) parts {
	c := parts{Components: Split(ref)}
	if c.Authority != nil {
		m := authorityParts.FindStringSubmatchIndex(*c.Authority)
		group := func(i int) *string {
			if m[2*i] < 0 {
				return nil
			}
			s := (*c.Authority)[m[2*i]:m[2*i+1]]
			return &s
		}
		c.userinfo, c.host, c.port = group(1), *group(2), group(3)
	}
	return c
}

func (c *parts) recompose() string {
	if c.Authority != nil {
		authority := c.host
		if c.userinfo != nil {
			authority = *c.userinfo + "@" + authority
		}
		if c.port != nil {
			authority += ":" + *c.port
		}
		c.Authority = &authority
	}
	return Recompose(c.Components)
}

// eachPart replaces each component that can hold triplets.
func (c *parts) eachPart(f func(string) string) {
	for _, part := range []*string{c.userinfo, &c.host, &c.Path, c.Query, c.Fragment} {
		if part != nil {
			*part = f(*part)
		}
	}
}

var anyTriplet = regexp.MustCompile(`%[0-9A-Fa-f]{2}`)

// decodeUnreserved is section 6.2.2.2 with the list of 2.3.
func decodeUnreserved(s string) string {
	return anyTriplet.ReplaceAllStringFunc(s, func(triplet string) string {
		value, _ := strconv.ParseUint(triplet[1:], 16, 8)
		if strings.Contains("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~", string(rune(value))) {
			return string(rune(value))
		}
		return triplet
	})
}

// foldCase is section 6.2.2.1: "the scheme and host are case-insensitive and
// therefore should be normalized to lowercase", the digits A-F of triplets to
// uppercase.
func foldCase(c *parts) {
	if c.Scheme != nil {
		*c.Scheme = strings.ToLower(*c.Scheme)
	}
	c.host = strings.ToLower(c.host)
	c.eachPart(func(s string) string { return anyTriplet.ReplaceAllStringFunc(s, strings.ToUpper) })
}

// ports are default ports, of RFC 9110, 6455 and 1738.
var ports = map[string]string{"http": "80", "https": "443", "ws": "80", "wss": "443", "ftp": "21"}

func (c *parts) scheme() string {
	if c.Scheme == nil {
		return ""
	}
	return strings.ToLower(*c.Scheme)
}

func (c *parts) isDefaultPort(port string) bool {
	want, known := ports[c.scheme()]
	return known && port != "" && strings.TrimLeft(port, "0") == want
}

func (c *parts) dropPort(when func(port string) bool) {
	if c.port != nil && when(*c.port) {
		c.port = nil
	}
}

// rootPath is section 6.2.3: "a URI that uses the generic syntax for authority
// with an empty path should be normalized to a path of "/"".
func rootPath(c *parts) {
	switch c.scheme() {
	case "http", "https", "ws", "wss", "ftp", "file":
		if c.Authority != nil && c.Path == "" {
			c.Path = "/"
		}
	}
}

// removeDots is section 6.2.2.3. In a relative-path reference (4.2) dot segments
// have their "intended use".
func removeDots(c *parts) {
	if c.Scheme != nil || c.Authority != nil || strings.HasPrefix(c.Path, "/") {
		c.Path, _ = RemoveDotSegments(c.Path)
	}
}

// ipv6Text writes the address in an IP literal as RFC 5952 recommends, and a
// host that is not one unchanged.
func ipv6Text(host string) string {
	if !strings.HasPrefix(host, "[") || strings.ContainsAny(host, "vV") {
		return host
	}
	fields := ipv6Fields(strings.Trim(host, "[]"))
	if mapped := fields[:5]; fmt.Sprint(mapped) == "[0 0 0 0 0]" && fields[5] == 0xffff { // section 5
		return fmt.Sprintf("[::ffff:%d.%d.%d.%d]", fields[6]>>8, fields[6]&255, fields[7]>>8, fields[7]&255)
	}
	start, length := longestZeros(fields)
	text := ""
	for i := 0; i < 8; i++ {
		if i == start {
			text += "::"
			i += length - 1
			continue
		}
		if text != "" && !strings.HasSuffix(text, ":") {
			text += ":"
		}
		text += strconv.FormatUint(fields[i], 16) // 4.1, 4.3: no leading zeros, lower case
	}
	return "[" + text + "]"
}

// ipv6Fields returns the eight 16-bit fields of an IPv6address (RFC 4291, 2.2).
func ipv6Fields(address string) []uint64 {
	if i := strings.LastIndex(address, ":"); strings.Contains(address, ".") {
		var d [4]uint64
		for j, value := range strings.Split(address[i+1:], ".") {
			d[j], _ = strconv.ParseUint(value, 10, 8)
		}
		address = fmt.Sprintf("%s:%x:%x", address[:i], d[0]<<8|d[1], d[2]<<8|d[3])
	}
	before, after, elided := strings.Cut(address, "::")
	parse := func(s string) (fields []uint64) {
		for _, field := range strings.FieldsFunc(s, func(c rune) bool { return c == ':' }) {
			v, _ := strconv.ParseUint(field, 16, 16)
			fields = append(fields, v)
		}
		return fields
	}
	fields, last := parse(before), parse(after)
	for elided && len(fields)+len(last) < 8 {
		fields = append(fields, 0)
	}
	return append(fields, last...)
}

// longestZeros is RFC 5952, 4.2: the first of the longest runs of two or more
// fields that are 0.
func longestZeros(fields []uint64) (start, length int) {
	start, length = -1, 1
	for i := range fields {
		n := 0
		for i+n < len(fields) && fields[i+n] == 0 {
			n++
		}
		if n > length {
			start, length = i, n
		}
	}
	return start, length
}
