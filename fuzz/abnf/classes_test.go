package abnf

import (
	"fmt"
	"testing"
)

// The classes worked out by hand: the digits by the borders of dec-octet, A to
// F by HEXDIG, v by IPvFuture, "+" and "-" by scheme, "." by IPv4address.
func TestClasses(t *testing.T) {
	tests := []struct {
		rule    string
		invalid int
		want    []string
	}{
		{"URI-reference", 256 - 85, []string{
			"!$&'()*,;=_~", "#", "%", "+-", ".", "/", "0", "1", "2", "34", "5", "6789", ":",
			"?", "@", "ABCDEFabcdef", "GHIJKLMNOPQRSTUWXYZghijklmnopqrstuwxyz", "Vv", "[", "]",
		}},
		{"dec-octet", 246, []string{"0", "1", "2", "34", "5", "6789"}},
		{"scheme", 256 - 65, []string{"+-.0123456789", "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"}},
		{"h16", 256 - 22, []string{"0123456789ABCDEFabcdef"}},
	}
	for _, tt := range tests {
		classes := RFC3986().Classes(tt.rule)
		var got []string
		for _, class := range classes[1:] {
			got = append(got, string(class))
		}
		if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", tt.want) {
			t.Errorf("Classes(%s)[1:] = %q, want %q", tt.rule, got, tt.want)
		}
		if got := len(classes[0]); got != tt.invalid {
			t.Errorf("len(Classes(%s)[0]) = %d, want %d", tt.rule, got, tt.invalid)
		}
	}
}
