package main

import (
	"strings"
	"testing"
)

func TestSniffForm(t *testing.T) {
	comment := "<!-- " + strings.Repeat("x", 100) + " -->"
	tests := []struct {
		name, in string
		closed   inputForm // for files whose name says that they are something
		open     inputForm // for others
	}{
		{"empty", "", textForm, textForm},
		{"text", "see http://a/ <html>", textForm, textForm},
		{"doctype", "<!DOCTYPE html><p>", htmlForm, htmlForm},
		{"doctype, old", "<!doctype HTML PUBLIC \"\">", htmlForm, htmlForm},
		{"other doctype", "<!doctype htmlx>", textForm, textForm},
		{"doctype of a picture", "<!DOCTYPE svg>", textForm, textForm},
		{"declaration", "<!ELEMENT html>", textForm, textForm},
		{"html", "<html lang=en>", htmlForm, htmlForm},
		{"head", "<HEAD>", htmlForm, htmlForm},
		{"html alone", "<html", textForm, textForm},
		{"longer name", "<htmlx>", textForm, textForm},
		{"behind blanks and a byte order mark", "\uFEFF \r\n<html>", htmlForm, htmlForm},
		{"behind comments", comment + "\n" + comment + "<html>", htmlForm, htmlForm},
		{"XHTML", "<?xml version='1.0'?>\n<!DOCTYPE html>", htmlForm, htmlForm},
		{"other XML", "\uFEFF<?xml version='1.0'?>\n<rss>", xmlForm, xmlForm},
		{"part of a page", "<div class=x>", textForm, htmlForm},
		{"link alone", "<a href='/b'>c</a>", textForm, htmlForm},
		{"URI in angle brackets", "<a://b/>", textForm, textForm},
		{"comment that does not end", "<!-- <html>", textForm, textForm},
		{"WARC", "WARC/1.0\r\n", warcForm, warcForm},
		{"WARC 1.1", "WARC/1.1\r\n", warcForm, warcForm},
		{"about WARC", "WARC/x", textForm, textForm},
		{"about war", "WAR", textForm, textForm},
		{"no byte order mark", "\xEF\xBBx<html>", textForm, textForm},
	}
	for _, tt := range tests {
		for _, open := range []bool{false, true} {
			want := tt.closed
			if open {
				want = tt.open
			}
			if got, known := sniffForm([]byte(tt.in), true, open); got != want || !known {
				t.Errorf("%s: sniffForm(%q, open %t) = %v, %t, want %v", tt.name, tt.in, open, &got, known, &want)
			}
			// What is known early stays so.
			for n := range len(tt.in) {
				if got, known := sniffForm([]byte(tt.in[:n]), false, open); known && got != want {
					t.Errorf("%s: sniffForm(%q, open %t) = %v, want %v", tt.name, tt.in[:n], open, &got, &want)
				}
			}
		}
	}
}

func TestFormOfName(t *testing.T) {
	for name, want := range map[string]inputForm{
		"a.html": htmlForm, "A.HTM": htmlForm, "a.xml.zst": xmlForm, "d/a.xhtml.gz": htmlForm, "a.xht": htmlForm, "A.b/a.shtml.bz2": htmlForm, "a.txt": anyForm, "README.md": anyForm, "-": anyForm, "a": anyForm, "html": anyForm,
	} {
		got, open := formOfName(name)
		if got != want || open != (name == "-" || name == "a" || name == "html" || name == "a.txt") {
			t.Errorf("formOfName(%q) = %v, %t, want %v", name, &got, open, &want)
		}
	}
}
