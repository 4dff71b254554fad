package contracts

import (
	"reflect"
	"strconv"
	"testing"

	"github.com/uriscan/uriscan/internal/automaton"
	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/rawref"
	"github.com/uriscan/uriscan/internal/testkit/suite"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/scanner"
)

func TestMain(m *testing.M) { suite.Run(m) }

// holdsPointer reports whether a value of type typ holds a pointer.
func holdsPointer(typ reflect.Type) bool {
	switch typ.Kind() {
	case reflect.Struct:
		for i := range typ.NumField() {
			if holdsPointer(typ.Field(i).Type) {
				return true
			}
		}
		return false
	case reflect.Array:
		return holdsPointer(typ.Elem())
	}
	return typ.Kind() < reflect.Bool || typ.Kind() > reflect.Complex128 || typ.Kind() == reflect.Uintptr
}

// Types that programs keep by the million are small, are not scanned by the
// collector, and can be compared. Except for the two ints of a Line they are the same
// on every platform.
func TestShapes(t *testing.T) {
	const word = strconv.IntSize / 8
	for _, test := range []struct {
		of   any
		most uintptr // bytes
	}{
		{scanner.Ref{}, 32},
		{scanner.Span{}, 8},
		{scanner.Fault{}, 8},
		{scanner.Machine{}, 64},
		{scanner.Line{}, 40 + 2*word},
		{scanner.Component(0), 1},
		{scanner.HostKind(0), 1},
		{scanner.PathKind(0), 1},
		{scanner.Rule(0), 1},
		{scanner.Kind(0), 1},
		{scanner.State(0), 1},
		{lut.Class(0), 2},
		{lut.Set{}, 16},
		{normalize.Flags(0), 4},
	} {
		typ := reflect.TypeOf(test.of)
		if size := typ.Size(); size > test.most {
			t.Errorf("Sizeof(%v) = %d, want at most %d", typ, size, test.most)
		}
		if holdsPointer(typ) {
			t.Errorf("holdsPointer(%v) = true, want false", typ)
		}
		if !typ.Comparable() {
			t.Errorf("Comparable(%v) = false, want true", typ)
		}
	}
	if !holdsPointer(reflect.TypeOf(scanner.View[string]{})) {
		t.Error("holdsPointer(View[string]) = false, want true")
	}
}

func TestRefIsWords(t *testing.T) {
	ref := reflect.TypeFor[scanner.Ref]()
	if ref.NumField() != 1 || ref.Field(0).Type != reflect.TypeFor[automaton.Words]() {
		t.Errorf("the fields of Ref are those of %v, want one of type automaton.Words", ref)
	}
}

func TestLayoutRoundTrip(t *testing.T) {
	for _, in := range []string{"", "a:b", "http://u@h:8/p?q#f", "//1.2.3.4", "/x", "?#", "HTTP:%20", "/%20"} {
		want, fault := scanner.Locate(in, scanner.URIReference)
		if fault != (scanner.Fault{}) {
			t.Fatalf("Locate(%q): %v", in, fault.Err())
		}
		w0, w1, w2, w3 := kernel.Locate([]byte(in))
		w, ok := kernel.Settle([]byte(in), automaton.Words{W0: w0, W1: w1, W2: w2, W3: w3})
		if got := rawref.Ref(w); !ok || got != want {
			t.Errorf("Ref(kernel.Locate(%q)) = %v, %v, want %v", in, got, ok, want)
		}
		if got := rawref.Words(want); got != w {
			t.Errorf("Words(%q) = %v, want %v", in, got, w)
		}
	}
}

func TestLayoutOfFaults(t *testing.T) {
	for _, in := range []string{"http://h/%zz", "1a:", "//h:8x", "http://[::1"} {
		_, want := scanner.Locate(in, scanner.URIReference)
		got := rawref.Fault(want.Offset(), want.Kind())
		if got != want || got == (scanner.Fault{}) {
			t.Errorf("Fault(%d, %v) = %v, want %v, that of Locate(%q)", want.Offset(), want.Kind(), got, want, in)
		}
	}
}
