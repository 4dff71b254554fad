package slow

import (
	"regexp"
	"strings"
)

// Components are the components of section 3 with the authority whole; nil is undefined.
type Components struct {
	Scheme, Authority *string
	Path              string
	Query, Fragment   *string
}

// appendixB is the regular expression of Appendix B.
var appendixB = regexp.MustCompile(`(?s)^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?$`)

// Split returns the components of a reference by Appendix B.
func Split(ref string) Components {
	m := appendixB.FindStringSubmatchIndex(ref)
	group := func(outer, inner int) *string {
		if m[2*outer] < 0 {
			return nil
		}
		s := ref[m[2*inner]:m[2*inner+1]]
		return &s
	}
	return Components{group(1, 2), group(3, 4), *group(5, 5), group(6, 7), group(8, 9)}
}

// Rules are the choices that section 5.2 leaves or that errata propose.
type Rules struct {
	NotStrict bool // 5.2.2: a scheme identical to the base's is ignored
	BaseDots  bool // erratum 4789
}

// Resolve implements section 5.2. It returns the target of ref against base, both
// valid, and the offset of the first ".." that has no segment left to remove, in the base or in
// the reference, or -1.
func Resolve(base, ref string, rules Rules) (target string, underflow int) {
	Base, R := Split(base), Split(ref)
	var T Components
	underflow = -1
	// 5.2.2, with the offset of R.path in ref for the sake of underflow
	offset := strings.IndexAny(ref, "?#")
	if offset < 0 {
		offset = len(ref)
	}
	offset -= len(R.Path)
	remove := func(path string, fromBase int) string {
		out, at := RemoveDotSegments(path)
		if at >= fromBase {
			underflow = at - fromBase + offset
		} else if at >= 0 {
			underflow = at + strings.Index(base, ":") + 1
			if Base.Authority != nil {
				underflow += len("//") + len(*Base.Authority)
			}
		}
		return out
	}

	if rules.NotStrict && R.Scheme != nil && strings.EqualFold(*R.Scheme, *Base.Scheme) { // 3.1: in any case
		R.Scheme = nil
	}
	if R.Scheme != nil {
		T.Scheme = R.Scheme
		T.Authority = R.Authority
		T.Path = remove(R.Path, 0)
		T.Query = R.Query
	} else {
		if R.Authority != nil {
			T.Authority = R.Authority
			T.Path = remove(R.Path, 0)
			T.Query = R.Query
		} else {
			if R.Path == "" {
				T.Path = Base.Path
				if R.Query != nil {
					T.Query = R.Query
				} else {
					T.Query = Base.Query
				}
			} else {
				if strings.HasPrefix(R.Path, "/") {
					T.Path = remove(R.Path, 0)
				} else {
					T.Path = merge(Base, R, rules)
					T.Path = remove(T.Path, len(T.Path)-len(R.Path))
				}
				T.Query = R.Query
			}
			T.Authority = Base.Authority
		}
		T.Scheme = Base.Scheme
	}
	T.Fragment = R.Fragment
	return Recompose(T), underflow
}

// merge is section 5.2.3.
func merge(Base, R Components, rules Rules) string {
	if Base.Authority != nil && Base.Path == "" || rules.BaseDots && strings.HasSuffix(Base.Path, "/..") {
		return Base.Path + "/" + R.Path
	}
	return Base.Path[:strings.LastIndex(Base.Path, "/")+1] + R.Path
}

// RemoveDotSegments is section 5.2.4, input and output buffers included. above
// is the offset in path of the first ".." that had nothing to remove, -1 if
// there was none.
func RemoveDotSegments(path string) (output string, above int) {
	// 1.
	input := path
	above = -1
	consumed := 0
	goesUp := func(at int) {
		if output == "" && above < 0 {
			above = at
		}
	}
	// 2.
	for input != "" {
		switch {
		// A.
		case strings.HasPrefix(input, "../"):
			goesUp(consumed)
			input = input[3:]
			consumed += 3
		case strings.HasPrefix(input, "./"):
			input = input[2:]
			consumed += 2
		// B.
		case strings.HasPrefix(input, "/./"):
			input = "/" + input[3:]
			consumed += 2
		case input == "/.":
			input = "/"
			consumed += 2
		// C.
		case strings.HasPrefix(input, "/../"):
			goesUp(consumed + 1)
			input = "/" + input[4:]
			consumed += 3
			output = withoutLast(output)
		case input == "/..":
			goesUp(consumed + 1)
			input = "/"
			consumed += 3
			output = withoutLast(output)
		// D.
		case input == "." || input == "..":
			if input == ".." {
				goesUp(consumed)
			}
			input = ""
		// E.
		default:
			end := strings.Index(input[1:], "/") + 1
			if end == 0 {
				end = len(input)
			}
			output += input[:end]
			input = input[end:]
			consumed += end
		}
	}
	// 3.
	return output, above
}

// withoutLast removes the last segment and its preceding "/", if any.
func withoutLast(output string) string {
	return output[:max(strings.LastIndex(output, "/"), 0)]
}

// Recompose is section 5.3. A path that would be read as an authority, which 3.3
// forbids, gets "/." in front.
func Recompose(c Components) string {
	result := ""
	if c.Scheme != nil {
		result += *c.Scheme
		result += ":"
	}
	if c.Authority != nil {
		result += "//"
		result += *c.Authority
	}
	if c.Authority == nil && strings.HasPrefix(c.Path, "//") {
		result += "/."
	}
	result += c.Path
	if c.Query != nil {
		result += "?"
		result += *c.Query
	}
	if c.Fragment != nil {
		result += "#"
		result += *c.Fragment
	}
	return result
}
