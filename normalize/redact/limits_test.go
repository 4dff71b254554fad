package redact

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// The names of the semantic conventions, in another list than that of the package, with their
// case and as a whole.
func TestOpenTelemetryNames(t *testing.T) {
	for name := range strings.FieldsSeq("AWSAccessKeyId Signature sig X-Goog-Signature X-Amz-Signature X-Amz-Credential X-Amz-Security-Token") {
		blanked := []string{name, name[:1] + "%" + hexOf(name[1]) + name[2:]}
		kept := []string{name + "s", name[:len(name)-1], "x" + name, strings.ToUpper(name), name + "_"}
		for _, before := range []string{"http://h/a?", "/?b=c&", "/#", "?"} {
			for _, spelled := range blanked {
				for _, value := range []string{"v", "=v="} {
					in, want := before+spelled+"="+value+"&d=e", before+spelled+"=REDACTED&d=e"
					if got := string(Append(nil, in, nil)); got != want {
						t.Errorf("Append(%q) = %q, want %q", in, got, want)
					}
				}
			}
			for _, spelled := range kept {
				if in := before + spelled + "=v"; string(Append(nil, in, nil)) != in {
					t.Errorf("Append(%q) = %q, want no change", in, Append(nil, in, nil))
				}
			}
		}
	}
}

func hexOf(c byte) string { return string([]byte{"0123456789ABCDEF"[c>>4], "0123456789abcdef"[c&15]}) }

// What NewPolicy takes just so, and what is a byte longer.
func TestLimits(t *testing.T) {
	long := func(n int) string { return strings.Repeat("x", n) }
	for n, ok := range map[int]bool{63: true, 64: true, 65: false} {
		p, err := NewPolicy(Rules{Mask: long(n)})
		if (err == nil) != ok {
			t.Errorf("a mask of %d bytes: %v", n, err)
		} else if got := string(Append(nil, "?sig=1", p)); ok && got != "?sig="+long(n) {
			t.Errorf("the mask of %d bytes gives %q", n, got)
		}
	}
	for n, ok := range map[int]bool{199: true, 200: true, 201: false} {
		for _, r := range []Rules{{Names: []string{long(n)}}, {Allow: []string{long(n)}}, {Segments: []string{long(n)}}, {After: []string{long(n)}}} {
			p, err := NewPolicy(r)
			if (err == nil) != ok {
				t.Errorf("a pattern of %d bytes: %v", n, err)
			}
			for _, name := range []string{long(n), long(n - 1), long(n + 1), long(255), long(256), long(257), long(258), long(n) + long(n)} {
				value, segment, after := "1", name, "b"
				switch is := name == long(n); {
				case r.Names != nil && is, r.Allow != nil && !is:
					value = "REDACTED"
				case r.Segments != nil && is:
					segment = "REDACTED"
				case r.After != nil && is:
					after = "REDACTED"
				}
				in, want := "/"+name+"/b?"+name+"=1", "/"+segment+"/"+after+"?"+name+"="+value
				if got := string(Append(nil, in, p)); ok && got != want {
					t.Errorf("patterns of %d bytes: Append(%q) = %q, want %q", n, in, got, want)
				}
			}
		}
	}
}

// What a pattern and a mask may have in them.
func TestNewPolicy(t *testing.T) {
	notInPattern, inMask := regexp.MustCompile(`^[\x00-\x1f\x7f&;=#?/\\]$`), regexp.MustCompile(`^[A-Za-z0-9_~*-]$`)
	for c := range 0x100 {
		s := string([]byte{byte(c)})
		for _, r := range []Rules{{Names: []string{s}}, {Allow: []string{s}}, {Segments: []string{s}}, {After: []string{s}}} {
			if _, err := NewPolicy(r); (err != nil) != notInPattern.MatchString(s) {
				t.Errorf("NewPolicy(%+v): %v", r, err)
			}
		}
		if _, err := NewPolicy(Rules{Mask: s}); (err == nil) != inMask.MatchString(s) {
			t.Errorf("the mask %q: %v", s, err)
		}
	}
}

// A user, a scheme and a quoted port may be long. What is longer is blanked, too, from where it is
// known to be one.
func TestLongInTexts(t *testing.T) {
	for _, n := range []int{1, 2, 31, 32, 33, 63, 64, 65, 127, 128, 129, 200, 240, 255, 256, 257, 300} {
		name := strings.Repeat("a", n)
		for in, want := range map[string]string{
			"see " + name + ":hunter2@h, ":                    "see REDACTED:REDACTED@h, ",
			"see " + name + "+b://" + name + ":hunter2@h/c, ": "see " + name + "+b://REDACTED:REDACTED@h/c, ",
			"see //" + name + ":" + name + "@h/c":             "see //REDACTED:REDACTED@h/c",
			"see /" + name + "?" + name + "&sig=hunter2":      "see /" + name + "?" + name + "&sig=REDACTED",
		} {
			if got := string(Text(nil, in, nil)); n < 255 && got != want || strings.Contains(got, "hunter2") && n < 257 {
				t.Errorf("%d bytes: Text(%q) = %q, want %q", n, in, got, want)
			}
		}
		if quoted := strconv.Quote(":" + strings.Repeat(`a b"c`, n)[:n]); len(quoted) < 250 {
			in := "invalid port " + quoted + " after host"
			if got, want := string(Text(nil, in, nil)), `invalid port ":REDACTED" after host`; got != want {
				t.Errorf("%d bytes: Text(%q) = %q, want %q", n, in, got, want)
			}
		}
	}
}

// What takes two rounds to settle is not blanked as a whole.
func TestSettles(t *testing.T) {
	for in, want := range map[string]string{
		`mailto:\@file:` + "\t" + `\mailto:http:#`: `***:***@file:` + "\t" + `\***#`,
		`=%40http:\8080@mailto:\%25.`:              `***:***@mailto:\***`,
	} {
		if got := string(Append(nil, in, policies[1])); got != want {
			t.Errorf("Append(%q) = %q, want %q", in, got, want)
		}
	}
}

// Punctuation at the end of a URL belongs to the text, each of it.
func TestTrailing(t *testing.T) {
	for _, end := range []string{".", ",", ":", ";", "!", "?", "'", "*", "|", ")", "]", "}", `\`, `).`, `\",`, `'}`, `\\"`} {
		for _, after := range []string{" x", "\n", ""} {
			in, want := "see http://h/?sig=1"+end+after, "see http://h/?sig=REDACTED"+end+after
			if got := string(Text(nil, in, nil)); got != want {
				t.Errorf("Text(%q) = %q, want %q", in, got, want)
			}
		}
	}
	for _, inside := range []string{"-", "_", "~", "/", "$", "+", "%", "(", "["} {
		if got := string(Text(nil, "see http://h/?sig=1"+inside+" x", nil)); got != "see http://h/?sig=REDACTED x" {
			t.Errorf("Text with a %s at the end = %q", inside, got)
		}
	}
}

// The neighbours of the hex digits in ASCII are not hex digits: %7a is "z", as %7A is, and %7: is itself.
func TestHexDigits(t *testing.T) {
	p := policy(t, Rules{Names: []string{"ap", "ay", "az", "a\x7e"}})
	for c := byte('!'); c < 0x7f; c++ {
		for _, name := range []string{"a%7" + string(c), "a%" + string(c) + "0"} {
			in, want := "/?"+name+"=1", "/?"+name+"=1"
			if strings.ContainsAny(string(c), "&;=?#") {
				continue
			}
			if name == "a%7"+string(c) && strings.ContainsAny(string(c), "09AaEe") || name == "a%70" {
				want = "/?" + name + "=REDACTED"
			}
			if got := string(Append(nil, in, p)); got != want {
				t.Errorf("Append(%q) = %q, want %q", in, got, want)
			}
		}
	}
}

// What each kind of reader sees: users in texts with every byte that they may have, names with
// line breaks in them, segments after backslashes, and names with semicolons.
func TestReadings(t *testing.T) {
	segments := policy(t, Rules{Segments: []string{"tok-*"}, After: []string{"reset"}, Mask: "*"})
	allow := policy(t, Rules{Allow: []string{"q", "page"}, Mask: "*"})
	every := policy(t, Rules{Names: []string{"*"}, Mask: "*"})
	for _, row := range []struct {
		p        *Policy
		in, want string
	}{
		{segments, `http://u:p@h\reset\x/y`, `http://*:*@h\*/y`},
		{segments, `http://u:p@h\tok-1/y`, `http://*:*@h\*/y`},
		{segments, `http://h\reset\x/y`, `http://h\*/y`},
		{segments, `http:\\u@h\reset\x`, `http:\\*@*`},
		{segments, "/tok-1;a=b/reset;x/y", "/*/reset;x/*"},
		{segments, "a://reset/x", "a://reset/x"},
		{segments, "]a://reset/x", "]a://reset/*"},
		{segments, "1a://u:p@reset/x", "1a://*:*@reset/*"},
		{allow, "?q;b=1&page=2", "?*&page=2"},
		{allow, "?q;secret&page=1", "?*&page=1"},
		{allow, "?q=1;b=2", "?q=1;b=*"},
		{allow, "?x;q=1", "?*"},
		{allow, "#q?secret=1", "#*"},
		{allow, "?secret&q=1", "?*&q=1"},
		{nil, "?s\tig=1&si\ng=1&sig\r=1&\rsig=1", "?s\tig=REDACTED&si\ng=REDACTED&sig\r=REDACTED&\rsig=REDACTED"},
		{every, "http://h/?a=1&=2#b=3", "http://h/?a=*&=*#b=*"},
		{nil, "?s+ig=1&sig+=1&s ig=1", "?s+ig=1&sig+=1&s ig=1"},
	} {
		if got := string(Append(nil, row.in, row.p)); got != row.want {
			t.Errorf("Append(%q) = %q, want %q", row.in, got, row.want)
		}
	}
	for _, user := range []string{"ann", "a%40b", "a.b", "a-b", "a_b", "a~b", "a!b", "a$b", "a&b", "a*b", "a+b", "9"} {
		in, want := "proxy "+user+":pw@h:3128, see", "proxy REDACTED:REDACTED@h:3128, see"
		if got := string(Text(nil, in, nil)); got != want {
			t.Errorf("Text(%q) = %q, want %q", in, got, want)
		}
	}
}

// A separator that is decoded is found wherever a long name is cut short before it.
func TestSeparatorAfterLongName(t *testing.T) {
	longest := strings.Repeat("x", maxPattern)
	p := policy(t, Rules{Names: []string{longest}})
	for n := 190; n < 270; n++ {
		in := "#" + longest[:min(n, len(longest))] + strings.Repeat("y", max(0, n-len(longest))) + "%26z="
		want := in + "1"
		if n == len(longest) {
			want = in + "REDACTED"
		}
		if got := string(Append(nil, in+"1", p)); got != want {
			t.Errorf("Append of a name of %d bytes with a pattern of %d ends in %q", n, len(longest), got[len(in):])
		}
	}
	for n := 190; n < 270; n++ {
		for _, separator := range []string{"%26", "%2526", "%252526"} {
			in := "#" + strings.Repeat("x", n) + separator + "sig="
			if got := string(Append(nil, in+"1", nil)); got != in+"REDACTED" {
				t.Fatalf("Append of %d bytes and %ssig=1 ends in %q", n, separator, got[len(in):])
			}
		}
	}
}
