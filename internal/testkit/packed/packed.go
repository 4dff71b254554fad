// Package packed compresses texts for tests, in every format that archives have. Only tests
// import it.
package packed

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// Packers compress a text into one member.
var Packers = map[string]func(text string) []byte{
	"gzip":  Gzip,
	"zstd":  Zstd,
	"bzip2": func(text string) []byte { return Bzip2(text, 700) },
}

// gzipWriters are reused: a new one has a megabyte to clear.
var gzipWriters = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

func Gzip(text string) []byte {
	var out bytes.Buffer
	w := gzipWriters.Get().(*gzip.Writer)
	defer gzipWriters.Put(w)
	w.Reset(&out)
	w.Name, w.Comment, w.Extra = "name", "comment", []byte("extra")
	io.WriteString(w, text)
	w.Close()
	return out.Bytes()
}

var zstdWriter = sync.OnceValue(func() *zstd.Encoder {
	w, err := zstd.NewWriter(nil)
	if err != nil {
		panic(err) // there are no options that could be wrong
	}
	return w
})

func Zstd(text string) []byte { return zstdWriter().EncodeAll([]byte(text), nil) }

// Members compresses text into that many members, wherever that cuts it.
func Members(pack func(string) []byte, text string, members int) (out []byte) {
	for left := members; left > 0; left-- {
		n := len(text) / left
		out = append(out, pack(text[:n])...)
		text = text[n:]
	}
	return out
}

// Archives are a text in every format, of one and of many members.
func Archives(text string) map[string][]byte {
	all := map[string][]byte{"plain": []byte(text)}
	for name, pack := range Packers {
		for _, members := range []int{1, 2, 50} {
			all[fmt.Sprint(name, " ", members)] = Members(pack, text, members)
		}
	}
	skippable := "\x5a\x2a\x4d\x18\x03\x00\x00\x00abc"
	all["zstd, skippable frames"] = []byte(skippable + string(all["zstd 1"]) + skippable)
	all["gzip, an empty member"] = append(Gzip(""), all["gzip 1"]...)
	return all
}
