import { site } from './site.ts';

/** The first two have a shorter word for where there is little room. */
const STEPS = [
	{ seconds: 60, long: 'minute', short: 'min' },
	{ seconds: 3600, long: 'hour', short: 'hr' },
	{ seconds: 86_400, long: 'day', last: 'yesterday' },
	{ seconds: 2_629_800, long: 'month', last: 'last month' },
	{ seconds: 31_557_600, long: 'year', last: 'last year' },
];

/** '18 November 2026', by the college's clocks like the others. */
export const formatDay = dateFormat({ day: 'numeric', month: 'long', year: 'numeric' });

/** '18 November 2026 at 4:30 pm'. */
export const formatMoment = dateFormat({ dateStyle: 'long', timeStyle: 'short' });

/** 'November 2026'. */
export const formatMonth = dateFormat({ month: 'long', year: 'numeric' });

/** 'Tue'. */
export const formatWeekday = dateFormat({ weekday: 'short' });

/** '3 Nov'. */
export const formatShortDay = dateFormat({ day: 'numeric', month: 'short' });

/** '3 Nov 2025'. */
export const formatDate = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' });

/** '16:30'. */
export const formatClock = dateFormat({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

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

/** Made when it is first needed: by then it is known where we are. */
function dateFormat(options: Intl.DateTimeFormatOptions): (iso: string) => string {
	let format: Intl.DateTimeFormat | undefined;
	return (iso) => {
		format ??= new Intl.DateTimeFormat('en-IN', { ...options, timeZone: site.timeZone });
		return format.format(new Date(iso));
	};
}
