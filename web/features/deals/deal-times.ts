import { formatClock, formatDay } from '#web/lib/format.ts';
import { daysSince, formatShortDay, formatWeekday, WEEK_DAYS } from '#web/lib/short-dates.ts';
import { toCampusTime } from '#web/lib/time-zone.ts';

/** 'Tue, 18:00' for today and the next six days, else 'Tue 2 Dec, 18:00'; in the college's time zone. */
export function formatDealTime(iso: string, nowMs = Date.now()): string {
	const daysAhead = -daysSince(iso, nowMs);
	const day = daysAhead >= 0 && daysAhead < WEEK_DAYS ? '' : ` ${formatShortDay(iso)}`;
	return `${formatWeekday(iso)}${day}, ${formatClock(iso)}`;
}

/** 'Tue, 24 November 2026', in the college's time zone. */
export function formatDealDay(iso: string): string {
	return `${formatWeekday(iso)}, ${formatDay(iso)}`;
}

/** The value of a `datetime-local` field in the college's time zone: '2026-11-24T17:30'. */
export function toCampusInput(iso: string): string {
	return toCampusTime(iso).toISOString().slice(0, 16);
}

/**
 * Converts the value of a `datetime-local` field in the college's time zone to ISO 8601 in UTC.
 * @returns undefined for an empty or unreadable field
 */
export function fromCampusInput(local: string): string | undefined {
	const asUtcMs = Date.parse(`${local}Z`);
	if (Number.isNaN(asUtcMs)) return undefined;
	const offsetAt = (ms: number) => toCampusTime(ms).getTime() - ms;
	// The UTC offset depends on the moment that is being computed. So it is looked up twice, first for a rough moment.
	const roughMs = asUtcMs - offsetAt(asUtcMs);
	return new Date(asUtcMs - offsetAt(roughMs)).toISOString();
}

/** The minute of the day in the college's time zone, from 0 to 1439. */
export function campusMinute(iso: string): number {
	const local = toCampusTime(iso);
	return local.getUTCHours() * 60 + local.getUTCMinutes();
}
