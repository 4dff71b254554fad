package main

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/uriscan/uriscan/normalize/crawl"
)

// profileFlag is the flag for a profile of crawl keys.
func profileFlag(to **crawl.Profile) *settingsFlag {
	return &settingsFlag{Value: &textFlag[*crawl.Profile]{to, "PROFILE", func(name string) (*crawl.Profile, error) {
		if p, ok := crawl.Ready(name); ok {
			return p, nil
		}
		p, err := readSettings(name, crawl.ParseProfile)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("not crawl-v1, and %w", err)
		}
		if err != nil {
			return nil, fmt.Errorf("no profile: %w", err)
		}
		return p, nil
	}}, ready: []string{"crawl-v1"}}
}
