import type { HighWatermark } from '#server/db/replica/high-watermark.ts';

/**
 * The highest number that this process has advanced to, for one instance alone and while Redis is unavailable.
 * @param lifetimeSeconds after which it is 0 again, counted from the last advance
 * @param now monotonic clock in milliseconds
 */
export function openLocalHighWatermark(
	_name: string,
	lifetimeSeconds: number,
	now = () => performance.now(),
): HighWatermark {
	let highest = 0n;
	let expiresAtMs = 0;
	const current = () => (now() < expiresAtMs ? highest : 0n);
	return {
		async advance(to) {
			const previous = current();
			highest = to > previous ? to : previous;
			expiresAtMs = now() + lifetimeSeconds * 1000;
		},
		read: async () => current(),
	};
}
