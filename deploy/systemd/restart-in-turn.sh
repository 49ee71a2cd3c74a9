#!/bin/sh
# Restarts this machine's instances one after the other, for an upgrade without downtime. The next instance is restarted only
# when the previous one is ready again. If an instance does not become ready, the script stops, and the remaining instances
# keep running the old release.
set -eu

units=$(systemctl list-units --plain --no-legend --state=active 'passdown@*.service' | cut -d ' ' -f 1)
[ -n "$units" ] || { echo "No instance of passdown@ runs here." >&2; exit 1; }

for unit in $units; do
	port=${unit#passdown@}
	port=${port%.service}
	systemctl restart "$unit"
	tries=0
	until curl --fail --silent --max-time 5 --output /dev/null "http://127.0.0.1:$port/health/ready"; do
		tries=$((tries + 1))
		[ "$tries" -lt "${TRIES:-120}" ] || { echo "$unit does not get ready: journalctl -u $unit" >&2; exit 1; }
		sleep 0.5
	done
	echo "$unit is ready"
done
