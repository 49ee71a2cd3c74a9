import { AUDIT_RANGES } from '#contract/admin/audit-logs.ts';
import { site } from '#web/lib/site.ts';

export const RANGE_OPTIONS = {
	today: 'Today',
	'7days': 'Last 7 days',
	'30days': 'Last 30 days',
	'90days': 'Last 90 days',
} as const satisfies Record<keyof typeof AUDIT_RANGES, string>;

export const FIRST_RANGE = '7days';

const DAY_MS = 86_400_000;

/** ISO days of a range, today included, by the college's clocks. */
export function datesOf(range: string, now = new Date()): { startDate: string; endDate: string } {
	const days =
		AUDIT_RANGES[range in AUDIT_RANGES ? (range as keyof typeof AUDIT_RANGES) : FIRST_RANGE];
	// This locale writes days as ISO does.
	const endDate = new Intl.DateTimeFormat('en-CA', { timeZone: site.timeZone }).format(now);
	const start = new Date(Date.parse(endDate) - (days - 1) * DAY_MS);
	return { startDate: start.toISOString().slice(0, 10), endDate };
}
