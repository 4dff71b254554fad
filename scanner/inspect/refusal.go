package inspect

import (
	"fmt"

	"github.com/uriscan/uriscan/scanner"
)

// A Refusal is what a [Policy] refuses: the rule and where. The zero Refusal means that
// the reference is allowed. It holds no pointer and can be compared with ==.
type Refusal struct {
	rule   rule
	remark Remark
	span   scanner.Span
}

// A rule is the field of Rules that refuses; for Refuse it is 0.
type rule uint8

const (
	ruleMethod rule = iota + 1
	ruleLength
	ruleScheme
	ruleHostKind
	ruleSuffix
	ruleNetwork
	rulePort
	ruleDepth
	ruleOrigin
)

var ruleNames = [...]string{"", "method", "length", "scheme", "host-kind", "suffix", "network", "port", "depth", "origin"}

func refused(r rule, at scanner.Span) Refusal { return Refusal{rule: r, span: at} }

// Rule returns the name of the rule: "method", "length", "scheme", "host-kind", "suffix",
// "network", "port", "depth", "origin", or that of the remark that is refused, as
// [Remark.String] gives it. It is "" for the zero Refusal. It does not allocate.
func (r Refusal) Rule() string {
	if r.remark != 0 {
		return r.remark.String()
	}
	return ruleNames[r.rule]
}

// Span returns the bytes that are refused: none for a method, none at the place of a
// scheme or a host that is missing, and those of the host for a port that is. It does not
// allocate.
func (r Refusal) Span() scanner.Span { return r.span }

// Err returns the refusal as an error, nil for the zero Refusal. The error is an [Error]
// and says the rule and the offset, nothing of the input. It allocates the error.
func (r Refusal) Err() error {
	if r == (Refusal{}) {
		return nil
	}
	return Error{r}
}

// An Error is a [Refusal] as an error. Two are equal exactly if the refusals are.
type Error struct{ Refusal Refusal }

func (e Error) Error() string {
	return fmt.Sprintf("uriscan: refused by rule %s at offset %d", e.Refusal.Rule(), e.Refusal.span.Start)
}
