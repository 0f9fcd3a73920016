#!/bin/sh
# Publishes the tarballs of a folder that the registry does not have, in the order of its file `digests`. Nothing of the
# tree is run: the job that may publish installs and tests nothing. The first failure ends it, because packages come after
# those they depend on.
set -eu
cd "$1"
sha256sum --check --strict --quiet digests
while read -r _ tarball; do
  name=$(tar -xzOf "$tarball" package/package.json | sed -n 's/^  "name": "\(.*\)",$/\1/p')
  version=$(tar -xzOf "$tarball" package/package.json | sed -n 's/^  "version": "\(.*\)",$/\1/p')
  if [ "$(npm view "$name@$version" version --silent 2>/dev/null)" = "$version" ]; then
    echo "$name@$version is published already"
  else
    npm publish "./$tarball" --provenance --access public </dev/null
  fi
done <digests
