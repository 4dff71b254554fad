#!/bin/sh
# https://example.com/install
curl -o x https://example.com/x.tar.gz && wget 'https://example.com/y?a=1&b=2' -O- | tar xz
url=https://example.com/z; echo "$url" >&2; BASE="https://example.com/base/"
wget https://example.com/q\?a=1\&b=2
http_proxy=http://proxy.example:3128 apt-get install $(curl -s https://example.com/list)
rsync -a rsync://example.org/mod/ . ; x=`curl https://example.com/tick`
git clone --depth=1 https://example.com/r.git || exit 1

# Variables: what comes before them is kept where the host is complete.
ARCHIVE="https://files.example/pub/$ARCHIVE_NAME"
curl -fsSL "https://$MIRROR/list" "https://files.example/$(uname -m)/list" "https://mirror.${REGION}.example/list"
curl -H 'Accept: application/json' 'https://odata.example/Items?$filter=Price%20gt%205&$top=3'
