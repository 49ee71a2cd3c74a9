import { useSyncExternalStore } from 'react';
import { watchClock } from '#web/lib/clock.ts';
import { daysSince } from '#web/lib/short-dates.ts';

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
