interface AdminListCase {
	/** The path below `/api/admin`. */
	path: string;
	/** Query strings, each measured as a case of its own. */
	filters: readonly string[];
}

const DAY_MS = 24 * 3_600_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** Every list of the back-office, with each kind of filter. */
export const ADMIN_LISTS: readonly AdminListCase[] = [
	{
		path: '/users',
		filters: [
			'',
			'search=ananya',
			'search=a',
			'search=nobody+at+all',
			'isVerified=true',
			'isVerified=false',
			'isBanned=true',
			'sort=oldest',
			'sort=name',
			'search=ananya&isVerified=true&sort=name',
		],
	},
	{
		path: '/items',
		filters: [
			'',
			'search=calculator',
			'search=nothing+like+it',
			'isAvailable=false',
			'status=sold',
			'category=Books',
			'sort=oldest',
			'sort=dearest',
			'category=Books&sort=cheapest',
			'search=drafter&status=sold&sort=dearest',
		],
	},
	{
		path: '/reports',
		filters: ['', 'status=pending&sort=oldest', 'type=fraud', 'q=shown', 'q=number+4711'],
	},
	{
		path: '/user-reports',
		filters: ['', 'status=pending&sort=oldest', 'type=scam', 'q=library', 'q=number+4711'],
	},
	{
		path: '/feedback',
		filters: ['', 'status=pending', 'category=service', 'rating=1', 'q=sold', 'q=guitar+in+47'],
	},
	{ path: '/notifications', filters: ['', 'type=error', 'q=told', 'q=number+4711'] },
	{
		path: '/audit-logs',
		filters: [
			'',
			'action=ITEM_BANNED',
			'action=NOTHING',
			`startDate=${daysAgo(6)}`,
			`startDate=${daysAgo(89)}&endDate=${daysAgo(80)}`,
			'q=item+4711',
			'q=not+as+shown',
			`action=USER_VERIFIED&q=user&startDate=${daysAgo(29)}`,
		],
	},
];

/** Calls of the back-office whose answers are not split into pages. */
export const ADMIN_STATISTICS: readonly string[] = [
	'/analytics/users?days=7',
	'/analytics/users?days=30',
	'/analytics/items?days=7',
	'/analytics/items?days=30',
	'/analytics/activity?days=7',
	'/analytics/activity?days=30',
	'/analytics/trends?days=7',
	'/analytics/trends?days=30',
	'/feedback/analytics',
	'/counts',
	'/search?q=ananya',
	'/search?q=calculator',
	'/admins',
	'/settings',
];
