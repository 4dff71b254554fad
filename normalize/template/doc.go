// Package template names the variable segments of paths, so that paths of one shape become one
// value with few others beside it: a label of a metric, a key to count by.
//
//	rules := template.Default()                                              // once
//	buf = template.AppendTemplate(buf[:0], "/users/8f3a91c2/edit", rules)    // "/users/{hex}/edit"
//	rules, err := template.New(template.Config{Routes: []string{"/users/{name}/edit"}})
//	buf = template.AppendTemplate(buf[:0], "/users/ann/edit", rules)         // "/users/{name}/edit"
//
// A path here is what [scanner.View.Path] returns; it need not be valid. Everything that is not
// replaced stays byte for byte: [All] returns the spans that are. A template has braces, which no
// valid path has, and is its own template: replacing twice changes nothing. Nothing is learned, so
// a path has the same template whatever came before it.
//
// # Segments
//
// A segment is what is between slashes (RFC 3986, 3.3). Rules see it decoded: %38f3a91c2 is
// 8f3a91c2. A "%" without two HEXDIG is itself. Empty segments and dot segments are never replaced,
// not even by a variable of a route; neither is ..%2Fa, which has one once it is decoded. Dot
// segments are not removed: package normalize does that. A slash at the end stays: /users/7 and
// /users/7/ have two templates, as section 6.2 holds them apart. What has a brace in it is taken
// for a template already.
//
// If a rule matches no whole segment, it may match what is before its first ".", if only file
// extensions come after that: /img/12345.png becomes /img/{number}.png and 7.tar.gz becomes
// {number}.tar.gz, but 1.2 stays. An extension has up to 8 letters and digits and begins with a
// letter.
//
// Parameters of a segment, from the first ";" with a "=" after it, become {parameters}, and the
// segment is what is before them: /cars;color=red;size=2 becomes /cars;{parameters}. Without "="
// a ";" is a byte like any other.
//
// # Precedence
//
// Routes come first, and a path that matches one is not looked at further. Of several routes that
// match, the one wins whose first segment that differs is the most literal: a literal, then a
// variable with most literal text beside it, of those with as much the one that was given first,
// then a variable, then one for the rest of the path. In a path without a route each segment has
// the name of the first rule that matches it: those of [Config] in their order, then those of
// [DefaultRules].
package template
