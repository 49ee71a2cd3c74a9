import { isolated } from '#contract/core/format.ts';
/** When a person is told about new items that match a saved search. */
export const ALERTS = ['instant', 'daily', 'off'] as const;
export type Alert = (typeof ALERTS)[number];

/** After an instant alert, further items are gathered for this long. */
export const INSTANT_ALERT_INTERVAL_MS = 15 * 60_000;
/** The hour of daily alerts, in the college's time zone. */
export const DAILY_ALERT_HOUR = 18;

export const ALERT_LABELS: Record<Alert, { name: string; meaning: string }> = {
	instant: {
		name: 'At once',
		meaning: `Then at most every ${INSTANT_ALERT_INTERVAL_MS / 60_000} minutes`,
	},
	daily: { name: 'Daily', meaning: `Once a day, at ${DAILY_ALERT_HOUR - 12} pm` },
	off: { name: 'Off', meaning: 'No alerts; new items are still counted' },
};

/** Limits of saved searches. */
export const SEARCH_LIMITS = {
	/** Saved searches of one person. */
	perPerson: 10,
	/** Characters of a query string. The longest search text fits, percent-encoded in any script. */
	queryMax: 4000,
	/** `newCount` stops here; pages show it as '99+'. */
	newCountMax: 100,
	/** Items that an alert names by their titles. */
	titlesMax: 3,
} as const;

/** Filters that name an entry of the catalogue. A saved search whose entry was removed matches nothing. */
export const CATALOGUE_FILTERS = ['category', 'subject', 'branch'] as const;
export type CatalogueFilter = (typeof CATALOGUE_FILTERS)[number];

/** Texts about saved searches. */
export const SEARCH_MESSAGES = {
	tellMe: 'Tell me about new ones',
	tellMeQuestion: 'When should we tell you?',
	save: 'Save this search',
	saveChoice: 'Save my choice',
	savedAs: (alert: string) => `Saved · ${alert}`,
	saved: 'Saved. We’ll tell you when something new fits.',
	changed: 'Your choice is saved.',
	deleted: 'Search removed.',
	restored: 'Search saved again.',
	undo: 'Undo',
	showAll: 'Saved searches',
	lead: 'What you want to hear about when somebody posts it.',
	empty: 'No saved searches yet',
	emptyHint: 'Search or filter a listing, then choose “Tell me about new ones”.',
	missing: (part: CatalogueFilter) =>
		`The market no longer has this ${part}, so this search finds nothing.`,
	newItems: (count: number) => `${count >= SEARCH_LIMITS.newCountMax ? '99+' : count} new`,
	alertTitle: (name: string, count: number) =>
		count === 1 ? `New: ${isolated(name)}` : `${count} new: ${isolated(name)}`,
	alertText: (titles: readonly string[], count: number) =>
		[
			...titles.map(isolated),
			...(count > titles.length ? [`and ${count - titles.length} more`] : []),
		].join(' · '),
} as const;
