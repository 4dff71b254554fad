// See https://ts.example.org/docs#a.
/* https://ts.example.org/b */
import x from "https://esm.example.org/x@1.2.3?bundle";
const u = `https://${host}/api`, v = 'https://v.example.org/a?b=c', w = `https://w.example.org/${id}`;
const re = /https?:\/\/[^/]+/, t = a ? b:c, o = {k:"wss://s.example.org/ws"};
fetch("https://f.example.org/a" + q).then(r => r.json()); // https://f.example.org/b)
@Component({templateUrl: 'https://t.example.org/x.html'})
const enc = "https:\u002f\u002fe.example.org\u002fx";
label: for (;;) { break label; }
const ns = "http://www.w3.org/2000/svg", urn = 'urn:ietf:params:xml:ns:x';
return <a href="https://jsx.example.org/">{x}</a>;
