"""Docs: https://docs.example.com/py/ (see also `here <https://docs.example.com/more>`_)."""
URLS = ['https://a.example/1', "https://b.example/2", r'https://c.example/3']
u = f"https://d.example/{x}/y"; v = u'https://e.example/caf%C3%A9'
m = {'a': 'https://f.example/', b'k': b'ftp://g.example/pub'}
print("http://h.example/%s" % i)  # noqa: E501 https://i.example/j?k=[1]
lambda x: y
