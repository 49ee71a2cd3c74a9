type QueryValues = Readonly<Record<string, string | number | boolean | undefined>>;

/** What a list has without being asked. */
const DEFAULTS: QueryValues = { sort: 'newest', page: 1 };

/**
 * Of words that were searched for: they may be somebody's name or address, and the log, which nothing is ever taken out of,
 * names people by number only (decisions, "Back-office").
 */
const SEARCHED = 'searched';

/** What a list was asked for, as the log tells it: `searched, page 2`. What is as usual is left out. */
export function describeView({ q, search = q, ...filters }: QueryValues): string {
	const filterTexts = Object.entries(filters)
		.filter(([name, value]) => value !== undefined && value !== DEFAULTS[name])
		.map(([name, value]) => `${name} ${typeof value === 'string' ? `"${value}"` : value}`);
	return [...(search === undefined ? [] : [SEARCHED]), ...filterTexts].join(', ');
}
