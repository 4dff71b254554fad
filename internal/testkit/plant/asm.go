package main

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// opposites holds, for each instruction, what a slip of the pen would make of it.
var opposites = map[string]string{
	"JBE": "JCS", "JHI": "JCC", "JCS": "JLS", "JCC": "JHI", "JLS": "JCS", "JEQ": "JNE", "JNE": "JEQ",
	"JLT": "JLE", "JLE": "JLT", "JGE": "JGT", "JGT": "JGE", "JMI": "JPL", "JPL": "JMI",
	"ADDQ": "SUBQ", "SUBQ": "ADDQ", "ADDL": "SUBL", "SUBL": "ADDL", "INCQ": "DECQ", "DECQ": "INCQ",
	"ANDQ": "ORQ", "ORQ": "ANDQ", "XORQ": "ORQ", "SHLQ": "SHRQ", "SHRQ": "SHLQ", "SHLXQ": "SHRXQ", "SHRXQ": "SHLXQ",
	"CMOVQCS": "CMOVQCC", "CMOVQCC": "CMOVQCS", "CMOVQEQ": "CMOVQNE", "CMOVQNE": "CMOVQEQ", "SETEQ": "SETNE", "SETNE": "SETEQ",
	"VPAND": "VPOR", "VPOR": "VPAND", "VPANDN": "VPAND", "VPANDD": "VPORD", "VPORD": "VPANDD",
	"KORQ": "KANDQ", "KANDQ": "KORQ", "KANDNQ": "KANDQ", "KORW": "KANDW", "KANDW": "KORW",
	"TZCNTQ": "LZCNTQ", "VPADDD": "VPSUBD", "VPSUBD": "VPADDD", "VPMINUB": "VPMAXUB", "VPMAXUB": "VPMINUB",
}

// needed are instructions whose absence says nothing about the tests of answers: the
// assembler or the runtime needs them, or they only cost time.
var needed = regexp.MustCompile(`^(RET|JMP|VZEROUPPER|NOP|PREFETCH.*|TEXT|DATA|GLOBL|PCALIGN)$`)

var (
	textLine    = regexp.MustCompile(`^TEXT ·(\w+)\(SB\)`)
	instruction = regexp.MustCompile(`^\t([A-Z][A-Z0-9.]*)(?:\s+(.*))?$`)
	immediate   = regexp.MustCompile(`\$(-?0x[0-9a-f]+|\+?-?[0-9]+)`)
)

// asmMutants returns every single-instruction change of the functions that runs names.
func asmMutants(file string, src []byte, runs func(function string) bool) []mutant {
	var all []mutant
	function, at := "", 0
	for n, raw := range bytes.SplitAfter(src, []byte("\n")) {
		line := strings.TrimRight(string(raw), "\n")
		start := at
		at += len(raw)
		if m := textLine.FindStringSubmatch(line); m != nil {
			function = m[1]
			continue
		}
		m := instruction.FindStringSubmatch(line)
		if m == nil || function == "" || !runs(function) || needed.MatchString(m[1]) {
			continue
		}
		add := func(text string) {
			all = append(all, mutant{
				file: file, line: n + 1, function: function, start: start, end: start + len(line), text: text,
				from: strings.Join(strings.Fields(line), " "), to: strings.Join(strings.Fields(text), " "),
			})
		}
		if to, ok := opposites[m[1]]; ok {
			add(strings.Replace(line, m[1], to, 1))
		}
		if at := immediate.FindStringSubmatchIndex(line); at != nil {
			if v, err := strconv.ParseInt(strings.TrimPrefix(line[at[2]:at[3]], "+"), 0, 64); err == nil {
				add(fmt.Sprintf("%s%d%s", line[:at[2]], v^1, line[at[3]:]))
			}
		}
		if !strings.HasPrefix(m[1], "J") {
			add("\tNOP")
		}
	}
	identify(all)
	return all
}
