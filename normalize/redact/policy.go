package redact

import (
	"errors"
	"fmt"
	"slices"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/normalize/query"
)

// Rules are what a [Policy] is made of. The zero Rules blank userinfo and the values of
// [OpenTelemetry] names.
//
// A pattern is a name, decoded, or with a "*" at its end the beginning of names. It has at
// most 200 bytes, and none of "&;=#?/\" or control characters.
type Rules struct {
	// Names are patterns of the parameters whose values are blanked, in queries and
	// fragments. nil are the names of [OpenTelemetry], unless there is an Allow list; append
	// to them to blank more.
	Names []string
	// Allow, unless it is nil, has patterns of the only parameters whose values are kept. A
	// parameter without "=" is a value, unless its name is listed. So is a fragment.
	Allow []string
	// Fold says which names are the same as those of Names, Allow and After.
	Fold query.Fold
	// Segments are patterns of path segments that are blanked.
	Segments []string
	// After are patterns of path segments after which the next one is blanked.
	After []string
	// Fragment blanks the fragment.
	Fragment bool
	// KeepUser keeps the user name if it has only unreserved characters (2.3) and a ":"
	// or nothing after it: the password alone is blanked.
	KeepUser bool
	// Mask is written for what is blanked: up to 64 of the letters and digits of ASCII, "-",
	// "_", "~" and "*". "" is REDACTED.
	Mask string
}

// OpenTelemetry returns the names of parameters that the semantic conventions of
// OpenTelemetry want redacted in url.full and url.query: those of all versions up to 1.44.
// The conventions compare them with their case.
func OpenTelemetry() []string {
	return []string{
		"AWSAccessKeyId", "Signature", "sig", "X-Goog-Signature",
		"X-Amz-Signature", "X-Amz-Credential", "X-Amz-Security-Token",
	}
}

// A Policy says what is blanked. [NewPolicy] makes one; a nil *Policy is that of the zero
// [Rules]. It does not change after that, so any number of goroutines may use it.
type Policy struct {
	names, allow    *query.Matcher // nil: none
	segments, after *query.Matcher
	begins          beginnings       // of the names that names matches
	suspects        *kernel.Suspects // unless it is nil, nothing in what is plain by it is blanked
	fragment        bool
	keepUser        bool
	armed           bool // the mask matches after
	mask            string
}

var standard, _ = NewPolicy(Rules{})

func (p *Policy) orStandard() *Policy {
	if p == nil {
		return standard
	}
	return p
}

var maskBytes = lut.SetOf(lut.Alpha | lut.Digit).Or(lut.MakeSet("-_~*"))

// NewPolicy makes a Policy of r. The error says which pattern cannot match, or why the mask
// might be read as something else.
func NewPolicy(r Rules) (*Policy, error) {
	if r.Names == nil && r.Allow == nil {
		r.Names = OpenTelemetry()
	}
	for _, pattern := range slices.Concat(r.Names, r.Allow, r.Segments, r.After) {
		if len(pattern) > maxPattern {
			return nil, fmt.Errorf("redact: a pattern of over %d bytes", maxPattern)
		}
		for _, c := range []byte(pattern) {
			if c < ' ' || c == 0x7f || classes[c]&(separates|ends) != 0 {
				return nil, fmt.Errorf("redact: a pattern with %q", c)
			}
		}
	}
	p := &Policy{
		names: matcher(r.Fold, r.Names), allow: query.NewMatcher(r.Fold, r.Allow...),
		segments: matcher(0, r.Segments), after: matcher(r.Fold, r.After),
		fragment: r.Fragment, keepUser: r.KeepUser, mask: r.Mask,
	}
	if r.Allow == nil {
		p.allow = nil
	}
	if p.mask == "" {
		p.mask = "REDACTED"
	}
	if len(p.mask) > 64 || lut.Span(p.mask, maskBytes) < len(p.mask) {
		return nil, errors.New("redact: the mask is not up to 64 letters, digits, -, _, ~ and *")
	}
	p.armed = p.after.MatchString(p.mask, 0)
	p.begins = newBeginnings(r.Fold, decoded(r.Names))
	if p.names != nil && p.allow == nil && p.segments == nil && p.after == nil && !p.fragment && !p.begins.mayBe(0, '=') {
		p.suspects = kernel.NewSuspects(p.begins.mayBe)
	}
	return p, nil
}

// matcher returns a Matcher of the patterns, nil without patterns.
func matcher(fold query.Fold, patterns []string) *query.Matcher {
	if len(patterns) == 0 {
		return nil
	}
	return query.NewMatcher(fold, decoded(patterns)...)
}

// decoded returns the patterns as eachPart returns names.
func decoded(patterns []string) []string {
	all := make([]string, len(patterns))
	for i, pattern := range patterns {
		v := visitor{keeps: true}
		eachPart([]byte(pattern), 0, &v)
		all[i] = v.last
	}
	return all
}
