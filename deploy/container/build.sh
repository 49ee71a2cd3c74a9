#!/bin/sh
# Copies everything that the app needs to run into an empty folder: deploy/container/build.sh TARGET
# Run it in a copy of the repository that may be changed, because it installs packages and builds the pages there.
#
# Without a network, as in tests: NODE_MODULES names a folder with the installed packages, PAGES a folder with built pages.
set -eu

[ $# -eq 1 ] || { echo "Usage: deploy/container/build.sh TARGET" >&2; exit 2; }
source=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$1"
target=$(cd "$1" && pwd)
[ -z "$(ls -A "$target")" ] || { echo "$target is not empty, and stays as it is." >&2; exit 1; }
cd "$source"

if [ -n "${NODE_MODULES:-}" ]; then
	node="$NODE_MODULES/.bin/node"
else
	# Only install scripts that package.json allows are run.
	npm ci --omit=dev --ignore-scripts --prefer-offline --no-audit --no-fund --loglevel=error
	npm rebuild --silent $(npm pkg get allowScripts | sed -n 's/^ *"\(.*\)": true,*$/\1/p')
	node=node_modules/.bin/node
fi
if [ -z "${PAGES:-}" ]; then
	"$node" tools/build.ts
fi

# The server runs from its sources. Tests are not copied.
cp package.json package-lock.json LICENSE docs/legal/third-party-licences.md "$target"
find contract server tools deploy -type f ! -name '*.test.ts' |
	tar --create --files-from=- | tar --extract --directory="$target"
mkdir -p "$target/dist"
cp -R "${PAGES:-dist/web}" "$target/dist/web"
if [ -n "${NODE_MODULES:-}" ]; then
	ln -s "$NODE_MODULES" "$target/node_modules"
else
	cp -R node_modules "$target/node_modules"
fi

# The account that runs the server must not be able to change its files.
chmod -R go-w,a+rX "$target"
