import { useSyncExternalStore } from 'react';
import { daysSince } from '#web/lib/short-dates.ts';

const CHECK_INTERVAL_MS = 60_000;

let momentOfToday = new Date();

/**
 * A moment of today, in the college's time zone. Renders again after midnight, when labels like 'Today' and times
 * without a date become wrong.
 */
export function useToday(): Date {
	return useSyncExternalStore(watchClock, today);
}

function today(): Date {
	const now = new Date();
	if (daysSince(momentOfToday.toISOString(), now.getTime()) !== 0) momentOfToday = now;
	return momentOfToday;
}

/** Also checks when the page becomes visible, because browsers slow down the timers of hidden pages. */
function watchClock(listener: () => void): () => void {
	const timer = setInterval(listener, CHECK_INTERVAL_MS);
	document.addEventListener('visibilitychange', listener);
	return () => {
		clearInterval(timer);
		document.removeEventListener('visibilitychange', listener);
	};
}
