import { formatClock, formatDay } from '#web/lib/format.ts';
import { formatDate, formatShortDay, formatWeekday } from '#web/lib/short-dates.ts';

const DAY_MS = 86_400_000;
/** Days after which a weekday's name would be ambiguous. */
const WEEK = 7;

/**
 * The short time label of a chat: '12:44' today, 'Tue' within the last week, '3 Nov', '3 Nov 2025'; in the college's
 * time zone.
 */
export function chatTime(iso: string, now = new Date()): string {
	const nowIso = now.toISOString();
	if (iso >= nowIso || formatDay(iso) === formatDay(nowIso)) return formatClock(iso);
	if (isThisWeek(iso, now)) return formatWeekday(iso);
	return yearOf(iso) === yearOf(nowIso) ? formatShortDay(iso) : formatDate(iso);
}

/** Within the six days before today. */
function isThisWeek(iso: string, now: Date): boolean {
	const day = formatDay(iso);
	return Array.from(
		{ length: WEEK - 1 },
		(_, before) => now.getTime() - (before + 1) * DAY_MS,
	).some((moment) => formatDay(new Date(moment).toISOString()) === day);
}

const yearOf = (iso: string) => formatDay(iso).split(' ').at(-1);
