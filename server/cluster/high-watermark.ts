import type { HighWatermark } from '#server/db/replica/high-watermark.ts';

/**
 * Opens a high watermark of this process: the highest number that was passed to `advance`. A single
 * instance uses only this one. With Redis, each instance also has one, for numbers that Redis did
 * not receive or has lost.
 * @param lifetimeSeconds time after the last advance at which the number becomes 0 again
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
