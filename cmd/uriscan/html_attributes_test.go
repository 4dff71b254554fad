package main

import (
	"slices"
	"strings"
	"testing"
)

func TestAppendDecoded(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"nothing", "http://a/?b=c", "http://a/?b=c"},
		{"amp", "?a&amp;b&amp;c", "?a&b&c"},
		{"amp in capitals", "?a&AMP;b", "?a&b"},
		{"named", "&lt;&colon;&sol;&Tab;", "<:/\t"},
		{"decimal", "http&#58;//a&#0047;", "http://a/"},
		{"hexadecimal", "&#x3A;&#X2f;", ":/"},
		{"number without semicolon", "&#58//a", "://a"},
		{"no number", "&#;&#x;&#xg;", "&#;&#x;&#xg;"},
		{"no name", "& &&;&=", "& &&;&="},
		{"unknown name", "&frob;&frob", "&frob;&frob"},
		{"without semicolon before =", "?a=1&copy=2", "?a=1&copy=2"},
		{"without semicolon before a letter", "?a&notit&ampx;", "?a&notit&ampx;"},
		{"without semicolon at the end", "?a&amp", "?a&"},
		{"without semicolon before another", "?a&amp&lt/", "?a&</"},
		{"the semicolon itself", "a&semi;b", "a;b"},
		{"two characters", "&NotEqualTilde;", "≂̸"},
		{"decoded once", "&amp;amp;", "&amp;"},
		{"very long", "&" + strings.Repeat("a", 1000) + ";", "&" + strings.Repeat("a", 1000) + ";"},
	}
	for _, tt := range tests {
		if got := string(appendDecoded([]byte("x"), []byte(tt.in))); got != "x"+tt.want {
			t.Errorf("%s: appendDecoded(%q) = %q, want %q", tt.name, tt.in, got, "x"+tt.want)
		}
	}
}

func TestNextReference(t *testing.T) {
	tests := []struct {
		name  string
		shape refsShape
		in    string
		want  []string
	}{
		{"single", single, "a b", []string{"a b"}},
		{"single in blanks", single, " \t\n\f\ra ", []string{"a"}},
		{"single empty", single, "  ", []string{""}},
		{"list", list, " a  b\nc", []string{"a", "b", "c"}},
		{"list empty", list, " ", nil},
		{"srcset", sources, "a.jpg, b.jpg 2x,c.jpg 100w 50h , d", []string{"a.jpg", "b.jpg", "c.jpg", "d"}},
		{"srcset with commas in URIs", sources, "a,b.jpg 1x, data:,x 2x", []string{"a,b.jpg", "data:,x"}},
		{"srcset with commas behind URIs", sources, "a.jpg,, b.jpg,", []string{"a.jpg", "b.jpg"}},
		{"srcset, no blank behind a comma", sources, "a 1x,b 2x", []string{"a", "b"}},
		{"srcset with brackets", sources, "a f(x, y) 1x, b", []string{"a", "b"}},
		{"srcset of nothing", sources, " ,, ", nil},
		{"refresh", refresh, "5; url=/a", []string{"/a"}},
		{"refresh in capitals", refresh, " 0.5,URL = /a ", []string{"/a"}},
		{"refresh in quotes", refresh, "0;url='/a b'c", []string{"/a b"}},
		{"refresh with an open quote", refresh, `0;url="/a`, []string{"/a"}},
		{"refresh without url", refresh, "0; /a", []string{"/a"}},
		{"refresh with a blank only", refresh, "0 /a", []string{"/a"}},
		{"refresh to what begins like url", refresh, "0;urls/a", []string{"urls/a"}},
		{"refresh of the same", refresh, "300", nil},
		{"refresh of the same, too", refresh, "300;", nil},
		{"refresh without time", refresh, "url=/a", nil},
		{"refresh with a unit", refresh, "5s;url=/a", nil},
	}
	for _, tt := range tests {
		var got []string
		for i := 0; ; {
			start, end, next, ok := tt.shape.nextReference([]byte(tt.in), i)
			if !ok {
				break
			}
			got = append(got, tt.in[start:end])
			i = next
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: references of %q = %q, want %q", tt.name, tt.in, got, tt.want)
		}
	}
}
