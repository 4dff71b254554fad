package redact_test

import (
	"fmt"

	"github.com/uriscan/uriscan/normalize/query"
	"github.com/uriscan/uriscan/normalize/redact"
)

func ExampleAppend() {
	policy, err := redact.NewPolicy(redact.Rules{Names: append(redact.OpenTelemetry(), "token"), Mask: "***"})
	if err != nil {
		fmt.Println(err)
		return
	}
	var buf []byte
	for _, link := range []string{
		"http://ann:hunter2@example.com/a?page=2&%74oken=abc",
		`https:\\ann:hunter2@example.com`, // as browsers read it
		"http://ann:hunt",                 // cut off
		"http://example.com/a b?page=2",
	} {
		buf = redact.Append(buf[:0], link, policy)
		fmt.Println(string(buf))
	}
	// Output:
	// http://***:***@example.com/a?page=2&%74oken=***
	// https:\\***:***@example.com
	// http://***
	// http://example.com/a b?page=2
}

// An allow list: a value reaches the log only if its name is listed.
func ExampleNewPolicy() {
	policy, err := redact.NewPolicy(redact.Rules{
		Allow: []string{"page", "utm_*"},
		Fold:  query.FoldCase,
		After: []string{"reset"},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s\n", redact.Append(nil, "/reset/8f3a?Page=2&code=abc&utm_id=1&x", policy))
	// Output:
	// /reset/REDACTED?Page=2&code=REDACTED&utm_id=1&REDACTED
}

func ExampleText() {
	message := `Get "http://ann:hunter2@example.com/?sig=abc": dial tcp: no such host`
	fmt.Printf("%s\n", redact.Text(nil, message, nil))
	// Output:
	// Get "http://REDACTED:REDACTED@example.com/?sig=REDACTED": dial tcp: no such host
}

func ExampleOpenTelemetry() {
	fmt.Println(redact.OpenTelemetry()[:3])
	// Output:
	// [AWSAccessKeyId Signature sig]
}
