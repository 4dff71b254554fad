/** @see <a href="https://docs.example.com/A.html#b(c)">A</a> {@link https://docs.example.com/B} */
@Path("http://example.com/x") class A { String s = "jdbc:postgresql://db.example/x", t = "http://example.com/" + id; }
// case x: default: http://example.com/y;
xmlns:a="http://www.example.org/ns/a#" xsi:schemaLocation="http://e.example/a http://e.example/a.xsd"
