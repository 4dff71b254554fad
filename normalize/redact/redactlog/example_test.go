package redactlog_test

import (
	"errors"
	"log/slog"
	"net/url"
	"os"

	"github.com/uriscan/uriscan/normalize/redact"
	"github.com/uriscan/uriscan/normalize/redact/redactlog"
)

func ExampleNewHandler() {
	policy, err := redact.NewPolicy(redact.Rules{Names: append(redact.OpenTelemetry(), "token")})
	if err != nil {
		panic(err)
	}
	text := slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}})
	logger := slog.New(redactlog.NewHandler(text, policy))
	logger.Error("not fetched", "err", &url.Error{Op: "Get", URL: "http://ann:hunter2@h/?token=a", Err: errors.New("EOF")})
	// Output:
	// level=ERROR msg="not fetched" err="Get \"http://REDACTED:REDACTED@h/?token=REDACTED\": EOF"
}
