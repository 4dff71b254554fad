package column

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// A LogFormat is how a server was told to write its access log. Values are found by the text
// between them: one ends where the text after it is first found, in quotes at the first quote
// that no backslash escapes. What servers escape cannot end a value in quotes, so that whatever
// clients send before the URL, it is found if it is in quotes.
type LogFormat struct {
	parts  []logPart
	value  int // the part that is asked for
	kind   logValue
	method int  // the part with the method, or -1
	raw    bool // the server escapes nothing
}

// A logPart is a value, and the text before it. The last one may be text alone.
type logPart struct {
	before string
	name   string // as in the format
	blanks int    // how many every value has
	at     int    // where the name is in the format
	kind   logValue
}

// A logValue is what a value of a log is.
type logValue uint8

const (
	otherValue  logValue = iota
	requestLine          // method, target and version
	targetValue          // the target with its query
	pathValue            // the target, with its query if that is the next value
	queryValue           // with its "?", or without
	methodValue
	refererValue
)

const (
	commonFormat   = `%h %l %u %t "%r" %>s %b`
	combinedFormat = commonFormat + ` "%{Referer}i" "%{User-Agent}i"`
	// albFormat is that of the Application Load Balancer of AWS up to what is asked for.
	albFormat = `$type $time $elb $client $target $request_time $target_time $response_time $elb_status $target_status $received $sent "$request" "$user_agent"`
)

// ParseLogFormat reads a format: the string of nginx's log_format or Apache's LogFormat, also as
// the directive in which it is, or one of the names alb, common, combined and vhost_combined. The value that is
// asked for is the target, or the referer.
func ParseLogFormat(s string, referer bool) (*LogFormat, error) {
	f := &LogFormat{method: -1}
	switch s {
	case "alb":
		s, f.raw = albFormat, true
	case "common":
		s = commonFormat
	case "combined":
		s = combinedFormat
	case "vhost_combined": // of Debian
		s = "%v:%p " + combinedFormat
	}
	text, err := unwrap(s, f)
	if err != nil {
		return nil, err
	}
	if err := f.split(text); err != nil {
		return nil, err
	}
	return f, f.choose(referer)
}

// A logText is a format without what a configuration adds to it. Byte i was at[i].
type logText struct {
	text []byte
	at   []int
}

// add adds s, which begins at byte at of what was given, without its escapes.
func (t *logText) add(s string, at int) error {
	for i := 0; i < len(s); i++ {
		c, from := s[i], i
		if c == '\\' && i+1 < len(s) {
			i++
			n := strings.IndexByte(`"'\t`, s[i])
			if n < 0 {
				return formatError(at+from, `after a backslash comes one of " ' \ t`)
			}
			c = "\"'\\\t"[n]
		}
		if c == '\n' || c == '\r' {
			return formatError(at+from, "a record is a line")
		}
		t.text, t.at = append(t.text, c), append(t.at, at+from)
	}
	return nil
}

func formatError(at int, says string, args ...any) error {
	return fmt.Errorf("at byte %d of the format: "+says, slices.Insert(args, 0, any(at+1))...)
}

// unwrap returns the format in s. In a directive it is in quotes, perhaps as several strings.
func unwrap(s string, f *LogFormat) (text logText, err error) {
	trimmed := strings.TrimSpace(s)
	at := strings.Index(s, trimmed)
	rest := trimmed
	directive := false
	for _, name := range []string{"log_format", "LogFormat"} {
		if after, ok := strings.CutPrefix(rest, name); ok {
			rest, directive = after, true
		}
	}
	inQuotes := strings.HasPrefix(rest, "'") || strings.HasPrefix(rest, `"`) && strings.Contains(rest, `\"`)
	if !directive && !inQuotes {
		return text, text.add(trimmed, at)
	}
	at += len(trimmed) - len(rest)
	for i := 0; i < len(rest); {
		switch c := rest[i]; c {
		case ' ', '\t', '\n', '\r', ';':
			i++
		case '\'', '"':
			end := i + 1
			for end < len(rest) && rest[end] != c {
				if rest[end] == '\\' {
					end++
				}
				end++
			}
			if end >= len(rest) {
				return text, formatError(at+i, "no quote closes this one")
			}
			if err := text.add(rest[i+1:end], at+i+1); err != nil {
				return text, err
			}
			i = end + 1
		default: // the name of the format, before or after it, or how values are escaped
			word := rest[i:]
			if n := strings.IndexAny(word, " \t\r\n;"); n >= 0 {
				word = word[:n]
			}
			switch word {
			case "escape=json":
				return text, formatError(at+i, "these lines are JSON: --json-field reads them")
			case "escape=none":
				f.raw = true
			}
			i += len(word)
		}
	}
	return text, nil
}

// variable is how a variable of nginx begins.
var variable = regexp.MustCompile(`\$[{\w]`)

// split makes the parts of a format of nginx, if there is a variable in it, or of Apache.
func (f *LogFormat) split(t logText) error {
	next := nextDirective
	if variable.Match(t.text) || bytes.IndexByte(t.text, '%') < 0 {
		next = nextVariable
	}
	before := ""
	for i := 0; i < len(t.text); {
		p, text, size, err := next(t.text[i:])
		if err != "" {
			return formatError(t.at[i], "%s", err)
		}
		before += text
		if p.name != "" {
			p.at = t.at[i]
			f.add(p, &before)
		}
		i += size
	}
	if before != "" {
		f.parts = append(f.parts, logPart{before: before})
	}
	return nil
}

// add adds a value. A query goes with the path that it follows, and %t has brackets.
func (f *LogFormat) add(p logPart, before *string) {
	if n := len(f.parts); p.kind == queryValue && (*before == "" || *before == "?") && n > 0 && f.parts[n-1].kind == pathValue {
		*before = "" // $uri$is_args$args or $uri?$args: one value
		return
	}
	p.before = *before
	*before = ""
	if p.name == "%t" {
		p.before += "["
		*before = "]"
	}
	f.parts = append(f.parts, p)
}

// nextVariable reads a byte of text, or a variable of nginx. It returns how long that is.
func nextVariable(b []byte) (p logPart, text string, size int, err string) {
	if b[0] != '$' {
		return p, string(b[:1]), 1, ""
	}
	start, end := 1, 1
	braces := len(b) > 1 && b[1] == '{'
	if braces {
		start, end = 2, 2
	}
	for end < len(b) && isWord(b[end]) {
		end++
	}
	size = end
	if braces {
		if size++; end == len(b) || b[end] != '}' {
			return p, "", 0, "no } closes ${"
		}
	}
	if start == end {
		return p, "", 0, "after $ comes the name of a variable"
	}
	name := string(b[start:end])
	p = logPart{name: "$" + name, kind: variables[name]}
	if name == "time_local" {
		p.blanks = 1
	}
	return p, "", size, ""
}

var variables = map[string]logValue{
	"request": requestLine, "request_uri": targetValue, "uri": pathValue, "document_uri": pathValue,
	"args": queryValue, "query_string": queryValue, "is_args": queryValue,
	"request_method": methodValue, "http_referer": refererValue,
}

func isWord(c byte) bool {
	return c == '_' || isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// nextDirective is nextVariable of a format of Apache.
func nextDirective(b []byte) (p logPart, text string, size int, err string) {
	switch {
	case b[0] != '%':
		return p, string(b[:1]), 1, ""
	case len(b) > 1 && b[1] == '%':
		return p, "%", 2, ""
	}
	i := 1
	for i < len(b) && (isDigit(b[i]) || bytes.IndexByte([]byte("!,<>"), b[i]) >= 0) {
		i++
	}
	argument := ""
	if i < len(b) && b[i] == '{' {
		n := bytes.IndexByte(b[i:], '}')
		if n < 0 {
			return p, "", 0, "no } closes %{"
		}
		argument = string(b[i+1 : i+n])
		i += n + 1
	}
	if i+2 < len(b) && b[i] == '^' {
		i += 2 // %^ti and %^to
	}
	if i == len(b) || bytes.IndexByte([]byte("aAbBcCDefhHiIklLmnoOpPqrRsStTuUvVX"), b[i]) < 0 {
		return p, "", 0, "after % come < > ! { } and a letter of mod_log_config"
	}
	p.name = "%" + string(b[i:i+1])
	if argument != "" {
		p.name = "%{" + argument + "}" + string(b[i:i+1])
		if b[i] == 't' {
			p.blanks = strings.Count(argument, " ") // of a format for the time
		}
	}
	switch p.name {
	case "%r":
		p.kind = requestLine
	case "%U":
		p.kind = pathValue
	case "%q":
		p.kind = queryValue
	case "%m":
		p.kind = methodValue
	default:
		if strings.EqualFold(p.name, "%{referer}i") {
			p.kind = refererValue
		}
	}
	return p, "", i + 1, ""
}

// choose chooses the values that are asked for, and cuts off what follows the text after them.
func (f *LogFormat) choose(referer bool) error {
	kinds, missing := []logValue{requestLine, targetValue, pathValue}, "no request: $request or $request_uri of nginx, %r or %U%q of Apache"
	if referer {
		kinds, missing = []logValue{refererValue}, "no referer: $http_referer of nginx, %{Referer}i of Apache"
	}
	f.value = -1
	for _, kind := range kinds {
		if f.value < 0 {
			f.value, f.kind = f.index(kind), kind
		}
	}
	if f.value < 0 {
		return fmt.Errorf("the format has %s", missing)
	}
	last := f.value
	if f.kind == targetValue || f.kind == pathValue {
		f.method = f.index(methodValue)
		last = max(last, f.method)
	}
	f.parts = f.parts[:min(len(f.parts), last+2)]
	for i := 1; i < len(f.parts); i++ {
		if p := &f.parts[i]; p.before == "" && !p.beginsWithSlash() {
			return formatError(p.at, "nothing separates %s from %s", f.parts[i-1].name, p.name)
		}
	}
	return nil
}

func (f *LogFormat) index(kind logValue) int {
	return slices.IndexFunc(f.parts, func(p logPart) bool { return p.kind == kind })
}

// beginsWithSlash reports whether the value of p begins with "/", as $host$request_uri has it.
func (p *logPart) beginsWithSlash() bool { return p.kind == targetValue || p.kind == pathValue }

// find returns where the value that is asked for is in a line, and the method, if the format
// has one of its own. start is -1 if the line is not of the format, and end if it ends within
// the value.
func (f *LogFormat) find(line []byte) (start, end int, method []byte) {
	if !bytes.HasPrefix(line, []byte(f.parts[0].before)) {
		return -1, -1, nil
	}
	start = -1
	at := len(f.parts[0].before)
	for i := range f.parts {
		if i == len(f.parts)-1 && f.parts[i].name == "" {
			break // text alone
		}
		var after *logPart
		if i+1 < len(f.parts) {
			after = &f.parts[i+1]
		}
		ends, next := f.endOf(line, at, &f.parts[i], after)
		switch {
		case ends < 0 && i == f.value:
			return at, -1, method
		case ends < 0:
			return -1, -1, nil
		}
		switch i {
		case f.value:
			start, end = at, ends
		case f.method:
			method = line[at:ends]
		}
		if next < 0 && i < max(f.value, f.method) {
			return -1, -1, nil
		}
		at = next
	}
	return start, end, method
}

// endOf returns where a value ends that begins at a byte of line, and where the next one
// begins: next is -1 if the line does not go on as the format does.
func (f *LogFormat) endOf(line []byte, at int, of, after *logPart) (end, next int) {
	switch {
	case after == nil:
		return len(line), len(line)
	case after.before == "":
		if end = bytes.IndexByte(line[at:], '/'); end < 0 {
			return -1, -1
		}
		return at + end, at + end
	case after.before[0] == '"' && !f.raw:
		end = unescapedQuote(line, at)
		if end < 0 || !bytes.HasPrefix(line[end:], []byte(after.before)) {
			return end, -1
		}
	default:
		if after.before[0] == ' ' {
			at = of.lastWord(line, at)
		}
		end = bytes.Index(line[at:], []byte(after.before))
		if end < 0 {
			return -1, -1
		}
		end += at
	}
	return end, end + len(after.before)
}

// lastWord returns where the last word begins of a value with known blanks, which begins at a byte of line.
func (p *logPart) lastWord(line []byte, at int) int {
	for range p.blanks {
		at += bytes.IndexByte(line[at:], ' ') + 1
	}
	if p.kind == requestLine {
		at += bytes.Index(line[at:], []byte(" HTTP/")) + 1
	}
	return at
}
