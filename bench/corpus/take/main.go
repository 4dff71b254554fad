package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/uriscan/uriscan/bench/corpus"
	"github.com/uriscan/uriscan/bench/internal/tool"
	"golang.org/x/net/html"
)

// Of a folder some 200 pages at even distances are taken, and of a page about the first 250
// links. Otherwise a few long lists would be most of the links.
const somePages, mostLinks = 200, 250

func main() { tool.Main("take", run) }

func run(_ context.Context, args []string) error {
	var sources, links []string
	for _, arg := range args {
		name, folder, ok := strings.Cut(arg, "=")
		if !ok || folder == "" {
			return fmt.Errorf("%q is not NAME=FOLDER", arg)
		}
		more, err := linksBelow(os.DirFS(filepath.Dir(folder)), filepath.Base(folder))
		if err != nil {
			return err
		}
		sources, links = append(sources, name), append(links, more...)
	}
	if len(links) == 0 {
		return errors.New("no page is named by NAME=FOLDER")
	}
	s := corpus.Take(links)
	s.Sources = sources
	text, err := json.Marshal(s)
	fmt.Println(strings.ReplaceAll(string(text), `{"Text"`, "\n"+`{"Text"`)) // a line for each pattern
	return err
}

// linksBelow returns the pages of a folder, each with the values of href that it has,
// except that of base.
func linksBelow(parent fs.FS, folder string) (links []string, err error) {
	var paths []string
	err = fs.WalkDir(parent, folder, func(name string, _ fs.DirEntry, err error) error {
		if strings.HasPrefix(filepath.Ext(name), ".htm") {
			paths = append(paths, name)
		}
		return err
	})
	for i := 0; i < len(paths) && err == nil; i += 1 + len(paths)/somePages {
		var text []byte
		text, err = fs.ReadFile(parent, paths[i])
		links = append(links, corpus.PageScheme+paths[i])
		last := len(links) + mostLinks
		for tokens := html.NewTokenizer(bytes.NewReader(text)); tokens.Next() != html.ErrorToken && len(links) < last; {
			token := tokens.Token()
			for _, a := range token.Attr {
				if a.Key == "href" && token.Data != "base" {
					links = append(links, strings.TrimSpace(a.Val))
				}
			}
		}
	}
	return links, err
}
