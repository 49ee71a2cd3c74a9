import { formatClock, formatDay } from '#web/lib/format.ts';
import { daysSince, formatShortDay, formatWeekday } from '#web/lib/short-dates.ts';
import { toCampusTime } from '#web/lib/time-zone.ts';

/** From here on the weekday alone could be misunderstood. */
const WEEK_DAYS = 7;

/** 'Tue, 18:00' by the college's clock; 'Tue 2 Dec, 18:00' where the weekday alone could be misunderstood. */
export function formatDealTime(iso: string, nowMs = Date.now()): string {
	const daysAhead = -daysSince(iso, nowMs);
	const day = daysAhead >= 0 && daysAhead < WEEK_DAYS ? '' : ` ${formatShortDay(iso)}`;
	return `${formatWeekday(iso)}${day}, ${formatClock(iso)}`;
}

/** 'Mon, 24 November 2026'. */
export function formatDealDay(iso: string): string {
	return `${formatWeekday(iso)}, ${formatDay(iso)}`;
}

/** '2026-11-24T17:30', by the college's clock, as fields of type `datetime-local` have it. */
export function toCampusInput(iso: string): string {
	return toCampusTime(iso).toISOString().slice(0, 16);
}

/**
 * The moment that a field of type `datetime-local` names by the college's clock.
 * @returns undefined for an empty or unreadable field
 */
export function fromCampusInput(local: string): string | undefined {
	const asUtcMs = Date.parse(`${local}Z`);
	if (Number.isNaN(asUtcMs)) return undefined;
	const offsetAt = (ms: number) => toCampusTime(ms).getTime() - ms;
	// The offset is that of the moment itself, which is known only roughly until it is subtracted.
	const roughMs = asUtcMs - offsetAt(asUtcMs);
	return new Date(asUtcMs - offsetAt(roughMs)).toISOString();
}

/** The minute of the college's day, from 0 to 1439. */
export function campusMinute(iso: string): number {
	const local = toCampusTime(iso);
	return local.getUTCHours() * 60 + local.getUTCMinutes();
}
