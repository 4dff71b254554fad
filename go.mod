module github.com/uriscan/uriscan

go 1.26

require github.com/valyala/bytebufferpool v1.0.0
