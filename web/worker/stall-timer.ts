interface StallTimer {
	/** Resolves when no data has arrived for `stallMs`. */
	stalled: Promise<'stalled'>;
	/** Call it when data has arrived. */
	restart: () => void;
	stop: () => void;
}

/** Starts a timer that detects a network without data for `stallMs`. */
export function startStallTimer(stallMs: number): StallTimer {
	const { promise: stalled, resolve } = Promise.withResolvers<'stalled'>();
	const start = () => setTimeout(resolve, stallMs, 'stalled');
	let timer = start();
	return {
		stalled,
		restart() {
			clearTimeout(timer);
			timer = start();
		},
		stop: () => clearTimeout(timer),
	};
}
