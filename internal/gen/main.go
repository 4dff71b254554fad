package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/uriscan/uriscan/fuzz/abnf"
)

const command = "go run ./internal/gen"

// files returns the content of every generated file by its path from the root
// of the module.
func files(g *abnf.Grammar) map[string][]byte {
	return map[string][]byte{
		"internal/automaton/automaton_gen.go": emitAutomaton(minimize(determinize(newNFA(g)))),
		"lut/class_gen.go":                    emitClasses(g),
	}
}

func main() {
	for path, content := range files(abnf.RFC3986()) {
		if err := os.WriteFile(filepath.FromSlash(path), content, 0o644); err != nil {
			fmt.Fprintln(os.Stderr, "gen:", err)
			os.Exit(1)
		}
	}
}

// A classBit is a bit of lut.Class: the bytes that may occur in a string of
// the rule by themselves, that is outside a percent-encoded triplet.
type classBit struct{ name, rule, section string }

var classBits = []classBit{
	{"Alpha", "ALPHA", "1.3"},
	{"Digit", "DIGIT", "1.3"},
	{"HexDigit", "HEXDIG", "1.3"},
	{"PctEncoded", "pct-encoded", "2.1"},
	{"GenDelim", "gen-delims", "2.2"},
	{"SubDelim", "sub-delims", "2.2"},
	{"Unreserved", "unreserved", "2.3"},
	{"Scheme", "scheme", "3.1"},
	{"Userinfo", "userinfo", "3.2.1"},
	{"RegName", "reg-name", "3.2.2"},
	{"IPvFuture", "IPvFuture", "3.2.2"},
	{"SegmentNzNc", "segment-nz-nc", "3.3"},
	{"PChar", "pchar", "3.3"},
	{"Path", "path", "3.3"},
	{"Query", "query", "3.4"},
	{"Fragment", "fragment", "3.5"},
}

// emitClasses writes the byte table of lut.
func emitClasses(g *abnf.Grammar) []byte {
	s := newSource("lut")
	s.f("// The bits of a [Class], one for each rule of Appendix A that is about single\n")
	s.f("// bytes: those that may occur in a string of the rule by themselves, outside a\n")
	s.f("// percent-encoded triplet. PctEncoded holds the byte that begins one.\nconst (\n")
	sets := make([][256]bool, len(classBits))
	for i, b := range classBits {
		s.f("\t%s Class = 1 << %d // %s, %s\n", b.name, i, b.rule, b.section)
		if b.rule == "pct-encoded" {
			sets[i]['%'] = true
			continue
		}
		alphabet(g.Rule(b.rule).Body, &sets[i])
	}
	s.f(")\n\n// classBytes are the bytes of each bit.\nvar classBytes = []struct {\n\tbit Class\n\tbytes string\n}{\n")
	for i, b := range classBits {
		var in []byte
		for c, has := range sets[i] {
			if has {
				in = append(in, byte(c))
			}
		}
		s.f("\t{%s, %q},\n", b.name, in)
	}
	s.f("}\n")
	return s.formatted()
}

// alphabet marks the bytes of n outside triplets.
func alphabet(n abnf.Node, set *[256]bool) {
	switch n := n.(type) {
	case abnf.ByteRange:
		for c := int(n.Lo); c <= int(n.Hi); c++ {
			set[c] = true
		}
	case abnf.Concatenation:
		for _, part := range n {
			alphabet(part, set)
		}
	case abnf.Alternation:
		for _, alt := range n {
			alphabet(alt, set)
		}
	case abnf.Repetition:
		if n.Max != 0 {
			alphabet(n.Body, set)
		}
	case abnf.Reference:
		if n.Rule.Name != "pct-encoded" {
			alphabet(n.Rule.Body, set)
		}
	}
}
