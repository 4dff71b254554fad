package contracts

import (
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/normalize/template"
	"github.com/uriscan/uriscan/scanner"
)

var templates, _ = template.New(template.Config{Routes: []string{"/users/{name}/edit", "/over/{x}.png", "/{all...}"}})

func forTemplate[B lut.Bytes](src B) {
	path := scanner.View[B]{Src: src, Ref: scanner.Split(src)}.Path()
	for _, r := range []*template.Rules{templates, template.Default(), nil} {
		sink.b = template.AppendTemplate(scratch, path, r)
		for span, name := range template.All(path, r) {
			sink.n = span.Len() + len(name)
		}
	}
}

func templateAllocs() []alloc {
	const functions = "normalize/template.AppendTemplate normalize/template.All"
	paths := []string{"/users/%61nn/edit", "/8f3a91c2/2026/11/7.png;a=b", "/../x", ""}
	rows := unchecked("normalize/template.", "New DefaultRules", "its result is a new object")
	rows = append(rows, inputs(functions, forTemplate, forTemplate, forTemplate, forTemplate)...)
	return append(rows,
		each("normalize/template.AppendTemplate", "paths", paths, forTemplate[string]),
		once("normalize/template.Default", func() { sink.ok = template.Default() != nil }),
	)
}
