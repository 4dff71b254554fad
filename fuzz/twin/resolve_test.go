package twin

import "testing"

// The worked examples of 5.2.4, and what its steps say of paths without a root.
func TestRemoveDotSegments(t *testing.T) {
	for _, test := range []struct {
		path, want string
		above      int
	}{
		{"/a/b/c/./../../g", "/a/g", -1},
		{"mid/content=5/../6", "mid/6", -1},
		{"", "", -1},
		{"../a", "a", 0},       // 2A
		{"./a", "a", -1},       // 2A
		{"/./a", "/a", -1},     // 2B
		{"/.", "/", -1},        // 2B
		{"/../a", "/a", 1},     // 2C
		{"/a/..", "/", -1},     // 2C
		{"a/../b", "/b", -1},   // 2C, without a root
		{".", "", -1},          // 2D
		{"..", "", 0},          // 2D
		{"//a", "//a", -1},     // 2E
		{"a/../../b", "/b", 5}, // the second
	} {
		if got, above := RemoveDotSegments(test.path); got != test.want || above != test.above {
			t.Errorf("RemoveDotSegments(%q) = %q, %d, want %q, %d", test.path, got, above, test.want, test.above)
		}
	}
}

func TestSplitAndRecompose(t *testing.T) {
	for _, ref := range []string{"", "?", "#", "//", "a:", "http://www.ics.uci.edu/pub/ietf/uri/#Related", "a:b?c#d", "//h/\n?\n#\n", "/a:b"} {
		if got := Recompose(Split(ref)); got != ref {
			t.Errorf("Recompose(Split(%q)) = %q", ref, got)
		}
	}
	if got := Recompose(Components{Path: "//a"}); got != "/.//a" {
		t.Errorf("Recompose of the path //a = %q, want %q", got, "/.//a")
	}
}

func TestResolve(t *testing.T) {
	for _, test := range []struct {
		base, ref string
		rules     Rules
		want      string
		under     Underflow
	}{
		{"http://a/b/c/d;p?q", "../../../g", Rules{}, "http://a/g", Underflow{false, 6}},
		{"http://a/../b/c", "x:/../y", Rules{}, "x:/y", Underflow{false, 3}},
		{"http://a/../b/c", "d", Rules{}, "http://a/b/d", Underflow{true, 9}},
		{"a:../b", "d", Rules{}, "a:d", Underflow{true, 2}},
		{"http://a/b/..", "../g?../x", Rules{BaseDots: true}, "http://a/g?../x", Underflow{false, 0}},
		{"http://a", "http:../g", Rules{NotStrict: true}, "http://a/g", Underflow{false, 5}},
	} {
		got, under := Resolve(test.base, test.ref, test.rules)
		if got != test.want || under == nil || *under != test.under {
			t.Errorf("Resolve(%q, %q) = %q, %v, want %q, %v", test.base, test.ref, got, under, test.want, test.under)
		}
	}
}
