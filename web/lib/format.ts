import { clocksAt } from './clocks.ts';

/** The first two have a shorter word for where there is little room. */
const STEPS = [
	{ seconds: 60, long: 'minute', short: 'min' },
	{ seconds: 3600, long: 'hour', short: 'hr' },
	{ seconds: 86_400, long: 'day', last: 'yesterday' },
	{ seconds: 2_629_800, long: 'month', last: 'last month' },
	{ seconds: 31_557_600, long: 'year', last: 'last year' },
];

const MONTHS =
	'January February March April May June July August September October November December'.split(
		' ',
	);

/** '18 November 2026', by the college's clocks like the others. */
export function formatDay(iso: string): string {
	return `${clocksAt(iso).getUTCDate()} ${formatMonth(iso)}`;
}

/** '18 November 2026 at 4:30 pm'. */
export function formatMoment(iso: string): string {
	const [hours = '', minutes] = formatClock(iso).split(':');
	return `${formatDay(iso)} at ${Number(hours) % 12 || 12}:${minutes} ${hours < '12' ? 'am' : 'pm'}`;
}

/** 'November 2026'. */
export function formatMonth(iso: string): string {
	return `${MONTHS[clocksAt(iso).getUTCMonth()]} ${formatYear(iso)}`;
}

/** '2026'. */
export function formatYear(iso: string): string {
	return String(clocksAt(iso).getUTCFullYear());
}

/** '16:30'. */
export function formatClock(iso: string): string {
	return clocksAt(iso).toISOString().slice(11, 16);
}

/**
 * 'just now', '12 minutes ago', 'last month'; short, '12 min ago', where that is still a word. By hand, as prices are
 * (contract/format.ts).
 */
export function timeAgo(iso: string, style: 'long' | 'short' = 'long', nowMs = Date.now()): string {
	const seconds = Math.max(0, (nowMs - Date.parse(iso)) / 1000);
	const step = STEPS.findLast((candidate) => seconds >= candidate.seconds);
	if (!step) return 'just now';
	const count = Math.floor(seconds / step.seconds);
	if (count === 1 && step.last) return step.last;
	if (style === 'short' && step.short) return `${count} ${step.short} ago`;
	return `${count} ${step.long}${count === 1 ? '' : 's'} ago`;
}
