package reads

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/andybalholm/brotli"

	"github.com/uriscan/uriscan/internal/testkit/packed"
)

// WARC returns a record of a WARC file.
func WARC(target, mime, body string) string {
	return WARCOf(target, mime, body, int64(len(body)))
}

// WARCOf returns a record that says that its length is n.
func WARCOf(target, mime, body string, n int64) string {
	if target != "" {
		target = "WARC-Target-URI: " + target + "\r\n"
	}
	return fmt.Sprintf("WARC/1.1\r\n%sContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", target, mime, n, body)
}

// Response returns a record with an HTTP response.
func Response(target, fields, body string) string {
	return WARC(target, "application/http; msgtype=response", "HTTP/1.1 200 OK\r\n"+fields+"\r\n"+body)
}

func Chunked(body string, n int) string {
	var s strings.Builder
	for ; len(body) > n; body = body[n:] {
		fmt.Fprintf(&s, "%X;x=y\r\n%s\r\n", n, body[:n])
	}
	fmt.Fprintf(&s, "%x\r\n%s\r\n0\r\n\r\n", len(body), body)
	return s.String()
}

func Gzipped(body string) string { return string(packed.Gzip(body)) }

func Zstd(body string) string { return string(packed.Zstd(body)) }

// Brotli returns body compressed.
func Brotli(body string) string {
	var b bytes.Buffer
	w := brotli.NewWriter(&b)
	w.Write([]byte(body))
	w.Close()
	return b.String()
}

func deflated(body string) string {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	w.Write([]byte(body))
	w.Close()
	return b.String()
}

// flateOf returns body deflated without the frame of zlib.
func flateOf(body string) string {
	whole := deflated(body)
	return whole[2 : len(whole)-4]
}

// RandomRecords returns n records. Most of them are what they say.
func RandomRecords(random *rand.Rand, n int) (s string) {
	pick := func(all ...string) string { return PickOf(random, all...) }
	for range n {
		body := RandomPage(random, random.IntN(30))
		if random.IntN(20) == 0 {
			body = pick("<?xml ?>", strings.Repeat(" ", 8190+random.IntN(3))+"\x00") + body
		}
		mime := pick("application/http", "Application/HTTP; msgtype=response", "text/html", "text/plain", "application/json", "Application/xhtml+XML ;a", "")
		if strings.HasPrefix(strings.ToLower(mime), "application/http") {
			coding, chunks := pick("", "", "gzip", "X-gzip", "deflate", "Identity", "br", "zstd", "lzma"), pick("", "", "chunked", "x, Chunked", "x")
			switch coding {
			case "gzip", "X-gzip":
				packed := Gzipped(body)
				body = pick(body, packed, packed, packed[:len(packed)-4])
			case "zstd":
				packed := Zstd(body)
				body = pick(body, packed, packed, packed[:len(packed)-1])
			case "br":
				packed := Brotli(body)
				body = pick(body, packed, packed, packed[:len(packed)-1])
			case "deflate":
				packed := deflated(body)
				body = pick(body, packed, "\x58\x85"+packed[2:], flateOf(body), packed[:len(packed)-4])
			}
			if strings.HasSuffix(chunks, "unked") && random.IntN(5) > 0 {
				body = strings.Repeat("0", random.IntN(13)) + Chunked(body, 1+random.IntN(20))
			}
			head := pick("HTTP/1.1 200 OK", "http://a/", "") + pick("\r\n", "\n") + pick("Content-type: ", "content-type:", "x:") + pick("text/html", "TEXT/HTML ; a=b", "text/plain", "image/x", "") + "\r\n"
			if coding != "" {
				head += pick("Content-Encoding: ", "CONTENT-encoding:\t") + coding + pick("\r\n", " \r\n", "\n")
			}
			if chunks != "" {
				head += pick("Transfer-Encoding: ", "transfer-encoding:") + chunks + "\r\n"
			}
			body = head + pick("Link: <http://l/?a&amp;b>\r\n", "", ":\n", "\r\r\n") + pick("\r\n", "\n") + body
		}
		length := fmt.Sprint(len(body) + max(0, random.IntN(40)-37) - max(0, random.IntN(40)-37))
		if random.IntN(10) == 0 {
			length = pick("+", "-", "0x", "0", "", "99999999999") + length + pick("", " ", ";", "K")
		}
		target := pick("http://h/d/p", "<http://h/d/>", "<<http://h/>", "http://h/ x", "/x", "urn:a:b", "")
		s += pick("WARC/1.1", "WARC/1.0", "WARC/0.17", "WARC/x") + pick("\r\n", "\r\n", "\n") + pick("WARC-Target-URI: ", "warc-target-uri:", "X: ") + target +
			pick("\r\n", "\n", "\nx\n") + pick("Content-Type: ", "CONTENT-TYPE:") + mime + "\r\nContent-Length:" + pick(" ", "", "\t") + length + pick("\r\n\r\n", "\n\n") + body + pick("\r\n\r\n", "\r\n\r\n", "\n", "")
	}
	return s
}

func PickOf(random *rand.Rand, all ...string) string { return all[random.IntN(len(all))] }
