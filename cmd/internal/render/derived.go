package render

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/site"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/normalize/query"
	"github.com/uriscan/uriscan/normalize/template"
	"github.com/uriscan/uriscan/scanner"
	"github.com/uriscan/uriscan/scanner/target"
)

// A derived value is a part of a component, or a component decoded. Unlike those of other
// fields it depends on the bytes: whether it is defined, too.
type derived struct {
	// find returns the value as it is spelled. form is that of a request-target, or 0.
	find    func(src []byte, ref scanner.Ref, form target.Form) (value []byte, ok bool)
	part    hostPart // what find returns, if that is of a host
	decodes bool
	form    query.Flags // how it is decoded
	// named values are the template of what is found, by rules; nil: by the default ones.
	named bool
	rules *template.Rules
}

// derivedFields are fields of formats alone, each of a component or of what is found in it.
var derivedFields = []Field{
	hostField("site", func(host []byte, p site.Parts) []byte { return host[p.Start:p.End] }),
	hostField("subdomain", func(host []byte, p site.Parts) []byte { return host[:max(p.Start-1, 0)] }),
	hostField("tld", func(host []byte, p site.Parts) []byte { return host[p.Suffix:p.End] }),
	derivedField("username", scanner.Userinfo, username),
	derivedField("password", scanner.Userinfo, password),
	derivedField("effective_port", scanner.Authority, effectivePort),
	derivedField("directory", scanner.Path, directory),
	derivedField("filename", scanner.Path, filename),
	derivedField("ext", scanner.Path, extension),
	{"template", derivedKind, scanner.Path, &derived{find: wholePath, named: true}},
}

func wholePath(src []byte, ref scanner.Ref, _ target.Form) ([]byte, bool) {
	return ref.Path().Of(src), true
}

// UseRules makes {template} in t follow r.
func (t Template) UseRules(r *template.Rules) {
	for i := range t {
		if f := t[i].Field; f != nil && f.derived != nil && f.named {
			named := *f.derived
			named.rules = r
			f.derived = &named
		}
	}
}

// UseSites makes what t prints of hosts follow sites.
func (t Template) UseSites(sites *site.Cache) {
	for i := range t {
		if f := t[i].Field; f != nil && f.derived != nil && f.part != nil {
			other := *f.derived
			other.find = f.part.finder(func() *site.Cache { return sites })
			f.derived = &other
		}
	}
}

type finder = func(src []byte, ref scanner.Ref, form target.Form) ([]byte, bool)

func derivedField(name string, c scanner.Component, find finder) Field {
	return Field{name, derivedKind, c, &derived{find: find}}
}

func hostField(name string, of hostPart) Field {
	return Field{name, derivedKind, scanner.Host, &derived{find: of.finder(Sites), part: of}}
}

// delimited are the names of fields that print a component with a delimiter, if it is defined.
var delimited = map[string]Slot{
	"scheme:":     {close: ":", Field: fieldOf(scanner.Scheme)},
	"//authority": {open: "//", Field: fieldOf(scanner.Authority)},
	"userinfo@":   {close: "@", Field: fieldOf(scanner.Userinfo)},
	":port":       {open: ":", Field: fieldOf(scanner.Port)},
	"?query":      {open: "?", Field: fieldOf(scanner.Query)},
	"#fragment":   {open: "#", Field: fieldOf(scanner.Fragment)},
}

func fieldOf(c scanner.Component) *Field {
	f := componentField(c)
	return &f
}

// What follows the name of a field, and the beginning of those of parameters.
const (
	decodedSuffix   = ":decoded"
	formSuffix      = ":form"
	rawSuffix       = ":raw"
	parameterPrefix = "query."
)

// derivedByName returns the field of a parameter, or one that decodes another. ok is false if
// the name is not of that kind.
func derivedByName(name string) (f Field, ok bool, err error) {
	if parameter, ok := strings.CutPrefix(name, parameterPrefix); ok {
		return parameterField(name, parameter), true, nil
	}
	of, ok := strings.CutSuffix(name, decodedSuffix)
	if !ok {
		return f, false, nil
	}
	switch of {
	case "query":
		return f, true, errors.New("{query:decoded} could not tell the & in a value from that between parameters; {query.NAME} is a parameter, decoded")
	case "userinfo", "authority":
		return f, true, fmt.Errorf("{%s:decoded} could not tell its delimiters from decoded ones; {username:decoded}, {password:decoded} and {host:decoded} are its parts", of)
	case "host", "path", "fragment":
		f = *fieldOf(Components[slices.IndexFunc(Components[:], func(c scanner.Component) bool { return c.String() == of })])
	default:
		i := slices.IndexFunc(derivedFields, func(f Field) bool { return f.Name == of })
		if i < 0 || derivedFields[i].named {
			return f, false, nil
		}
		f = derivedFields[i]
	}
	find := func(src []byte, ref scanner.Ref, _ target.Form) ([]byte, bool) {
		return ref.Span(f.c).Of(src), ref.Has(f.c)
	}
	d := &derived{find: find, decodes: true}
	if f.derived != nil {
		d.find, d.part = f.derived.find, f.part
	}
	return Field{name, derivedKind, f.c, d}, true, nil
}

// parameterField returns the field of the first parameter of a name, which is decoded: that
// of a whole query could not be taken apart again, that of one value can be used as it is.
func parameterField(field, name string) Field {
	d := &derived{decodes: true}
	if of, ok := strings.CutSuffix(name, rawSuffix); ok {
		d.decodes, name = false, of
	} else if of, ok := strings.CutSuffix(name, formSuffix); ok {
		d.form, name = query.Form, of
	} else {
		name = strings.TrimSuffix(name, decodedSuffix)
	}
	form := d.form
	d.find = func(src []byte, ref scanner.Ref, _ target.Form) ([]byte, bool) {
		return query.Get(ref.Query().Of(src), name, form)
	}
	return Field{field, derivedKind, scanner.Query, d}
}

// append appends the value for a reference; ok is false if it is undefined, as it also is if
// it cannot be decoded: where "%" is not followed by two digits nothing is guessed.
func (d *derived) append(dst, src []byte, ref scanner.Ref, in *column.Cell) (out []byte, ok bool) {
	form := target.Form(0)
	if in != nil {
		form = in.Form
	}
	value, ok := d.find(src, ref, form)
	switch {
	case !ok:
		return dst, false
	case d.named && d.rules == nil:
		return template.AppendTemplate(dst, value, template.Default()), true
	case d.named:
		return template.AppendTemplate(dst, value, d.rules), true
	case !d.decodes:
		return append(dst, value...), true
	}
	return AppendDecoded(dst, value, d.form)
}

// AppendDecoded appends value decoded, except controls, which stay triplets: a line stays a
// line. ok is false, and out dst, if a "%" is not followed by two digits.
func AppendDecoded(dst, value []byte, f query.Flags) (out []byte, ok bool) {
	out, bad := query.AppendDecoded(dst, value, f)
	if bad >= 0 {
		return dst, false
	}
	if bytes.ContainsFunc(out[len(dst):], isControl) {
		return appendDecodedLine(dst, value, f), true
	}
	return out, true
}

// isControl reports whether r is a control of ASCII, which could end a line or a column, or
// does something to a terminal.
func isControl(r rune) bool { return r < 0x20 || r == 0x7F }

// appendDecodedLine appends value decoded, except controls, which are percent-encoded.
func appendDecodedLine(dst, value []byte, f query.Flags) []byte {
	var room [1]byte
	for len(value) > 0 {
		n := 1
		if value[0] == '%' {
			n = 3
		}
		c, _ := query.AppendDecoded(room[:0], value[:n], f)
		dst = appendVisible(dst, c)
		value = value[n:]
	}
	return dst
}

// appendVisible appends text with its controls percent-encoded.
func appendVisible(dst, text []byte) []byte {
	for i, b := range text {
		if isControl(rune(b)) {
			dst = lut.AppendPctEncoded(dst, text[i:i+1], lut.Set{})
		} else {
			dst = append(dst, b)
		}
	}
	return dst
}

// Sites returns what remembers the sites of hosts by the list that was built in.
var Sites = sync.OnceValue(func() *site.Cache { return site.NewCache(site.Builtin) })

// A hostPart is a part of a registered name, by the parts that are known of it.
type hostPart func(host []byte, p site.Parts) []byte

// finder returns the finder of a part of a registered name. An empty part is undefined.
func (of hostPart) finder(sites func() *site.Cache) finder {
	return func(src []byte, ref scanner.Ref, _ target.Form) ([]byte, bool) {
		if ref.HostKind() != scanner.RegName {
			return nil, false
		}
		host := ref.Host().Of(src)
		p, _ := sites().Of(host) // without one its parts are empty
		part := of(host, p)
		return part, len(part) > 0
	}
}

// username returns what is in the userinfo before the first ":" (3.2.1).
func username(src []byte, ref scanner.Ref, _ target.Form) ([]byte, bool) {
	name, _, _ := bytes.Cut(ref.Userinfo().Of(src), []byte{':'})
	return name, ref.Has(scanner.Userinfo)
}

func password(src []byte, ref scanner.Ref, _ target.Form) ([]byte, bool) {
	_, word, ok := bytes.Cut(ref.Userinfo().Of(src), []byte{':'})
	return word, ok
}

// defaultPorts are those that package normalize knows, after their schemes.
var defaultPorts = [...][2]string{{"http", "80"}, {"https", "443"}, {"ws", "80"}, {"wss", "443"}, {"ftp", "21"}}

// effectivePort returns the port without leading zeros, or the default one of the scheme if
// there is an authority without one. It is undefined if it is not a number up to 65535.
func effectivePort(src []byte, ref scanner.Ref, _ target.Form) ([]byte, bool) {
	if port := ref.Port().Of(src); len(port) > 0 {
		for len(port) > 1 && port[0] == '0' {
			port = port[1:]
		}
		_, ok := scanner.PortNumber(src, ref)
		return port, ok
	}
	for i := range defaultPorts {
		if known := &defaultPorts[i]; ref.Has(scanner.Authority) && strings.EqualFold(known[0], string(ref.Scheme().Of(src))) {
			return []byte(known[1]), true
		}
	}
	return nil, false
}

// fileStart returns the offset in a path of the name of a file, the last segment: len(path)
// if that is empty or a dot segment (3.3). ok is false if the path has no such structure: in
// mailto:a@b.c it is not a path of files, nor is the target *.
func fileStart(src []byte, ref scanner.Ref, form target.Form) (path []byte, start int, ok bool) {
	if ref.PathKind() == scanner.PathRootless || form == target.AsteriskForm {
		return nil, 0, false
	}
	path = ref.Path().Of(src)
	start = bytes.LastIndexByte(path, '/') + 1
	if last := path[start:]; len(last) > 0 && len(last) <= len("%2E%2E") && (last[0] == '.' || last[0] == '%') {
		var room [len("%2E%2E")]byte
		if last, _ = lut.AppendPctDecoded(room[:0], last); string(last) == "." || string(last) == ".." {
			start = len(path)
		}
	}
	return path, start, true
}

// directory returns the path up to the name of a file.
func directory(src []byte, ref scanner.Ref, form target.Form) ([]byte, bool) {
	path, start, ok := fileStart(src, ref, form)
	return path[:start], ok && start > 0
}

func filename(src []byte, ref scanner.Ref, form target.Form) ([]byte, bool) {
	path, start, ok := fileStart(src, ref, form)
	return path[start:], ok && start < len(path)
}

// extension returns what follows the last dot of the name of a file, up to a ";", which begins
// the parameters of a segment (3.3). A name that only begins with a dot has none.
func extension(src []byte, ref scanner.Ref, form target.Form) ([]byte, bool) {
	name, ok := filename(src, ref, form)
	if !ok {
		return nil, false
	}
	name, _, _ = bytes.Cut(name, []byte{';'})
	dot := bytes.LastIndexByte(name, '.')
	after := dot + 1
	for _, triplet := range []string{"%2E", "%2e"} {
		if bytes.IndexByte(name, '%') < 0 {
			break
		}
		if i := bytes.LastIndex(name, []byte(triplet)); i > dot {
			dot, after = i, i+len(triplet)
		}
	}
	return name[after:], dot > 0 && after < len(name)
}
