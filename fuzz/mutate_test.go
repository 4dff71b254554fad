package fuzz

import "bytes"

// mutators spoil a line, or leave it a member by luck. Each returns a new line.
var mutators = []func(g *generator, in, other []byte) []byte{
	flipBit, replaceOctet, insertOctet, insertToken, deleteRange, duplicateRange, truncate, spliceAtBorders, swapBorders,
}

// tokens are what the rules turn on.
var tokens = []string{
	":", "/", "?", "#", "[", "]", "@", "%", "%4", "%41", "%zz", "%%", "::", "//", "[::1]", "[v1.a]", "v1.",
	"1.2.3.4", "256", "00", "01.", "ffff:", "12345", ":80", ":8x", "..", "\x00", "\n", "\r", " ", "\x7f", "\x80",
	"\xff", "é", "%25", "\\", "|", "^", "a:", "1a:", "+", "_", "~", "''", "{", "}", "<", ">", "\"", "`",
}

func flipBit(g *generator, in, _ []byte) []byte {
	out := bytes.Clone(in)
	if len(out) > 0 {
		out[g.IntN(len(out))] ^= 1 << g.IntN(8)
	}
	return out
}

func replaceOctet(g *generator, in, _ []byte) []byte {
	out := bytes.Clone(in)
	if len(out) > 0 {
		out[g.IntN(len(out))] = pick(g, representatives)
	}
	return out
}

func insertOctet(g *generator, in, _ []byte) []byte {
	return insertAt(in, g.IntN(len(in)+1), []byte{byte(g.IntN(256))})
}

func insertToken(g *generator, in, _ []byte) []byte {
	return insertAt(in, pick(g, borders(in)), []byte(pick(g, tokens)))
}

func deleteRange(g *generator, in, _ []byte) []byte {
	i, j := g.someRange(in)
	return append(bytes.Clone(in[:i]), in[j:]...)
}

func duplicateRange(g *generator, in, _ []byte) []byte {
	i, j := g.someRange(in)
	return insertAt(in, i, in[i:j])
}

func truncate(g *generator, in, _ []byte) []byte { return bytes.Clone(in[:g.IntN(len(in)+1)]) }

// spliceAtBorders goes on with another line from one of its borders.
func spliceAtBorders(g *generator, in, other []byte) []byte {
	return append(bytes.Clone(in[:pick(g, borders(in))]), other[pick(g, borders(other)):]...)
}

// swapBorders lets two parts of a line change places.
func swapBorders(g *generator, in, _ []byte) []byte {
	i, j := pick(g, borders(in)), pick(g, borders(in))
	if i > j {
		i, j = j, i
	}
	return append(append(bytes.Clone(in[:i]), in[j:]...), in[i:j]...)
}

func insertAt(in []byte, i int, more []byte) []byte {
	return append(append(bytes.Clone(in[:i]), more...), in[i:]...)
}

// someRange returns a range of a few octets.
func (g *generator) someRange(in []byte) (i, j int) {
	i = g.IntN(len(in) + 1)
	return i, min(len(in), i+1+g.IntN(4))
}

// borders returns the ends of in and the offsets before and after each octet
// that may delimit something: gen-delims, "%" and ".".
func borders(in []byte) []int {
	all := []int{0}
	for i, c := range in {
		if bytes.IndexByte([]byte(":/?#[]@%."), c) >= 0 {
			all = append(all, i, i+1)
		}
	}
	return append(all, len(in))
}
