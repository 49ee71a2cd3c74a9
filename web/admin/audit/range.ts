import { AUDIT_RANGES } from '#contract/admin/audit.ts';
import { toCampusTime } from '#web/lib/time-zone.ts';

export const RANGE_OPTIONS = {
	today: 'Today',
	'7days': 'Last 7 days',
	'30days': 'Last 30 days',
	'90days': 'Last 90 days',
	/** Any two days. */
	days: 'Other days',
} as const satisfies Record<keyof typeof AUDIT_RANGES | 'days', string>;

export const DEFAULT_RANGE = '7days';

const DAY_MS = 86_400_000;

/**
 * The first and the last day of a range that ends today, as ISO dates in the college's time zone. An unknown range counts
 * as the default.
 */
export function datesOfRange(
	range: string,
	now = new Date(),
): { startDate: string; endDate: string } {
	const days =
		AUDIT_RANGES[range in AUDIT_RANGES ? (range as keyof typeof AUDIT_RANGES) : DEFAULT_RANGE];
	const end = toCampusTime(now.toISOString());
	const start = new Date(end.getTime() - (days - 1) * DAY_MS);
	return { startDate: toIsoDate(start), endDate: toIsoDate(end) };
}

const toIsoDate = (date: Date) => date.toISOString().slice(0, 10);
