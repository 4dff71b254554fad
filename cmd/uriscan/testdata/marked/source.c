/* See <http://www.example.com/c.html> or http://www.example.com/d. */
#include <stdio.h> // http://www.example.com/e
static const char *u = "http://www.example.com/f\n";
int main(void) { printf("%s\thttp://www.example.com/g\n", u); return a ? b : c; }
label: x = std::move(y); // C++
/* The format: http://www.example.com/format*/
static const char glob[] = "http://www.example.com/*/index.html";
