package crawl

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/normalize/query"
	"github.com/uriscan/uriscan/scanner"
)

// Settings are what a [Profile] is made of, in Go or, by [ParseProfile], in JSON. Names of
// parameters are patterns of [query.NewMatcher], in which ASCII letters of both cases are the
// same.
type Settings struct {
	// Version is that of the rules: 1.
	Version int `json:"version"`
	// Rules are the rules that act. In JSON they are a list of names.
	Rules Rules `json:"rules"`
	// Tracking has the names of parameters that the rule Tracking cuts, and Hosts further ones
	// for a host and all below it: {"youtube.com": ["si"]}.
	Tracking []string            `json:"tracking"`
	Hosts    map[string][]string `json:"hosts"`
	// Sessions has the names of parameters that the rule Sessions cuts.
	Sessions []string `json:"sessions"`
	// Index has the names of default pages, which the rule Index cuts.
	Index []string `json:"index"`
}

// rulesVersion is the version of what the rules mean.
const rulesVersion = 1

// A Profile makes keys of references. [NewProfile] makes one. The nil and the zero Profile have
// no rules. A Profile does not change after that: any number of goroutines may use it.
type Profile struct {
	name     string
	rules    Rules
	tracking *query.Matcher
	sessions *query.Matcher
	index    []string // in lower case
	hosts    map[string]*query.Matcher
	longest  int // the length of the longest name in hosts
}

// V1Settings returns the settings of [V1], for profiles that are nearly the same.
func V1Settings() Settings {
	s := Settings{Version: rulesVersion, Rules: all &^ (HashBang | SessionValues), Sessions: names(sessions[:]), Index: slices.Clone(index[:])}
	s.Tracking, s.Hosts = names(tracking[:]), map[string][]string{}
	for _, p := range hostTracking {
		s.Hosts[p.host] = append(s.Hosts[p.host], p.name)
	}
	return s
}

func names(parameters []parameter) (names []string) {
	for _, p := range parameters {
		names = append(names, p.name)
	}
	return names
}

// V1 returns the profile crawl-v1: all rules except HashBang and SessionValues. Its rules and
// lists do not change: a better one will have another name. It does not allocate after the
// first call.
func V1() *Profile { return v1() }

var v1 = sync.OnceValue(func() *Profile {
	p := newProfile(V1Settings())
	p.name = "crawl-v1"
	return p
})

// NewProfile makes a Profile of s, which it copies. It returns an error for settings of another
// version, and for those that could not act.
func NewProfile(s Settings) (*Profile, error) {
	if s.Version != rulesVersion {
		return nil, fmt.Errorf("the version of the rules is %d, not %d", rulesVersion, s.Version)
	}
	if unknown := s.Rules &^ all; unknown != 0 {
		return nil, fmt.Errorf("there is no rule %#x", uint16(unknown))
	}
	if i := slices.IndexFunc(s.Index, func(name string) bool {
		return name == "" || strings.Contains(name, "/") || !scanner.Valid("/"+name, scanner.RelativeRef)
	}); i >= 0 {
		return nil, fmt.Errorf("%q is not the name of a page", s.Index[i])
	}
	for host := range s.Hosts {
		ref, fault := scanner.Locate("//"+host, scanner.RelativeRef)
		if fault != (scanner.Fault{}) || host == "" || ref.Host().Len() != len(host) || normalize.Needed("//"+host, ref, normalize.SchemeBased) != 0 {
			return nil, fmt.Errorf("%q is not a host in its normal form", host)
		}
	}
	p := newProfile(s)
	if p.name = V1().name; s.text() != V1Settings().text() {
		p.name = fmt.Sprintf("custom-%016x", normalize.Hash(s.text(), scanner.Ref{}, 0, 0).Hi)
	}
	return p, nil
}

func newProfile(s Settings) *Profile {
	p := &Profile{
		rules: s.Rules, tracking: query.NewMatcher(query.FoldCase, s.Tracking...), sessions: query.NewMatcher(query.FoldCase, s.Sessions...),
		hosts: make(map[string]*query.Matcher, len(s.Hosts)),
	}
	for _, name := range s.Index {
		p.index = append(p.index, strings.ToLower(name))
	}
	for host, names := range s.Hosts {
		p.hosts[host] = query.NewMatcher(query.FoldCase, names...)
		p.longest = max(p.longest, len(host))
	}
	return p
}

// text returns the settings in one spelling, for all lists with the same members.
func (s Settings) text() string {
	s.Tracking, s.Sessions, s.Index = sorted(s.Tracking), sorted(s.Sessions), sorted(s.Index)
	hosts := map[string][]string{}
	for host, names := range s.Hosts {
		hosts[host] = sorted(names)
	}
	s.Hosts = hosts
	text, _ := json.Marshal(s) // it has nothing that could fail
	return string(text)
}

// sorted returns the members of a list in one spelling, each once, never nil: ASCII letters in
// lower case, and in hex what is not ASCII, which text would merge.
func sorted(list []string) []string {
	out := []string{}
	for _, name := range list {
		name := lut.AppendPctEncoded(nil, name, inText)
		lower(name)
		out = append(out, string(name))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

var inText = iaKept.Or(lut.MakeSet("#"))

// ParseProfile makes a Profile of a JSON object with the members of [Settings]. "version" must
// be there. "like" names settings to begin with, "crawl-v1": what the other members say replaces
// what these have, and without it what is not given is empty, as null is. An unknown member is an error.
func ParseProfile(text []byte) (*Profile, error) {
	var from struct {
		Like  string          `json:"like"`
		Hosts json.RawMessage `json:"hosts"` // nil without that member
	}
	if err := json.Unmarshal(text, &from); err != nil {
		return nil, err
	}
	to := struct {
		Settings
		Like string `json:"like"`
	}{}
	switch from.Like {
	case "":
	case V1().name:
		to.Settings = V1Settings()
		to.Version, to.Hosts = 0, nil // given members replace these as a whole
	default:
		return nil, fmt.Errorf("no profile is called %q: there is %s", from.Like, V1().name)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&to); err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("more than one JSON value")
	}
	if from.Hosts == nil && from.Like != "" {
		to.Hosts = V1Settings().Hosts
	}
	return NewProfile(to.Settings)
}

// Ready returns a profile by its name: "crawl-v1". It does not allocate after the first call.
func Ready(name string) (p *Profile, ok bool) {
	if p = V1(); p.name == name {
		return p, true
	}
	return nil, false
}

// Rules returns the rules of p. It does not allocate.
func (p *Profile) Rules() Rules {
	if p == nil {
		return 0
	}
	return p.rules
}

// String returns a name that two profiles share exactly if they have the same settings, in any
// order and case: "crawl-v1", or "custom-" and 16 hex digits. That of a Profile without settings
// is "". It does not allocate.
func (p *Profile) String() string {
	if p == nil {
		return ""
	}
	return p.name
}
