package normalize

import (
	"fmt"
	"strings"
	"testing"
	"unsafe"

	"github.com/valyala/bytebufferpool"

	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/growth"
	"github.com/uriscan/uriscan/internal/testkit/poison"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

var pool = poison.Pool{Get: getBuffer, Put: putBuffer}

// No result outlives its buffer: the caller owns what is returned, and bytes passed to fn
// do not change until it returns.
func TestPoisonedPool(t *testing.T) {
	pool.Poison(func(worker, i int) {
		host := fmt.Sprint(worker, strings.Repeat("x", i%300))
		checkPooled(t, "HTTP://%48"+host, "http://h"+host+"/")
	})
}

// checkPooled calls every function that uses a pooled buffer, at the same time.
func checkPooled(t *testing.T, in, want string) {
	err := Do([]byte(in), SchemeBased, func(outer []byte, _ scanner.Ref) {
		whole, _ := String(in, SchemeBased)
		own := append(make([]byte, 0, len(want)), in...)
		aside, _, _ := Append(own[:0], own, SchemeBased) // EmptyPath lengthens: aside
		base, _ := resolve.NewBase(in, 0)
		resolved, _, _, _ := AppendResolved(nil, base, nil, SchemeBased)
		for what, got := range map[string]string{"Do": string(outer), "String": whole, "Append": string(aside), "AppendResolved": string(resolved)} {
			if got != want {
				t.Errorf("%s(%q) = %q, want %q", what, in, got, want)
			}
		}
	})
	if err != nil {
		t.Error(err)
	}
}

// A huge buffer does not stay in the pool, be what is written to it huge or not.
func TestPoolIsBounded(t *testing.T) {
	buffers = bytebufferpool.Pool{} // one that has learned what it is used for drops huge ones itself
	for _, in := range [][]byte{makeMonster(), []byte("A:" + strings.Repeat("%61", maxPooled/3+1)), []byte("A:/" + strings.Repeat("a/../", maxPooled/5+1))} {
		testkit.Must(t, Do(in, Syntax, func([]byte, scanner.Ref) {}))
		pool.CheckBounded(t, maxPooled)
	}
}

// Nor does a huge window.
func TestWindowsAreBounded(t *testing.T) {
	const most = 16 << 20 // as Equal says
	in := []byte("A:" + strings.Repeat("a", most))
	if !Equal(in, "a"+string(in[1:]), Case) {
		t.Error("Equal of a long reference in two cases = false, want true")
	}
	normal := "a" + string(in[1:])
	for name, call := range map[string]func(n int){
		"two forms of half as much":   func(n int) { Equal(in[:n/2], string(in[:n/2])+"b", Case) },
		"a form, equal to a normal":   func(n int) { Equal(in[:n], normal[:n], Case) },
		"a form, the other is normal": func(n int) { Equal(normal[:n], in[:n], Case) },
		"a form to hash":              func(n int) { Hash(in[:n], scanner.Split(in[:n]), Case, 0) },
	} {
		kept := false
		for n := most - 2*maxGrowth - 2; !kept && n > most*5/8; n -= 1 << 20 { // a pool may lose one
			windows = bytebufferpool.Pool{}
			call(n)
			kept = cap(windows.Get().B) >= n
		}
		if !kept {
			t.Errorf("no window for %s stays", name)
		}
	}
	putWindow(&buffer{B: make([]byte, 1, most+1)}) // a window that grew by more than was asked for
	for range 64 {
		if b := windows.Get(); cap(b.B) > most {
			t.Errorf("the pool has a window of %d bytes, want at most %d", cap(b.B), most)
		}
	}
}

// After any number of short forms, a long one finds a window, and one that is shorter than
// its source finds a buffer.
func TestPoolsKeepWhatIsUsed(t *testing.T) {
	source, ignore := []byte("A:"+strings.Repeat("/..", 30)), func([]byte, scanner.Ref) {}
	do := func() { _ = Do(source, Syntax, ignore) }
	buffers = bytebufferpool.Pool{}
	for range 43_000 {
		do()
	}
	if n := len(getWindow(1).B); n < 32<<10 {
		t.Errorf("a window for little has %d bytes: the next one has to grow it", n)
	}
	in := strings.Repeat("%7e", wide/2)
	ref := scanner.Split(in)
	for name, call := range map[string]func(){"Hash of a long reference": func() { Hash(in, ref, Syntax, 0) }, "Do": do} {
		allocates := 0
		for range 100 {
			if testing.AllocsPerRun(1, call) > 0 {
				allocates++
			}
		}
		if allocates > 50 { // with -race a pool loses every fourth
			t.Errorf("%s allocates in %d of 100 calls", name, allocates)
		}
	}
}

// A form that is too long for the pool takes little more room than its length.
func TestRoomOfMonsters(t *testing.T) {
	in := makeMonster()
	out, _, err := Append(nil, in, SchemeBased)
	if most := len(in) * 5 / 4; err != nil || cap(out) > most {
		t.Errorf("Append of %d bytes to nil has room for %d, %v, want %d at most", len(in), cap(out), err, most)
	}
	for _, in := range [][]byte{in[:maxPooled+1], []byte("A://")} { // and the room grows as that of append does
		moves := 0
		out = nil
		for range 100 {
			before := cap(out)
			if out, _, _ = Append(out, in, SchemeBased); cap(out) != before {
				moves++
			}
		}
		if moves > 40 {
			t.Errorf("Append of %d bytes, 100 times, moves dst %d times, want 40 at most", len(in), moves)
		}
	}
}

func makeMonster() []byte { return []byte("A:" + strings.Repeat("a", 16*maxPooled)) }

// String and Do use an input that is already normal itself.
func TestNormalInputIsNotCopied(t *testing.T) {
	for _, in := range []string{"http://h/", "http://h/%2F?%C3%A9", "../a", "//[::1]:8080/#f"} {
		if s, err := String(in, SchemeBased); unsafe.StringData(s) != unsafe.StringData(in) || err != nil {
			t.Errorf("String(%q) = %q, %v, want the argument itself", in, s, err)
		}
		src := []byte(in)
		called := false
		err := Do(src, SchemeBased, func(normal []byte, r scanner.Ref) {
			called = true
			want, _ := scanner.Parse(in)
			if &normal[0] != &src[0] || len(normal) != len(src) || r != want {
				t.Errorf("Do(%q): %q, %v, want the argument itself and %v", in, normal, r, want)
			}
		})
		if !called || err != nil {
			t.Errorf("Do(%q) = %v, called %v", in, err, called)
		}
	}
}

// Each function takes time linear in its input.
func TestGrowth(t *testing.T) {
	var dst []byte
	base, err := resolve.NewBase("http://a/b/c", 0)
	testkit.Must(t, err)
	ignore := func([]byte, scanner.Ref) {}
	jobs := map[string]growth.Job{"Append of path segments": growth.Of(func(in string) { dst, _, _ = Append(dst[:0], in, PathSegment) })}
	for name, do := range map[string]func(in string, ref scanner.Ref, normal string){
		"Append":        func(in string, _ scanner.Ref, _ string) { dst, _, _ = Append(dst[:0], in, SchemeBased) },
		"Append to nil": func(in string, _ scanner.Ref, _ string) { Append(nil, in, SchemeBased) },
		"AppendRef": func(in string, ref scanner.Ref, _ string) {
			dst, _ = AppendRef(dst[:0], in, ref, SchemeBased|DropUserinfo)
		},
		"AppendRef to nil": func(in string, ref scanner.Ref, _ string) { AppendRef[string](nil, in, ref, SchemeBased) },
		"AppendResolved": func(in string, _ scanner.Ref, _ string) {
			dst, _, _, _ = AppendResolved(dst[:0], base, []byte(in), SchemeBased)
		},
		"AppendResolved to nil": func(in string, _ scanner.Ref, _ string) { AppendResolved(nil, base, []byte(in), SchemeBased) },
		"Needed":                func(in string, ref scanner.Ref, _ string) { Needed(in, ref, SchemeBased|DropFragment) },
		"Hash":                  func(in string, ref scanner.Ref, _ string) { Hash(in, ref, SchemeBased, 0) },
		"Equal":                 func(in string, _ scanner.Ref, normal string) { Equal(in, normal, SchemeBased) },
		"String":                func(in string, _ scanner.Ref, _ string) { String(in, SchemeBased) },
		"Do":                    func(in string, _ scanner.Ref, _ string) { Do([]byte(in), Syntax, ignore) },
	} {
		jobs[name] = func(in string) func() {
			ref := scanner.Split(in)
			normal, _ := String(in, SchemeBased)
			return func() { do(in, ref, normal) }
		}
	}
	growth.Check(t, 1<<10, growth.References, jobs)
	growth.Check(t, 3<<10, growth.Long, jobs) // no pool keeps a buffer for more
}
