import x from "https://esm.example.com/x@1.2.3";
const a = `https://example.com/${id}/b`, b = 'https://example.com/it';
fetch('https://example.com/api',{method:'POST'}).then(r=>r.json());
if (/^https?:\/\/example\.com\/a/.test(s)) location.href="javascript:void(0)";
var c = s.replace(/http:\/\//g, ''); // https://example.com/doc#frag
style = "background:url(https://example.com/bg.png)"; t = "https:\/\/example.com\/esc";
//# sourceMappingURL=https://example.com/app.js.map
