package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"
	"testing"
)

func TestSemconv(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"everything", "https://www.foo.bar:443/search?q=OpenTelemetry#SemConv",
			`{"url.full":"https://www.foo.bar:443/search?q=OpenTelemetry#SemConv","url.scheme":"https","url.domain":"www.foo.bar","url.port":443,"url.path":"/search","url.query":"q=OpenTelemetry","url.fragment":"SemConv"}`},
		{"credentials", "https://username:password@www.example.com/",
			`{"url.full":"https://REDACTED:REDACTED@www.example.com/","url.scheme":"https","url.domain":"www.example.com","url.path":"/"}`},
		{"a name alone", "https://username@h/", `{"url.full":"https://REDACTED@h/","url.scheme":"https","url.domain":"h","url.path":"/"}`},
		{"no name", "https://:password@h/", `{"url.full":"https://REDACTED:REDACTED@h/","url.scheme":"https","url.domain":"h","url.path":"/"}`},
		{"nobody", "https://@h/", `{"url.full":"https://@h/","url.scheme":"https","url.domain":"h","url.path":"/"}`},
		{"secret parameters", "https://u@h/?color=blue&sig=x&AWSAccessKeyId=y&Signature=z&X-Goog-Signature=%3D&sig=#sig=f",
			`{"url.full":"https://REDACTED@h/?color=blue&sig=REDACTED&AWSAccessKeyId=REDACTED&Signature=REDACTED&X-Goog-Signature=REDACTED&sig=REDACTED#sig=f",` +
				`"url.scheme":"https","url.domain":"h","url.path":"/","url.query":"color=blue&sig=REDACTED&AWSAccessKeyId=REDACTED&Signature=REDACTED&X-Goog-Signature=REDACTED&sig=REDACTED","url.fragment":"sig=f"}`},
		{"not secret", "//h?Sig=x&sig&asig=y&sig2=z&=sig", `{"url.full":"//h?Sig=x&sig&asig=y&sig2=z&=sig","url.domain":"h","url.path":"","url.query":"Sig=x&sig&asig=y&sig2=z&=sig"}`},
		{"secret, percent-encoded", "//h?%73i%67=x", `{"url.full":"//h?%73i%67=REDACTED","url.domain":"h","url.path":"","url.query":"%73i%67=REDACTED"}`},
		{"secrets of AWS", "//h?X-Amz-Signature=x&X-Amz-Credential=y&X-Amz-Signatur%65=z&X-Amz-Date=d&X-Amz-Security-Token=t=t",
			`{"url.full":"//h?X-Amz-Signature=REDACTED&X-Amz-Credential=REDACTED&X-Amz-Signatur%65=REDACTED&X-Amz-Date=d&X-Amz-Security-Token=REDACTED","url.domain":"h",` +
				`"url.path":"","url.query":"X-Amz-Signature=REDACTED&X-Amz-Credential=REDACTED&X-Amz-Signatur%65=REDACTED&X-Amz-Date=d&X-Amz-Security-Token=REDACTED"}`},
		{"secret, the longest spelling", "?%58%2D%41%6D%7A%2D%53%65%63%75%72%69%74%79%2D%54%6F%6B%65%6E=x",
			`{"url.path":"","url.query":"%58%2D%41%6D%7A%2D%53%65%63%75%72%69%74%79%2D%54%6F%6B%65%6E=REDACTED"}`},
		{"IPv6", "http://[1080:0:0:0:8:800:200C:417A]:80/", `{"url.full":"http://[1080:0:0:0:8:800:200C:417A]:80/","url.scheme":"http","url.domain":"[1080:0:0:0:8:800:200C:417A]","url.port":80,"url.path":"/"}`},
		{"port with zeros", "http://h:0080", `{"url.full":"http://h:0080","url.scheme":"http","url.domain":"h","url.port":80,"url.path":""}`},
		{"port without digits", "http://h:", `{"url.full":"http://h:","url.scheme":"http","url.domain":"h","url.path":""}`},
		{"no number of a port", "http://h:65536", `{"url.full":"http://h:65536","url.scheme":"http","url.domain":"h","url.path":""}`},
		{"without a scheme", "//localhost", `{"url.full":"//localhost","url.domain":"localhost","url.path":""}`},
		{"no domain", "file:///etc/hosts", `{"url.full":"file:///etc/hosts","url.scheme":"file","url.path":"/etc/hosts"}`},
		{"no authority", "mailto:ann@example.com", `{"url.full":"mailto:ann@example.com","url.scheme":"mailto","url.path":"ann@example.com"}`},
		{"of a log", "/search?q=OpenTelemetry", `{"url.path":"/search","url.query":"q=OpenTelemetry","url.original":"/search?q=OpenTelemetry"}`},
		{"of a log, secret", "/search?sig=x", `{"url.path":"/search","url.query":"sig=REDACTED"}`},
		{"empty", "\n", `{"url.path":"","url.original":""}`},
		{"empty query and fragment", "?#", `{"url.path":"","url.query":"","url.fragment":"","url.original":"?#"}`},
		{"bad", "http://u:secret@h/ ", `{"valid":false,"error":{"kind":"bad-path","offset":18}}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := runWith(tt.in, "parse", "--semconv")
			status := exitGood
			if tt.name == "bad" {
				status = exitBad
			}
			if want := (outcome{status, tt.want + "\n", ""}); got != want {
				t.Errorf("parse --semconv of %q = %+v, want %+v", tt.in, got, want)
			}
		})
	}
}

// Whatever the reference, its attributes are JSON and agree with package net/url,
// and a password or a signature is in none of them.
func TestSemconvRandom(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(43, 1))
	pick := func(list ...string) string { return list[rng.IntN(len(list))] }
	var in strings.Builder
	var lines []string
	for range 5000 {
		line := pick("", "http:", "x-y:", "HTTPS:") +
			"//" + pick("", "", "ann:hunter2@", "hunter2@", ":hunter2@", "a%40:hunter2@") + pick("h", "[::1]", "127.0.0.1", "example.com") +
			pick("", ":", ":8080") + pick("", "/", "/a/b%20c") +
			pick("", "?", "?a=b", "?sig=hunter2", "?a&Signature=hunter2&c=d", "?%73ig=hunter2&b", "?X-Amz-Credential=hunter2&&X-Amz-Security%2DToken=hunter2") + pick("", "#", "#top")
		lines = append(lines, line)
		in.WriteString(line + "\n")
	}
	got := runWith(in.String(), "parse", "--semconv")
	if got.status != exitGood || strings.Contains(got.out, "hunter2") {
		t.Fatalf("parse --semconv = %d, or it gives away what is to be redacted", got.status)
	}
	out := strings.Split(got.out, "\n")
	for i, line := range lines {
		var a struct {
			Scheme, Domain, Path, Query, Fragment string
			Port                                  int
		}
		if err := json.Unmarshal([]byte(strings.ReplaceAll(out[i], `"url.`, `"`)), &a); err != nil {
			t.Fatalf("%s: %v", out[i], err)
		}
		u, err := url.Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		domain := u.Hostname()
		if strings.Contains(domain, ":") {
			domain = "[" + domain + "]"
		}
		port := ""
		if a.Port > 0 {
			port = fmt.Sprint(a.Port)
		}
		if !strings.EqualFold(a.Scheme, u.Scheme) || a.Domain != domain || port != u.Port() || a.Path != u.EscapedPath() || a.Fragment != u.Fragment {
			t.Errorf("parse --semconv of %q = %s, want what net/url finds, %+v", line, out[i], u)
		}
	}
}
