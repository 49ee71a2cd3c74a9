import type { HighWatermark } from '#server/db/replica/high-watermark.ts';

/**
 * A high-watermark within this process only.
 * @param now monotonic clock in milliseconds
 */
export function openLocalHighWatermark(
	_name: string,
	seconds: number,
	now = () => performance.now(),
): HighWatermark {
	let highest = 0n;
	let until = 0;
	const current = () => (now() < until ? highest : 0n);
	return {
		async advance(to) {
			const previous = current();
			highest = to > previous ? to : previous;
			until = now() + seconds * 1000;
		},
		read: async () => current(),
	};
}
