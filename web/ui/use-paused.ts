import { useEffect, useState } from 'react';

/** A debounced value: changes once `value` has been stable for `pauseMs`. */
export function usePaused<T>(value: T, pauseMs: number): T {
	const [paused, setPaused] = useState(value);

	useEffect(() => {
		const timer = setTimeout(() => setPaused(value), pauseMs);
		return () => clearTimeout(timer);
	}, [value, pauseMs]);

	return paused;
}
