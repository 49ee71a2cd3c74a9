const day = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'long', year: 'numeric' });
const moment = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeStyle: 'short' });
const month = new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric' });
const ago = {
	long: new Intl.RelativeTimeFormat('en-IN', { numeric: 'auto' }),
	short: new Intl.RelativeTimeFormat('en-IN', { numeric: 'auto', style: 'short' }),
};

const STEPS = [
	{ unit: 'minute', seconds: 60 },
	{ unit: 'hour', seconds: 3600 },
	{ unit: 'day', seconds: 86_400 },
	{ unit: 'month', seconds: 2_629_800 },
	{ unit: 'year', seconds: 31_557_600 },
] as const;

/** '18 November 2026'. */
export function formatDay(iso: string): string {
	return day.format(new Date(iso));
}

/** '18 November 2026 at 4:30 pm'. */
export function formatMoment(iso: string): string {
	return moment.format(new Date(iso));
}

/** 'November 2026'. */
export function formatMonth(iso: string): string {
	return month.format(new Date(iso));
}

/** 'just now', '12 minutes ago', 'last month'; short, '12 min ago', where that is still a word. */
export function timeAgo(iso: string, style: 'long' | 'short' = 'long', nowMs = Date.now()): string {
	const seconds = Math.max(0, (nowMs - Date.parse(iso)) / 1000);
	const step = STEPS.findLast((candidate) => seconds >= candidate.seconds);
	if (!step) return 'just now';
	const isWord = step.seconds < 86_400;
	return ago[isWord ? style : 'long'].format(-Math.floor(seconds / step.seconds), step.unit);
}
