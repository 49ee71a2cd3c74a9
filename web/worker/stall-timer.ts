interface StallTimer {
	/** Resolves once no data has arrived for the time. */
	stalled: Promise<'stalled'>;
	/** Data has arrived. */
	restart: () => void;
	stop: () => void;
}

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
