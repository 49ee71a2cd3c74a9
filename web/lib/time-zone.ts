import type { UtcOffsetChanges } from '#contract/core/time-zone.ts';
import { site } from './site.ts';

const DAY_MS = 86_400_000;

/** The college's local time at a moment, as the UTC fields of a Date. */
export function toCampusTime(iso: string, changes: UtcOffsetChanges = site.utcOffsetChanges): Date {
	const moment = Date.parse(iso);
	const [, offsetMinutes] = changes.findLast(([from]) => from <= moment) ?? changes[0];
	return new Date(moment + offsetMinutes * 60_000);
}

/**
 * The days from a moment to now by the college's calendar: 0 today, 1 yesterday, -1 tomorrow. Not elapsed time: when
 * summer time begins and ends, a day has 23 or 25 hours.
 */
export function daysSince(iso: string, nowMs = Date.now()): number {
	return dayNumber(new Date(nowMs).toISOString()) - dayNumber(iso);
}

function dayNumber(iso: string): number {
	return Math.floor(+toCampusTime(iso) / DAY_MS);
}
