import type { UtcOffsetChanges } from '#contract/core/time-zone.ts';
import { site } from './site.ts';

const DAY_MS = 86_400_000;

/**
 * The college's local time at a moment, as the UTC fields of a Date.
 * @param moment ISO 8601, or milliseconds
 */
export function toCampusTime(
	moment: string | number,
	changes: UtcOffsetChanges = site.utcOffsetChanges,
): Date {
	const ms = +new Date(moment);
	const [, offsetMinutes] = changes.findLast(([from]) => from <= ms) ?? changes[0];
	return new Date(ms + offsetMinutes * 60_000);
}

/** The days of the calendar between two local times: 1 from any time of a day to any time of the next. */
export function daysBetween(from: Date, to: Date): number {
	return Math.floor(+to / DAY_MS) - Math.floor(+from / DAY_MS);
}
