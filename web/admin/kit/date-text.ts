import { formatClock, formatYear } from '#web/lib/format.ts';
import { formatDate, formatShortDay } from '#web/lib/short-dates.ts';

/** '3 Nov' in the current year, '3 Nov 2025' otherwise: a column has little room. */
export function formatListDate(iso: string): string {
	const isThisYear = formatYear(iso) === formatYear(new Date().toISOString());
	return isThisYear ? formatShortDay(iso) : formatDate(iso);
}

/** '3 Nov, 16:30' in the current year. */
export function formatListMoment(iso: string): string {
	return `${formatListDate(iso)}, ${formatClock(iso)}`;
}
