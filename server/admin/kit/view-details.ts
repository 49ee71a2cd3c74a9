type QueryValues = Readonly<Record<string, string | number | boolean | undefined>>;

/** The default query of a list. */
const DEFAULTS: QueryValues = { sort: 'newest', page: 1 };

/**
 * Stands for a search text. It may be somebody's name or address, and the log, from which nothing is ever deleted,
 * names people by id only (decisions, "Back-office").
 */
const SEARCHED = 'searched';

/** Describes the query of a list for the log: `searched, page 2`. Defaults are left out. */
export function describeView({ q, search = q, ...filters }: QueryValues): string {
	const filterTexts = Object.entries(filters)
		.filter(([name, value]) => value !== undefined && value !== DEFAULTS[name])
		.map(([name, value]) => `${name} ${typeof value === 'string' ? `"${value}"` : value}`);
	return [...(search === undefined ? [] : [SEARCHED]), ...filterTexts].join(', ');
}
