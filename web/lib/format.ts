import { daysBetween, toCampusTime } from './time-zone.ts';

const DAY_MS = 86_400_000;
/** Two dates that are at least this many days apart are never in the same calendar month. */
const LONGEST_MONTH_DAYS = 31;

const MONTHS =
	'January February March April May June July August September October November December'.split(
		' ',
	);

/** '18 November 2026'. All formats here are in the college's time zone. */
export function formatDay(iso: string): string {
	return `${toCampusTime(iso).getUTCDate()} ${formatMonth(iso)}`;
}

/** '18 November 2026 at 4:30 pm'. */
export function formatMoment(iso: string): string {
	const [hours = '', minutes] = formatClock(iso).split(':');
	return `${formatDay(iso)} at ${Number(hours) % 12 || 12}:${minutes} ${hours < '12' ? 'am' : 'pm'}`;
}

/** 'November 2026'. */
export function formatMonth(iso: string): string {
	return `${MONTHS[toCampusTime(iso).getUTCMonth()]} ${formatYear(iso)}`;
}

/** '2026'. */
export function formatYear(iso: string): string {
	return String(toCampusTime(iso).getUTCFullYear());
}

/** '16:30'. */
export function formatClock(iso: string): string {
	return toCampusTime(iso).toISOString().slice(11, 16);
}

/** 'until Tue, 18:00'; more than six days ahead 'until Tue, 08 Dec, 18:00'. */
export function formatUntil(iso: string, nowMs = Date.now()): string {
	const then = toCampusTime(iso).toUTCString();
	const isLater = Date.parse(iso) - nowMs > 6 * DAY_MS;
	return `until ${isLater ? `${then.slice(0, 11)},` : then.slice(0, 4)}${then.slice(16, 22)}`;
}

/**
 * 'just now', '12 minutes ago', 'last month'; with style `short` '12 min ago'. After 24 hours it counts days, months or
 * years of the college's calendar, in full words in both styles. It does not use `Intl`, whose first use is slow on a
 * phone (contract/core/format.ts).
 */
export function timeAgo(iso: string, style: 'long' | 'short' = 'long', nowMs = Date.now()): string {
	const elapsedMs = nowMs - Date.parse(iso);
	if (elapsedMs < 60_000) return 'just now';
	const [minute, hour, plural] = style === 'short' ? ['min', 'hr', ''] : ['minute', 'hour', 's'];
	if (elapsedMs < 3_600_000) return formatAgo(elapsedMs / 60_000, minute, plural);
	if (elapsedMs < DAY_MS) return formatAgo(elapsedMs / 3_600_000, hour, plural);
	return formatDaysAgo(toCampusTime(iso), toCampusTime(nowMs));
}

function formatDaysAgo(then: Date, now: Date): string {
	// The day on which summer time ends has 25 hours: 24 hours later, it can still be the same day.
	const days = Math.max(1, daysBetween(then, now));
	if (days < LONGEST_MONTH_DAYS) return days === 1 ? 'yesterday' : formatAgo(days, 'day');
	const years = now.getUTCFullYear() - then.getUTCFullYear();
	const months = years * 12 + now.getUTCMonth() - then.getUTCMonth();
	const [count, unit] = months < 12 ? [months, 'month'] : [years, 'year'];
	return count === 1 ? `last ${unit}` : formatAgo(count, unit);
}

function formatAgo(count: number, unit: string, plural = 's'): string {
	return `${Math.floor(count)} ${unit}${count < 2 ? '' : plural} ago`;
}
