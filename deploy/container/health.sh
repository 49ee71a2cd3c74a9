#!/bin/sh
# Succeeds if the app in this container answers on its port. Uses Node, because the image has no curl.
exec node_modules/.bin/node --eval "
	fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/health/live', { signal: AbortSignal.timeout(3000) }).then(
		(answer) => process.exit(answer.ok ? 0 : 1),
		() => process.exit(1),
	)"
