package template_test

import (
	"fmt"

	"github.com/uriscan/uriscan/normalize/template"
)

func ExampleAppendTemplate() {
	rules := template.Default()
	for _, path := range []string{
		"/users/8f3a91c2-0c1d-4b7e-9a3f-5d2e6b7c8d9e/edit",
		"/news/2026/11/24/1234.json", "/api/2/cafe;price=3", "/v2/accounts/ann%40example.com",
	} {
		fmt.Printf("%s\n", template.AppendTemplate(nil, path, rules))
	}
	// Output:
	// /users/{uuid}/edit
	// /news/{year}/{number}/{number}/{number}.json
	// /api/2/cafe;{parameters}
	// /v2/accounts/{email}
}

func ExampleAll() {
	path := "/orders/%31234/items/7"
	for span, name := range template.All(path, template.Default()) {
		fmt.Println(name, span.Start, span.End, span.OfString(path))
	}
	// Output:
	// number 8 14 %31234
	// number 21 22 7
}

func ExampleNew() {
	rules, err := template.New(template.Config{
		Routes: []string{"/users/{name}/edit", "/users/new", "/users/{name}", "/static/{file...}"},
		Rules:  []template.Rule{{Name: "order", Pattern: "ORD-[0-9]+"}},
	})
	for _, path := range []string{"/users/ann/edit", "/users/new", "/users/bob", "/static/a/b.css", "/ORD-7/8"} {
		fmt.Printf("%s\n", template.AppendTemplate(nil, path, rules))
	}
	fmt.Println(err)
	// Output:
	// /users/{name}/edit
	// /users/new
	// /users/{name}
	// /static/{file...}
	// /{order}/{number}
	// <nil>
}
