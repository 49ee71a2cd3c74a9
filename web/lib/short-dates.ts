import { formatDay, formatYear } from './format.ts';
import { daysBetween, toCampusTime } from './time-zone.ts';

/** A day at least this many days before or after today needs a date: its weekday alone would be ambiguous. */
export const WEEK_DAYS = 7;

/**
 * The days from a moment to now by the college's calendar: 0 today, 1 yesterday, -1 tomorrow. Not elapsed time: when
 * summer time begins and ends, a day has 23 or 25 hours.
 */
export function daysSince(iso: string, nowMs = Date.now()): number {
	return daysBetween(toCampusTime(iso), toCampusTime(nowMs));
}

/** 'Tue'. */
export function formatWeekday(iso: string): string {
	return toCampusTime(iso).toUTCString().slice(0, 3);
}

/** '3 Nov'. */
export function formatShortDay(iso: string): string {
	// September is 'Sept', as in Intl for en-IN.
	return formatDay(iso).replace(/ (\w{3}t?)\w* \d+$/, ' $1');
}

/** '3 Nov 2025'. */
export function formatDate(iso: string): string {
	return `${formatShortDay(iso)} ${formatYear(iso)}`;
}
