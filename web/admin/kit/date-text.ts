import { formatYear } from '#web/lib/format.ts';
import { formatDate, formatShortDay } from '#web/lib/short-dates.ts';

/** '3 Nov' of this year, '3 Nov 2025' of another: a column of a list has little room. */
export function formatListDate(iso: string): string {
	const isThisYear = formatYear(iso) === formatYear(new Date().toISOString());
	return isThisYear ? formatShortDay(iso) : formatDate(iso);
}
