#!/usr/bin/env bash
# Installs the programs that tests start themselves (PostgreSQL, Redis and others). A temporary
# policy-rc.d keeps Debian from starting them as services.
set -euo pipefail
mapfile -t packages < "$(dirname "$0")/debian-packages.txt"
dpkg -s "${packages[@]}" >/dev/null 2>&1 && exit 0
export DEBIAN_FRONTEND=noninteractive
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
	printf '#!/bin/sh\nexit 101\n' > "$policy"
	chmod +x "$policy"
	trap 'rm -f "$policy"' EXIT
fi
apt-get -qq update
apt-get -qq -y --no-install-recommends install "${packages[@]}"
