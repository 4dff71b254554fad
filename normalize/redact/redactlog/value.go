package redactlog

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"reflect"
	"strings"

	"github.com/uriscan/uriscan/normalize/redact"
)

// A value is marshalled as what get returns is, and then redacted. It is a function, so that
// handlers that look into values see none.
type value struct {
	h   *handler
	get func() any
}

// blanked is what is passed on for a value that cannot be redacted in parts.
const blanked = "REDACTED"

// String is for handlers that print with package fmt.
func (v value) String() string {
	all := v.get()
	if v.h.exposes(reflect.ValueOf(all), 0, false) {
		return blanked
	}
	text := fmt.Sprintf("%+v", all)
	if strings.Contains(text, "RawQuery:") { // the fields of a url.URL: no text finds its secrets
		return blanked
	}
	return v.h.text(text)
}

// Format prints the same with every verb.
func (v value) Format(s fmt.State, _ rune) { fmt.Fprint(s, v.String()) }

// MarshalText is for slog.TextHandler.
func (v value) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// MarshalJSON is for slog.JSONHandler.
func (v value) MarshalJSON() ([]byte, error) {
	all := v.get()
	if v.h.exposes(reflect.ValueOf(all), 0, true) {
		return json.Marshal(blanked)
	}
	var buf bytes.Buffer
	e := json.NewEncoder(&buf)
	e.SetEscapeHTML(false) // as slog does
	if err := e.Encode(all); err != nil {
		return nil, errors.New("it cannot be marshalled") // the error may quote the value
	}
	text := redact.Text(nil, buf.Bytes(), v.h.policy)
	if !json.Valid(text) || bytes.Contains(text, []byte(`"RawQuery":`)) { // an escape was cut, or as above
		return json.Marshal(blanked)
	}
	return text, nil
}

var (
	userinfoType = reflect.TypeFor[url.Userinfo]()
	urlType      = reflect.TypeFor[url.URL]()
	valuesType   = reflect.TypeFor[url.Values]()
)

// maxDepth is how deep exposes looks. encoding/json and package fmt go deeper.
const maxDepth = 100

// exposes reports whether v has something that is printed without what makes it a URL: a
// url.Userinfo, or url.Values with something to redact. It goes where package fmt goes, which
// follows no pointer but the first one; with asJSON, where encoding/json goes.
func (h *handler) exposes(v reflect.Value, depth int, asJSON bool) bool {
	if depth > maxDepth {
		return true
	}
	switch v.Kind() {
	case reflect.Pointer:
		switch {
		case v.IsNil() || v.Type().Elem() == urlType:
			return false // it prints itself
		case v.Type().Elem() == userinfoType:
			return true
		case depth > 0 && !asJSON:
			return false
		}
		return h.exposes(v.Elem(), depth+1, asJSON)
	case reflect.Interface:
		return h.exposes(v.Elem(), depth, asJSON)
	case reflect.Struct:
		if v.Type().ConvertibleTo(userinfoType) {
			return true
		}
		for field, part := range v.Fields() {
			if (field.IsExported() || field.Anonymous || !asJSON) && h.exposes(part, depth+1, asJSON) {
				return true
			}
		}
	case reflect.Slice, reflect.Array:
		if kind := v.Type().Elem().Kind(); kind <= reflect.Complex128 || kind == reflect.String {
			return false // there may be many
		}
		for i := range v.Len() {
			if h.exposes(v.Index(i), depth+1, asJSON) {
				return true
			}
		}
	case reflect.Map:
		if v.Type() == valuesType {
			return h.deniesAny(v)
		}
		for each := v.MapRange(); each.Next(); {
			if h.exposes(each.Key(), depth+1, asJSON) || h.exposes(each.Value(), depth+1, asJSON) {
				return true
			}
		}
	}
	return false
}

// deniesAny reports whether something in v, which are url.Values, is redacted.
func (h *handler) deniesAny(v reflect.Value) bool {
	values := url.Values{}
	for each := v.MapRange(); each.Next(); {
		values.Set(each.Key().String(), "x")
	}
	query := "?" + values.Encode()
	return string(redact.Append(nil, query, h.policy)) != query
}
