package bench

import (
	"bytes"
	"hash/maphash"
	"net/url"
	"testing"

	"github.com/uriscan/uriscan/bench/corpus"
	"github.com/uriscan/uriscan/fuzz/twin"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

// BenchmarkNeeded finds out that references are already normal, beside the scan
// that has to come first. On web and long only lines that are normal count.
func BenchmarkNeeded(b *testing.B) {
	for _, kind := range []corpus.Kind{corpus.Web, corpus.Long, corpus.Dirty} {
		c := open(b, kind)
		lines, want := normalLines(c.Lines), 0
		if kind == corpus.Dirty {
			lines, want = c.Lines, len(c.Lines)-len(lines)
		}
		b.Run("corpus="+string(kind)+"/impl=uriscan/work=parse", func(b *testing.B) {
			each(b, lines, func(line []byte) int {
				ref, _ := scanner.Parse(line)
				return ref.Len()
			})
		})
		b.Run("corpus="+string(kind)+"/impl=uriscan/work=parse-needed", func(b *testing.B) {
			if got := sumOf(lines, parseNeeded); got != want {
				b.Fatalf("Needed of %d lines of %s, want %d", got, c.Source, want)
			}
			each(b, lines, parseNeeded)
		})
	}
}

// parseNeeded returns 1 for a line that some rung changes.
func parseNeeded(line []byte) int {
	ref, _ := scanner.Parse(line)
	return int(min(normalize.Needed(line, ref, normalize.Scheme), 1))
}

// isNormal asks the twin.
func isNormal(line []byte) bool {
	form, _ := twin.Normalize(string(line), schemeRungs)
	return form == string(line)
}

func normalLines(lines [][]byte) (normal [][]byte) {
	for _, line := range lines {
		if isNormal(line) {
			normal = append(normal, line)
		}
	}
	return normal
}

// each measures call for every one of lines.
func each(b *testing.B, lines [][]byte, call func(line []byte) int) {
	measure(b, &corpus.Corpus{Lines: lines}, func() uint64 { return uint64(sumOf(lines, call)) })
}

func sumOf(lines [][]byte, call func(line []byte) int) (sum int) {
	for _, line := range lines {
		sum += call(line)
	}
	return sum
}

// BenchmarkHash hashes scanned references as if normalized, beside the hash of
// the standard library over the same bytes, which has 64 bits and another value
// in every process.
func BenchmarkHash(b *testing.B) {
	seed := maphash.MakeSeed()
	for _, kind := range []corpus.Kind{corpus.Web, corpus.Long, corpus.Dirty} {
		c := open(b, kind)
		lines := c.Lines
		if kind != corpus.Dirty {
			lines = normalLines(lines)
		}
		refs := make([]scanner.Ref, len(lines))
		for i, line := range lines {
			refs[i], _ = scanner.Parse(line)
		}
		b.Run("corpus="+string(kind)+"/impl=maphash", func(b *testing.B) {
			each(b, lines, func(line []byte) int { return int(maphash.Bytes(seed, line)) })
		})
		b.Run("corpus="+string(kind)+"/impl=uriscan", func(b *testing.B) {
			for i, line := range lines {
				form := string(line)
				if kind == corpus.Dirty {
					form, _ = twin.Normalize(form, schemeRungs)
				}
				checkHash(b, line, refs[i], form)
			}
			measure(b, &corpus.Corpus{Lines: lines}, func() (sum uint64) {
				for i, line := range lines {
					_, lo := normalize.Hash(line, refs[i], normalize.Scheme, 0)
					sum += lo
				}
				return sum
			})
		})
	}
}

// checkHash fails the benchmark if the hash of line is not that of form, its normal
// form.
func checkHash(b *testing.B, line []byte, ref scanner.Ref, form string) {
	b.Helper()
	hi, lo := normalize.Hash(line, ref, normalize.Scheme, 0)
	wantHi, wantLo := normalize.Hash(form, scanner.Split(form), 0, 0)
	if hi != wantHi || lo != wantLo {
		b.Fatalf("Hash(%q) = %x %x, want that of %q, %x %x", line, hi, lo, form, wantHi, wantLo)
	}
}

// BenchmarkEqual compares each reference with its normal form, which takes all
// of both.
func BenchmarkEqual(b *testing.B) {
	for _, kind := range []corpus.Kind{corpus.Web, corpus.Long, corpus.Dirty} {
		c := open(b, kind)
		forms := make([]string, len(c.Lines))
		for i, line := range c.Lines {
			forms[i], _ = twin.Normalize(string(line), schemeRungs)
		}
		b.Run("corpus="+string(kind)+"/impl=uriscan", func(b *testing.B) {
			measure(b, c, func() (equal uint64) {
				for i, line := range c.Lines {
					if !normalize.Equal(line, forms[i], normalize.Scheme) {
						b.Fatalf("Equal(%q, %q) = false, want true", line, forms[i])
					}
					equal++
				}
				return equal
			})
		})
	}
}

// BenchmarkEqualDirty compares each reference that needs a rung with one that
// needs another, too: with its host in upper case.
func BenchmarkEqualDirty(b *testing.B) {
	c := open(b, corpus.Dirty)
	others := make([][]byte, len(c.Lines))
	for i, line := range c.Lines {
		ref, _ := scanner.Parse(line)
		others[i] = bytes.Clone(line)
		host := ref.Host().Of(others[i])
		copy(host, bytes.ToUpper(host))
	}
	b.Run("corpus="+string(corpus.Dirty)+"/impl=uriscan", func(b *testing.B) {
		measure(b, c, func() (equal uint64) {
			for i, line := range c.Lines {
				if !normalize.Equal(line, others[i], normalize.Scheme) {
					b.Fatalf("Equal(%q, %q) = false, want true", line, others[i])
				}
				equal++
			}
			return equal
		})
	})
}

// BenchmarkAppendResolved does what a crawler does with the links of pages.
func BenchmarkAppendResolved(b *testing.B) {
	c := open(b, corpus.Links)
	bases, of := distinct(c.Bases)
	forms := make([]string, len(c.Lines))
	for i, line := range c.Lines {
		target, _ := twin.Resolve(string(c.Bases[i]), string(line), twin.Rules{})
		forms[i], _ = twin.Normalize(target, schemeRungs)
	}
	b.Run("corpus=links/impl=net-url", func(b *testing.B) {
		parsed := make([]*url.URL, len(bases))
		for i, base := range bases {
			parsed[i], _ = url.Parse(string(base))
		}
		bad := 0
		for i, line := range c.Lines {
			if target, err := parsed[of[i]].Parse(string(line)); err != nil || string(netURLForm(target)) != forms[i] {
				bad++
			}
		}
		measure(b, c, func() (sum uint64) {
			for i, line := range c.Lines {
				if target, err := parsed[of[i]].Parse(string(line)); err == nil {
					sum += uint64(len(netURLForm(target)))
				}
			}
			return sum
		})
		b.ReportMetric(float64(bad), "wrong")
	})
	b.Run("corpus=links/impl=uriscan", func(b *testing.B) {
		prepared := make([]resolve.Base, len(bases))
		for i, base := range bases {
			prepared[i], _ = resolve.NewBase(base, 0)
		}
		buf := make([]byte, 0, 4096)
		for i, line := range c.Lines {
			if out, _, _, _ := normalize.AppendResolved(buf, &prepared[of[i]], line, normalize.Scheme); string(out) != forms[i] {
				b.Fatalf("AppendResolved(%q, %q) = %q, want %q", c.Bases[i], line, out, forms[i])
			}
		}
		measure(b, c, func() (sum uint64) {
			for i, line := range c.Lines {
				out, _, _, _ := normalize.AppendResolved(buf, &prepared[of[i]], line, normalize.Scheme)
				sum += uint64(len(out))
			}
			return sum
		})
	})
}
