package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"strings"
)

// mostSettings is how long a file of settings may be: an endless one would fill the memory.
const mostSettings = 16 << 20

// readSettings returns what parse makes of a file that has an object of JSON.
func readSettings[T any](name string, parse func(text []byte) (T, error)) (to T, err error) {
	f, err := os.Open(name)
	if err != nil {
		return to, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, mostSettings+1))
	switch {
	case err != nil:
		return to, err
	case len(text) > mostSettings:
		return to, errors.New("it is longer than 16 MiB")
	}
	// parse may read with a decoder, whose errors do not say where they are.
	if err = json.Unmarshal(text, new(json.RawMessage)); err == nil {
		if i := len(text) - len(bytes.TrimLeft(text, " \t\r\n")); text[i] != '{' {
			return to, fmt.Errorf("%s: it must be an object of JSON", placeIn(text, i))
		}
		to, err = parse(text)
	}
	return to, inJSON(text, err)
}

// inJSON says where in text an error of package encoding/json is, in words of JSON.
func inJSON(text []byte, err error) error {
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		// Offset is after a byte that is wrong.
		at := int(syntax.Offset)
		if !strings.HasPrefix(syntax.Error(), "unexpected end") {
			at--
		}
		return fmt.Errorf("%s: it is not JSON: %w", placeIn(text, at), err)
	}
	if other, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		name := other.Field[strings.LastIndexByte(other.Field, '.')+1:]
		is, isNumber := strings.CutPrefix(other.Value, "number ")
		if !isNumber {
			is = "of kind " + is
		}
		return fmt.Errorf("%s: %q must be %s and is %s", placeIn(text, int(other.Offset)-1), name, kindInJSON(other.Type), is)
	}
	if err != nil {
		if name, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
			return fmt.Errorf("there is no member %s", name)
		}
	}
	return err
}

// placeIn returns the place of an offset in text as people count.
func placeIn(text []byte, offset int) string {
	before := text[:max(0, min(offset, len(text)))]
	return fmt.Sprintf("line %d, byte %d", 1+bytes.Count(before, []byte("\n")), len(before)-bytes.LastIndexByte(before, '\n'))
}

// kindInJSON returns what JSON calls values of a type.
func kindInJSON(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Slice:
		return "an array"
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "a string"
	case reflect.Uint16:
		return "a whole number up to 65535"
	}
	return "a whole number"
}
