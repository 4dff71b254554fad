package promises

import (
	"reflect"
	"testing"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/layout"
	"github.com/uriscan/uriscan/scanner"
)

func TestRefHasTheLayoutOfWords(t *testing.T) {
	words, ref := reflect.TypeFor[kernel.Words](), reflect.TypeFor[scanner.Ref]()
	if words.NumField() != ref.NumField() {
		t.Fatalf("Words has %d fields, Ref %d", words.NumField(), ref.NumField())
	}
	for i := range words.NumField() {
		w, r := words.Field(i), ref.Field(i)
		if w.Type != r.Type || w.Offset != r.Offset {
			t.Errorf("field %d: Words has %v at %d, Ref %v at %d", i, w.Type, w.Offset, r.Type, r.Offset)
		}
	}
}

func TestLayoutRoundTrip(t *testing.T) {
	for _, in := range []string{"", "a:b", "http://u@h:8/p?q#f", "//1.2.3.4", "/x", "?#", "HTTP:%20", "/%20"} {
		want, fault := scanner.Locate(in, scanner.URIReference)
		if fault != (scanner.Fault{}) {
			t.Fatalf("Locate(%q): %v", in, fault.Err())
		}
		w0, w1, w2, w3 := kernel.Locate([]byte(in))
		w, ok := kernel.Settle([]byte(in), kernel.Words{W0: w0, W1: w1, W2: w2, W3: w3})
		if got := layout.Ref(w); !ok || got != want {
			t.Errorf("Ref(kernel.Locate(%q)) = %v, %v, want %v", in, got, ok, want)
		}
		if got := layout.Words(want); got != w {
			t.Errorf("Words(%q) = %v, want %v", in, got, w)
		}
	}
}

func TestLayoutOfFaults(t *testing.T) {
	for _, in := range []string{"http://h/%zz", "1a:", "//h:8x", "http://[::1"} {
		_, want := scanner.Locate(in, scanner.URIReference)
		got := layout.Fault(uint32(want.Offset()), kernel.Fault(want.Kind()))
		if got != want || got == (scanner.Fault{}) {
			t.Errorf("Fault(%d, %v) = %v, want %v, that of Locate(%q)", want.Offset(), want.Kind(), got, want, in)
		}
	}
}
