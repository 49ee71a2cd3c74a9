import { formatClock, formatYear } from '#web/lib/format.ts';
import {
	daysSince,
	formatDate,
	formatShortDay,
	formatWeekday,
	WEEK_DAYS,
} from '#web/lib/short-dates.ts';

/**
 * The short time label of a chat: '12:44' today, 'Tue' within the last week, '3 Nov' this year, else '3 Nov 2025'. In
 * the college's time zone.
 * @param now a moment of today
 */
export function chatTime(iso: string, now: Date): string {
	const days = daysSince(iso, now.getTime());
	if (days <= 0) return formatClock(iso);
	if (days < WEEK_DAYS) return formatWeekday(iso);
	return formatYear(iso) === formatYear(now.toISOString()) ? formatShortDay(iso) : formatDate(iso);
}
